package engine

// Retained is how much memory the engine's buffers hold.
func (e *Engine) Retained() int {
	return cap(e.text) + cap(e.lanePiece) + cap(e.screen.lines) + cap(e.screen.tail) + cap(e.out.buf) + cap(e.lane.bytes)
}
