package ansi

import "strconv"

const esc = "\x1b"

// Fixed sequences of the drawing protocol.
const (
	ResetStyle    = esc + "[m"      // SGR with no parameter: all attributes off
	EraseLine     = esc + "[2K"     // EL 2: the cursor's whole line
	EraseBelow    = esc + "[J"      // ED 0: from the cursor to the end of the screen
	EraseRight    = esc + "[K"      // EL 0: from the cursor to the end of its line
	CursorRight   = esc + "[C"      // CUF 1
	Index         = esc + "D"       // IND: down one row, scrolls at the bottom
	SaveCursor    = esc + "7"       // DECSC
	RestoreCursor = esc + "8"       // DECRC
	WrapOff       = esc + "[?7l"    // DECAWM reset
	WrapOn        = esc + "[?7h"    // DECAWM set
	SyncBegin     = esc + "[?2026h" // synchronized output
	SyncEnd       = esc + "[?2026l"
	ShowCursor    = esc + "[?25h" // DECTCEM set
	HideCursor    = esc + "[?25l"
	LastColumn    = esc + "[999G" // CHA far beyond the edge: the last column

	// PromptMark and OutputMark are OSC 133 A with k=s (secondary: no jump target)
	// and OSC 133 C. Kitty blanks from a prompt mark down before it re-wraps.
	PromptMark = esc + "]133;A;k=s" + esc + "\\"
	OutputMark = esc + "]133;C" + esc + "\\"

	// CloseLink ends an OSC 8 hyperlink.
	CloseLink = esc + "]8;;" + esc + "\\"
)

// AppendUp moves the cursor n rows up, stopping at the top. n below 1 adds nothing.
func AppendUp(dst []byte, n int) []byte { return appendMove(dst, n, 'A') }

// AppendDown moves the cursor n rows down, stopping at the bottom.
func AppendDown(dst []byte, n int) []byte { return appendMove(dst, n, 'B') }

// AppendRight moves the cursor n columns right, stopping at the edge.
func AppendRight(dst []byte, n int) []byte { return appendMove(dst, n, 'C') }

// AppendInsertLines opens n blank rows at the cursor; rows below move down and
// the lowest fall off.
func AppendInsertLines(dst []byte, n int) []byte { return appendMove(dst, n, 'L') }

// AppendDeleteLines removes n rows at the cursor; rows below move up.
func AppendDeleteLines(dst []byte, n int) []byte { return appendMove(dst, n, 'M') }

func appendMove(dst []byte, n int, final byte) []byte {
	if n < 1 {
		return dst
	}
	dst = append(dst, esc+"["...)
	if n > 1 {
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, final)
}

// AppendLink opens an OSC 8 hyperlink. payload is "params;uri" as Scanner yields
// it, so it holds no control byte.
func AppendLink(dst, payload []byte) []byte {
	dst = append(dst, esc+"]8;"...)
	dst = append(dst, payload...)
	return append(dst, esc+"\\"...)
}

// AppendSGR adds an SGR with parameters as Scanner yields them.
func AppendSGR(dst, params []byte) []byte {
	dst = append(dst, esc+"["...)
	dst = append(dst, params...)
	return append(dst, 'm')
}
