package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// TestFixtures decodes the small streams that we wrote ourselves, usual and
// unusual ones: each proves the sentence at its top. PROVIDER_UPDATE=1 rewrites
// what is wanted; the diff is the review.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/streams/*.txtar")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil || len(archive.Files) != 2 {
				t.Fatalf("%d parts, %v", len(archive.Files), err)
			}
			p := map[string]provider.Protocol{
				"messages": provider.Messages, "responses": provider.Responses, "chat": provider.Completions,
			}[strings.SplitN(name, "-", 2)[0]]
			r := play(t, p, faultserver.Stream(string(archive.Files[0].Data)), guard.Limits{})
			got := r.String()
			if r.err != nil {
				got += "error " + r.err.Error() + "\n"
			}
			if os.Getenv("PROVIDER_UPDATE") == "1" {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(archive.Files[1].Data), got); d != "" {
				t.Errorf("%s(-want +got):\n%s", archive.Comment, d)
			}
		})
	}
}
