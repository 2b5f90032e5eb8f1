package tty

import "strings"

// Environ is what the environment says about the terminal, as plain data. What
// follows from it for colour is internal/theme's business.
type Environ struct {
	Term      string // TERM
	ColorTerm string // COLORTERM
	Program   string // TERM_PROGRAM
	// Dumb is set when TERM is unset, empty or "dumb": the cursor can not be moved.
	Dumb bool
	// NoColor is set when NO_COLOR is there and not empty (no-color.org).
	NoColor bool
	// Accessible is set by ACCESSIBLE=1: nothing on screen may change in place.
	Accessible bool
	// Sync is set when the terminal is known to support DEC private mode 2026.
	Sync    bool
	Profile Profile
}

// Lookup finds an environment variable; os.LookupEnv is one.
type Lookup func(name string) (string, bool)

// Profile names a family of terminals by how they treat rows when they are
// resized.
type Profile uint8

// The profiles. ProfileBase suits every terminal that is not known to need more.
const (
	ProfileBase Profile = iota
	ProfileKitty
	ProfileXtermJS
)

// ReadEnviron reads the variables that describe the terminal.
func ReadEnviron(lookup Lookup) Environ {
	e := Environ{
		Term:      lookup.value("TERM"),
		ColorTerm: lookup.value("COLORTERM"),
		Program:   lookup.value("TERM_PROGRAM"),
		NoColor:   lookup.value("NO_COLOR") != "",
		Profile:   ChooseProfile(lookup),
		Sync:      KnowsSync(lookup),
	}
	e.Dumb = e.Term == "" || e.Term == "dumb"
	switch lookup.value("ACCESSIBLE") {
	case "", "0", "false":
	default:
		e.Accessible = true
	}
	return e
}

// ChooseProfile picks the profile from the environment alone; no terminal is
// ever asked, since the answer could mix with what the user types. A multiplexer
// wins, since the variables of the terminal around it leak in.
func ChooseProfile(lookup Lookup) Profile {
	if isMultiplexed(lookup) {
		return ProfileBase
	}
	if lookup.value("KITTY_WINDOW_ID") != "" || lookup.value("TERM") == "xterm-kitty" {
		return ProfileKitty
	}
	switch lookup.value("TERM_PROGRAM") {
	case "vscode", "Hyper", "Tabby":
		return ProfileXtermJS
	}
	return ProfileBase
}

// KnowsSync reports whether the terminal is known to draw everything between the
// two sequences of DEC private mode 2026 at once. A terminal that does not know
// the mode ignores it, so a wrong yes costs sixteen bytes a repaint, a wrong no a
// flicker.
func KnowsSync(lookup Lookup) bool {
	if isMultiplexed(lookup) {
		return false
	}
	switch term := lookup.value("TERM"); {
	case term == "xterm-kitty", term == "xterm-ghostty", term == "contour":
		return true
	case strings.HasPrefix(term, "alacritty"), strings.HasPrefix(term, "foot"):
		return true
	}
	switch lookup.value("TERM_PROGRAM") {
	case "ghostty", "WezTerm", "iTerm.app", "vscode", "contour", "rio", "WarpTerminal":
		return true
	}
	for _, name := range [...]string{"KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION"} {
		if lookup.value(name) != "" {
			return true
		}
	}
	return false
}

func isMultiplexed(lookup Lookup) bool {
	term := lookup.value("TERM")
	return lookup.value("TMUX") != "" || lookup.value("STY") != "" ||
		strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}

func (l Lookup) value(name string) string {
	v, _ := l(name)
	return v
}

func (p Profile) String() string {
	switch p {
	case ProfileKitty:
		return "kitty"
	case ProfileXtermJS:
		return "xtermjs"
	}
	return "base"
}
