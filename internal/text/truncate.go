package text

// Place says which part of a text gives way to the ellipsis.
type Place uint8

// The places.
const (
	Tail   Place = iota // "the beginning…"
	Head                // "…the end"
	Middle              // "the begi…he end"
)

const ellipsis = "…"

// AppendTruncated adds s when it fits into cols columns under both opinions, and else as much of it as leaves one column for an
// ellipsis in its place. Clusters stay whole. s is a line: valid UTF-8 without controls. cols below 1 adds nothing.
func AppendTruncated(dst, s []byte, cols int, place Place) []byte {
	if cols < 1 {
		return dst
	}
	if n, _ := Take(s, cols); n == len(s) {
		return append(dst, s...)
	}
	room := cols - 1
	front, back := room, 0
	switch place {
	case Head:
		front, back = 0, room
	case Middle:
		front, back = room-room/2, room/2
	}
	n, _ := Take(s, front)
	dst = append(dst, s[:n]...)
	dst = append(dst, ellipsis...)
	return append(dst, s[len(s)-lastFitting(s[n:], back):]...)
}

// lastFitting is the length of the longest tail of s that begins with a cluster and fits into cols columns.
func lastFitting(s []byte, cols int) int {
	if cols < 1 {
		return 0
	}
	over := Of(s)
	n := 0
	for over.Max() > cols && n < len(s) {
		size, w := First(s[n:])
		n += size
		over = Width{over.Cells - w.Cells, over.Runes - w.Runes}
	}
	for n < len(s) { // a mark that lost its base
		size, w := First(s[n:])
		if w.Max() > 0 {
			break
		}
		n += size
	}
	return len(s) - n
}
