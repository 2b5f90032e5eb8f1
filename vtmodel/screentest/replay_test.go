package screentest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jp/vtmodel"
)

func TestReplay_DeliveriesMustAgree(t *testing.T) {
	r := &Replayed{path: "x.cast"}
	terms := []*vtmodel.Terminal{}
	for _, text := range []string{"same", "same", "other"} {
		term := vtmodel.NewTerminal(vtmodel.XTerm, 20, 3)
		_, _ = term.Write([]byte(text))
		terms = append(terms, term)
	}
	err := r.agree(terms, time.Second)
	if err == nil || !strings.HasPrefix(err.Error(), "x.cast at 1s: fed in growing slices the screen is another one\n") {
		t.Errorf("got %v", err)
	}
	if err := r.agree(terms[:2], 0); err != nil {
		t.Error(err)
	}
}

func TestReplay_CutsAsItSays(t *testing.T) {
	for i, want := range [][]int{{300}, nil, {1, 2, 3, 4, 5}} {
		var got []int
		for last, left := 0, 300; left > 0 && len(got) < 5; left -= last {
			last = min(deliveries[i].next(last), left)
			got = append(got, last)
		}
		if want == nil {
			want = []int{1, 1, 1, 1, 1}
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("%s: got %v, want %v…", deliveries[i].name, got, want)
				break
			}
		}
	}
}

// Old recordings and new ones, with and without resizes.
func TestReplay_ReadsEveryVersion(t *testing.T) {
	for name, text := range map[string]string{
		"v2": `{"version":2,"width":20,"height":3}` + "\n" + `[0.1,"o","a\r\n"]` + "\n" + `[0.2,"i","x"]` + "\n" + `[0.3,"r","10x2"]` + "\n" + `[0.4,"o","b"]` + "\n",
		"v3": `{"version":3,"term":{"cols":20,"rows":3}}` + "\n" + `[0.1,"o","a\r\n"]` + "\n" + `[0.1,"i","x"]` + "\n" + `[0.1,"r","10x2"]` + "\n" + `[0.1,"o","b"]` + "\n",
	} {
		path := filepath.Join(t.TempDir(), name+".cast")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s := Replay(t, path, As(vtmodel.Alacritty)).Screen()
		if s.Cols != 10 || s.Rows != 2 || s.Row(0).Text() != "a" || s.Row(1).Text() != "b" {
			t.Errorf("%s: got\n%v", name, s)
		}
	}
}

func TestReplay_WithoutASizeIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.cast")
	write(t, path, "[0.1,\"o\",\"a\"]\n")
	err := (&Replayed{path: path}).play()
	if err == nil || !strings.Contains(err.Error(), "x.cast:1: the recording does not tell its size: add it to the header") {
		t.Errorf("got %v", err)
	}
}
