package ansi

import "strconv"

// Sequences of programs that own the whole screen. The line-mode printer uses none of
// them, and Restore does not leave the alternate screen: on a terminal that never entered
// it, that would move the cursor.
const (
	EnterAlt    = esc + "[?1049h" // save the cursor, show a blank alternate screen
	LeaveAlt    = esc + "[?1049l" // show the main screen again, cursor where it was
	EraseScreen = esc + "[2J"     // ED 2: everything, the cursor stays
)

// AppendMoveTo moves the cursor to a cell of the screen (CUP), counted from 0. Beyond the
// edges a terminal stops at the edge.
func AppendMoveTo(dst []byte, row, col int) []byte {
	dst = append(dst, esc+"["...)
	if row > 0 || col > 0 {
		dst = strconv.AppendInt(dst, int64(max(row, 0)+1), 10)
	}
	if col > 0 {
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, int64(col)+1, 10)
	}
	return append(dst, 'H')
}
