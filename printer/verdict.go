package printer

// Conditions decide whether regions are drawn. They are plain facts, so that
// "jp doctor" can ask "what if".
type Conditions struct {
	Pretty   bool // the resolved format of standard error permits terminal control
	Terminal bool // standard error is a terminal
	Dumb     bool // its TERM is unset or "dumb": the cursor can not be moved
	Silent   bool // chrome is silenced
}

// Verdict says whether regions are drawn, and the reason in words that follow
// "regions are on: " or "regions are off: ".
type Verdict struct {
	On     bool
	Reason string
}

const (
	reasonOn         = "standard error is a terminal"
	reasonSilent     = "chrome is silenced"
	reasonNoTerminal = "standard error is not a terminal"
	reasonDumb       = "TERM is unset or dumb, so the cursor can not be moved"
	reasonFormat     = "the output format permits no terminal control"
)

// Decide is the enabling predicate. Logging does not count against regions, since
// the log goes through the printer too. The size is the engine's business: it
// changes.
func Decide(c Conditions) Verdict {
	switch {
	case c.Silent:
		return Verdict{Reason: reasonSilent}
	case !c.Terminal:
		return Verdict{Reason: reasonNoTerminal}
	case c.Dumb:
		return Verdict{Reason: reasonDumb}
	case !c.Pretty:
		return Verdict{Reason: reasonFormat}
	}
	return Verdict{On: true, Reason: reasonOn}
}
