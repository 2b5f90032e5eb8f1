package text

// LinkBytesMax bounds an address in a link; terminals begin to refuse at about this length.
const LinkBytesMax = 2083

// safeSchemes are the schemes of addresses that a click may open: none of them starts a program with arguments of the
// text's choosing, as file, ssh, telnet and the help schemes do.
var safeSchemes = [...]string{"https:", "http:", "mailto:"}

// IsSafeLink reports whether a link that leads to uri may be made: a safe scheme, not too long, no space, and no control,
// quoting or invisible character. Characters beyond ASCII are fine: AppendLinkTarget writes them as the terminal wants them.
func IsSafeLink(uri []byte) bool {
	if len(uri) > LinkBytesMax || !hasSafeScheme(uri) {
		return false
	}
	for _, c := range uri {
		if c <= ' ' || c == 0x7f {
			return false
		}
	}
	for _, r := range string(uri) {
		if r >= 0x7f && (hides(r) || r == '\ufffd') {
			return false
		}
	}
	return true
}

func hasSafeScheme(uri []byte) bool {
	for _, scheme := range safeSchemes {
		if len(uri) > len(scheme) && equalFold(uri[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// equalFold compares in ASCII, b being in lower case.
func equalFold(a []byte, b string) bool {
	for i := range b {
		c := a[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// AppendLinkTarget adds uri in the form that OSC 8 asks for, printable ASCII: everything else is percent-encoded, so no
// address can end the sequence it stands in. It adds at most LinkBytesMax bytes of uri, whole characters. It does not ask whether
// the address is safe to open.
func AppendLinkTarget(dst, uri []byte) []byte {
	const hex = "0123456789ABCDEF"
	for _, c := range uri[:min(len(uri), LinkBytesMax)] {
		if c > ' ' && c < 0x7f {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', hex[c>>4], hex[c&15])
	}
	return dst
}
