//go:build unix

package screentest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"jp/vtmodel"
)

// namedKeys are the keys that have a name. A number is that of "CSI n ~"; a letter
// that of "CSI letter", or "SS3 letter" in application cursor mode; anything else
// is typed as it is.
var namedKeys = map[string]string{
	"Enter": "\r", "Tab": "\t", "Space": " ", "Backspace": "\x7f", "Escape": string(rune(esc)),
	"Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F",
	"Insert": "2", "Delete": "3", "PageUp": "5", "PageDown": "6",
	"F5": "15", "F6": "17", "F7": "18", "F8": "19", "F9": "20", "F10": "21", "F11": "23", "F12": "24",
	"F1": "P", "F2": "Q", "F3": "R", "F4": "S",
}

const esc = 0x1b

// keyBytes is what a terminal sends for a key such as "a", "Ctrl+C", "Alt+x" or
// "Shift+Up", the modes of the screen considered.
func keyBytes(name string, modes vtmodel.Modes) (string, error) {
	key, modifiers := name, 0
	for {
		word, rest, ok := strings.Cut(key, "+")
		bit := map[string]int{"Shift": 1, "Alt": 2, "Ctrl": 4}[word]
		if !ok || bit == 0 || rest == "" {
			break
		}
		key, modifiers = rest, modifiers|bit
	}
	code, named := namedKeys[key]
	switch {
	case named && code != " " && code[0] > ' ' && code[0] < 0x7f:
		return functionKey(code, modifiers, modes), nil
	case named:
	case utf8.RuneCountInString(key) == 1:
		code = key
	default:
		return "", fmt.Errorf("no key %q: want one character, or Enter, Tab, Up, F1, …, with Ctrl+, Alt+ or Shift+ before it", name)
	}
	if key == "Tab" && modifiers == 1 {
		return string(rune(esc)) + "[Z", nil
	}
	if modifiers&1 != 0 {
		code = strings.ToUpper(code)
	}
	if modifiers&4 != 0 {
		c := strings.ToUpper(code)[0]
		switch {
		case len(code) != 1 || c < '?' || c > '_':
			if c != ' ' {
				return "", fmt.Errorf("no key %q: a terminal knows Ctrl with a letter, or one of @ [ \\ ] ^ _ ? Space", name)
			}
			c = '@'
		}
		code = string(rune(c ^ '@'))
	}
	if modifiers&2 != 0 {
		code = string(rune(esc)) + code
	}
	return code, nil
}

// functionKey is the sequence of a key that types no character.
func functionKey(code string, modifiers int, modes vtmodel.Modes) string {
	isNumber := code[0] >= '0' && code[0] <= '9'
	lead := string(rune(esc))
	switch {
	case isNumber && modifiers == 0:
		return lead + "[" + code + "~"
	case isNumber:
		return fmt.Sprintf("%s[%s;%d~", lead, code, modifiers+1)
	case modifiers != 0:
		return fmt.Sprintf("%s[1;%d%s", lead, modifiers+1, code)
	case code[0] >= 'P' || modes&vtmodel.AppCursor != 0:
		return lead + "O" + code
	}
	return lead + "[" + code
}

// pasteBytes is what a terminal sends for pasted text: it says so when the program
// has asked, and makes every line end an Enter.
func pasteBytes(text string, modes vtmodel.Modes) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\r"), "\n", "\r")
	if modes&vtmodel.BracketedPaste == 0 {
		return text
	}
	lead := string(rune(esc)) + "["
	return lead + "200~" + text + lead + "201~"
}
