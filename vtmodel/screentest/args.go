package screentest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// args hands out one command's tokens, and knows what to say when they are not
// what the verb wants.
type args struct {
	usage string
	toks  []token
	texts map[string]string // what @name stands for
}

func (a *args) fail(format string, v ...any) error {
	return fmt.Errorf("%s; usage: %s", fmt.Sprintf(format, v...), a.usage)
}

// more reports whether a token is left.
func (a *args) more() bool { return len(a.toks) > 0 }

// end complains about tokens that nobody has taken.
func (a *args) end() error {
	if !a.more() {
		return nil
	}
	if t := a.toks[0]; t.key != "" {
		return a.fail("unknown setting %s=", t.key)
	}
	return a.fail("unexpected %q", a.toks[0].text)
}

// flag takes the next token when it is the bare word.
func (a *args) flag(word string) bool {
	if !a.more() || a.toks[0].quoted || a.toks[0].key != "" || a.toks[0].text != word {
		return false
	}
	a.toks = a.toks[1:]
	return true
}

// word takes the next token, which must be bare.
func (a *args) word(what string) (string, error) {
	if !a.more() || a.toks[0].quoted || a.toks[0].key != "" {
		return "", a.fail("want %s", what)
	}
	text := a.toks[0].text
	a.toks = a.toks[1:]
	return text, nil
}

// bareWords takes all bare tokens up to the next one that is not.
func (a *args) bareWords() []string {
	var words []string
	for a.more() && !a.hasText() && a.toks[0].key == "" {
		words = append(words, a.toks[0].text)
		a.toks = a.toks[1:]
	}
	return words
}

// hasText reports whether text comes next: quoted, or the name of a section.
func (a *args) hasText() bool {
	return a.more() && a.toks[0].key == "" && (a.toks[0].quoted || strings.HasPrefix(a.toks[0].text, "@"))
}

// text takes the next token, which must be quoted or name a section of the file.
func (a *args) text() (string, error) {
	if !a.hasText() {
		return "", a.fail(`want "text" in quotes`)
	}
	t := a.toks[0]
	a.toks = a.toks[1:]
	if t.quoted {
		return t.text, nil
	}
	text, ok := a.texts[t.text[1:]]
	if !ok {
		return "", a.fail("%s: the file has no section -- %s --", t.text, t.text[1:])
	}
	return text, nil
}

// setting takes the token key=value wherever it stands.
func (a *args) setting(key string) (string, bool) {
	for i, t := range a.toks {
		if t.key == key {
			a.toks = append(a.toks[:i:i], a.toks[i+1:]...)
			return t.text, true
		}
	}
	return "", false
}

// durationSetting is setting for a length of time.
func (a *args) durationSetting(key string) (time.Duration, error) {
	text, ok := a.setting(key)
	if !ok {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, a.fail("%s=%s: want a duration such as 300ms", key, text)
	}
	return d, nil
}

func (a *args) duration() (time.Duration, error) {
	text, err := a.word("a duration such as 1.5s")
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, a.fail("%q: want a duration such as 1.5s", text)
	}
	return d, nil
}

// size takes COLSxROWS.
func (a *args) size() (Size, error) {
	text, err := a.word("a size such as 40x6")
	if err != nil {
		return Size{}, err
	}
	c, r, ok := strings.Cut(text, "x")
	cols, err1 := strconv.Atoi(c)
	rows, err2 := strconv.Atoi(r)
	if !ok || err1 != nil || err2 != nil || cols < 0 || rows < 0 || cols > sizeMax || rows > sizeMax {
		return Size{}, a.fail("%q: want COLSxROWS, each at most %d", text, sizeMax)
	}
	return Size{cols, rows}, nil
}

// choose takes a word that must be one of a few.
func (a *args) choose(what string, of ...string) (int, error) {
	text, err := a.word(what)
	if err != nil {
		return 0, err
	}
	for i, s := range of {
		if s == text {
			return i, nil
		}
	}
	return 0, a.fail("%q: want %s", text, strings.Join(of, ", "))
}

// bound takes N, <=N or >=N.
func (a *args) bound() (bound, error) {
	text, err := a.word("N, <=N or >=N")
	if err != nil {
		return bound{}, err
	}
	number := strings.TrimLeft(text, "<>=")
	n, err := strconv.Atoi(number)
	b := bound{op: text[:len(text)-len(number)], n: n}
	if err != nil || (b.op != "" && b.op != "<=" && b.op != ">=") {
		return bound{}, a.fail("%q: want N, <=N or >=N", text)
	}
	return b, nil
}

// A bound is what a count is compared with.
type bound struct {
	op string
	n  int
}

func (b bound) holds(n int) bool {
	switch b.op {
	case "<=":
		return n <= b.n
	case ">=":
		return n >= b.n
	}
	return n == b.n
}

func (b bound) String() string { return b.op + strconv.Itoa(b.n) }
