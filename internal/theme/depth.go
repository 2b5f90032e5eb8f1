package theme

import "strings"

// Depth is how many colours may be used.
type Depth uint8

// The depths.
const (
	NoColor   Depth = iota
	Sixteen         // the terminal's own palette
	Palette         // 256
	TrueColor       // 24 bits
)

// Lookup finds an environment variable; os.LookupEnv is one.
type Lookup func(name string) (string, bool)

// Choices is everything that the decision about colour depends on, as a value.
type Choices struct {
	Flag          string // auto, always, never
	NoColor       string // NO_COLOR
	Force         string // FORCE_COLOR
	CLIColor      string // CLICOLOR
	CLIColorForce string // CLICOLOR_FORCE
	Term          string // TERM
	ColorTerm     string // COLORTERM
}

// ReadChoices reads the environment; flag is what the user chose, or "auto".
func ReadChoices(flag string, lookup Lookup) Choices {
	value := func(name string) string { v, _ := lookup(name); return v }
	return Choices{
		Flag: flag, NoColor: value("NO_COLOR"), Force: value("FORCE_COLOR"), CLIColor: value("CLICOLOR"),
		CLIColorForce: value("CLICOLOR_FORCE"), Term: value("TERM"), ColorTerm: value("COLORTERM"),
	}
}

// Forced reports whether colour is wanted even where the output is no terminal.
func (c Choices) Forced() bool {
	switch {
	case c.Flag == "always":
		return true
	case c.Flag == "never", c.NoColor != "", c.Force == "0":
		return false
	}
	return c.Force != "" || (c.CLIColorForce != "" && c.CLIColorForce != "0")
}

// Depth applies the table of the package comment to a channel that keeps escapes.
func (c Choices) Depth() Depth {
	if c.Forced() {
		return max(c.available(), Sixteen)
	}
	if c.Flag == "never" || c.NoColor != "" || c.Force == "0" || c.CLIColor == "0" {
		return NoColor
	}
	return c.available()
}

// available is what the terminal can show, by its own account.
func (c Choices) available() Depth {
	switch {
	case c.Term == "", c.Term == "dumb":
		return NoColor
	case c.ColorTerm == "truecolor", c.ColorTerm == "24bit", strings.HasSuffix(c.Term, "-direct"):
		return TrueColor
	case strings.Contains(c.Term, "256color"), c.Term == "xterm-kitty", c.Term == "xterm-ghostty", strings.HasPrefix(c.Term, "alacritty"):
		return Palette
	}
	return Sixteen
}
