package screentest

import "strings"

// A verb is one word of the script language. Exactly one of setup, command and
// step is set.
type verb struct {
	name  string
	group group
	usage string
	help  string

	setup   func(*Setup, *args) error
	command func(*parser, *args, *opCommands) error
	step    func(*parser, *args) (op, error)
}

// A group is a chapter of the language reference.
type group uint8

const (
	groupSetup group = iota
	groupCommands
	groupTime
	groupProgram
	groupChecks
	groups
)

func (g group) String() string {
	return [...]string{
		"Setup, before the first step",
		"Commands to the engine",
		"Time and typing",
		"Programs, instead of the engine",
		"Checks",
	}[g]
}

// allVerbs is the language. The order is that of the reference.
func allVerbs() []verb {
	var all []verb
	all = append(all, setupVerbs...)
	all = append(all, commandVerbs...)
	all = append(all, timeVerbs...)
	all = append(all, programVerbs...)
	return append(all, checkVerbs...)
}

func findVerb(name string) (*verb, bool) {
	for _, v := range allVerbs() {
		if v.name == name {
			return &v, true
		}
	}
	return nil, false
}

func verbNames() []string {
	var names []string
	for _, v := range allVerbs() {
		names = append(names, v.name)
	}
	return names
}

// Reference is the script language as a Go comment without the comment marks:
// the package comment of scenarios ends with it, and a test compares them.
func Reference() string {
	var b strings.Builder
	for g := range groups {
		b.WriteString("# " + g.String() + "\n\n")
		for _, v := range allVerbs() {
			if v.group != g {
				continue
			}
			b.WriteString("\t" + v.usage + "\n")
			for line := range strings.SplitSeq(v.help, "\n") {
				b.WriteString("\t    " + line + "\n")
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
