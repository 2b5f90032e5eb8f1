package vtmodel

import "strconv"

// feed gives vt10x bytes that are known to be harmless. It takes all of them, since they
// end on a rune's boundary.
func (v *VT10x) feed(p []byte) {
	if n, err := v.term.Write(p); n != len(p) || err != nil {
		panic("vtmodel: vt10x did not take what it was fed")
	}
}

func (v *VT10x) escape(final byte) {
	v.cmd = append(v.cmd[:0], esc, final)
	v.feed(v.cmd)
}

func (v *VT10x) csi(final byte, args ...int) {
	v.cmd = append(v.cmd[:0], esc, '[')
	for i, n := range args {
		if i > 0 {
			v.cmd = append(v.cmd, ';')
		}
		v.cmd = strconv.AppendInt(v.cmd, int64(n), 10)
	}
	v.cmd = append(v.cmd, final)
	v.feed(v.cmd)
}

// mode sets one mode. The prefix is '?' for private modes and 0 for others.
func (v *VT10x) mode(prefix byte, n int, on bool) {
	v.cmd = append(v.cmd[:0], esc, '[')
	if prefix != 0 {
		v.cmd = append(v.cmd, prefix)
	}
	v.cmd = strconv.AppendInt(v.cmd, int64(n), 10)
	final := byte('l')
	if on {
		final = 'h'
	}
	v.cmd = append(v.cmd, final)
	v.feed(v.cmd)
}
