package text

// AppendExpanded adds s with every tab as blanks up to the next multiple of stop, counted from column col of the row that s begins in. stop
// below 1 is 8. s may hold newlines, which begin at column 0. It returns the column after s, by the larger opinion.
func AppendExpanded(dst, s []byte, col, stop int) ([]byte, int) {
	if stop < 1 {
		stop = 8
	}
	from := 0
	for i, c := range s {
		if c != '\t' && c != '\n' {
			continue
		}
		dst = append(dst, s[from:i]...)
		col += Of(s[from:i]).Max()
		from = i + 1
		if c == '\n' {
			dst, col = append(dst, '\n'), 0
			continue
		}
		for n := stop - col%stop; n > 0; n-- {
			dst = append(dst, ' ')
			col++
		}
	}
	return append(dst, s[from:]...), col + Of(s[from:]).Max()
}
