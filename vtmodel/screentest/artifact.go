package screentest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ArtifactsEnv names the variable that says where failures are kept which may not
// happen again: those of programs on a kernel's terminal. Without it that is a
// folder screentest in the one for temporary files.
const ArtifactsEnv = "SCREENTEST_ARTIFACTS"

// artifactDir is the folder for a test's files about its failure, and whether they
// will still be there when the test is over. Go deletes its own folder unless it was
// called with -artifacts. Where the same run gives the same failure that does no
// harm; mayVary asks for another folder then.
func artifactDir(t testing.TB, mayVary bool) (dir string, kept bool) {
	t.Helper()
	if f := flag.Lookup("test.artifacts"); f != nil && f.Value.String() == "true" {
		return t.ArtifactDir(), true
	}
	if !mayVary {
		return t.ArtifactDir(), false
	}
	root := os.Getenv(ArtifactsEnv)
	if root == "" {
		root = filepath.Join(os.TempDir(), "screentest")
	}
	dir = filepath.Join(root, filepath.FromSlash(strings.Trim(packageDir(), ".")), filepath.FromSlash(t.Name()))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Log(err)
		return t.ArtifactDir(), false
	}
	return dir, true
}
