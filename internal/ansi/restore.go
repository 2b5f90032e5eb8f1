package ansi

// Bracketed paste (DEC private mode 2004): pasted text arrives between two
// marks, so that it can be told from typed keys.
const (
	PasteOn  = esc + "[?2004h"
	PasteOff = esc + "[?2004l"
)

// Restore undoes whatever a line-mode program may have set, in this order: end a
// synchronized update first, since until then nothing is shown.
const Restore = SyncEnd + ResetStyle + CloseLink + WrapOn + ShowCursor + PasteOff
