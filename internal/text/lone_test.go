package text

import (
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// What the short way says must be what the tables say, alone and before each neighbour that it vouches for.
func TestLoneRune_AgreesWithTheTables(t *testing.T) {
	neighbours := []string{"", "a", " ", "é", "世", "か", "각", "…"}
	for r := rune(0x80); r < 0x20000; r++ {
		if plainCols(r) == 0 {
			continue
		}
		for _, next := range neighbours {
			s := string(r) + next
			n, w := loneRune([]byte(s))
			it := graphemes.FromString(s)
			it.Next()
			if cluster := it.Value(); n != len(cluster) || w != clusterWidth([]byte(cluster)) {
				t.Fatalf("%U before %q: %d bytes, %+v; the tables say %d bytes, %+v", r, next, n, w, len(cluster), clusterWidth([]byte(cluster)))
			}
		}
		before := "a" + string(r)
		if n, _ := loneRune([]byte(before)); n != 1 {
			t.Fatalf("%q: the letter is %d bytes", before, n)
		}
	}
}
