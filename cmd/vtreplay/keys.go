package main

// key is what a person wants of the player.
type key uint8

const (
	keyNone key = iota
	keyPause
	keyStep
	keyStepBack
	keyForward
	keyBack
	keyForwardFar
	keyBackFar
	keyNextMarker
	keyPrevMarker
	keyFaster
	keySlower
	keyNormal
	keyStart
	keyEnd
	keyQuit
	keyInterrupt
	keySuspend
	keyTenth0 // and the nine that follow: tenths of the recording
)

var plainKeys = map[byte]key{
	' ': keyPause, '.': keyStep, ',': keyStepBack, ']': keyNextMarker, '[': keyPrevMarker,
	'+': keyFaster, '-': keySlower, '=': keyNormal, 'g': keyStart, 'G': keyEnd,
	'q': keyQuit, 0x03: keyInterrupt, 0x1a: keySuspend,
}

// sequenceKeys are the keys that send a sequence, by what follows "ESC [" or "ESC O".
var sequenceKeys = map[string]key{
	"C": keyForward, "D": keyBack, "A": keyFaster, "B": keySlower,
	"1;2C": keyForwardFar, "1;2D": keyBackFar,
	"H": keyStart, "F": keyEnd, "1~": keyStart, "4~": keyEnd, "7~": keyStart, "8~": keyEnd,
}

const (
	escapeByte  = 0x1b
	sequenceMax = 16
)

// keyReader turns the bytes of a keyboard into keys. A sequence may arrive in pieces. What
// it does not know is nothing, also as a whole: the rest of an unknown sequence must not
// act as letters.
type keyReader struct {
	state    uint8 // 0 outside, 1 after ESC, 2 within a sequence
	sequence []byte
}

// read calls press for every key in b.
func (r *keyReader) read(b []byte, press func(key)) {
	for _, c := range b {
		if k := r.step(c); k != keyNone {
			press(k)
		}
	}
}

func (r *keyReader) step(c byte) key {
	switch {
	case c == escapeByte:
		r.state = 1
	case r.state == 0 && c >= '0' && c <= '9':
		return keyTenth0 + key(c-'0')
	case r.state == 0:
		return plainKeys[c]
	case r.state == 1 && (c == '[' || c == 'O'):
		r.state, r.sequence = 2, r.sequence[:0]
	case r.state == 1: // Alt and a letter, or Esc and then a key: the key counts
		r.state = 0
		return r.step(c)
	case c == 0x03:
		r.state = 0
		return keyInterrupt
	case c >= 0x40 && c <= 0x7e:
		r.state = 0
		return sequenceKeys[string(append(r.sequence, c))]
	case len(r.sequence) < sequenceMax:
		r.sequence = append(r.sequence, c)
	}
	return keyNone
}
