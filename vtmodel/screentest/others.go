package screentest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"jp/vtmodel"
)

// othersSuffix is what the second golden file of a scenario has before its ending:
// resize/narrow.terminals.txtar is beside resize/narrow.txtar.
const othersSuffix = ".terminals"

// otherScreens are the screens of a scenario that some terminals show in another
// way than xterm, since they treat text otherwise when their size changes or take a
// character to be wider. Each is named for the terminals:
//
//	-- screen narrow on alacritty tmux --
//
// The venues of one scenario run one after the other and share this value.
type otherScreens struct {
	path   string
	golden *vtmodel.Golden // nil when there is no file
	taken  []otherScreen
	venues []string // that have run
}

// An otherScreen is one such screen, and the terminals that show it.
type otherScreen struct {
	terminals []string
	shot      vtmodel.Shot
}

func openOthers(goldenPath string) (*otherScreens, error) {
	o := &otherScreens{path: strings.TrimSuffix(goldenPath, ".txtar") + othersSuffix + ".txtar"}
	file, err := openGolden(o.path)
	if err != nil {
		return nil, err
	}
	o.golden = file.golden
	return o, nil
}

func (o *otherScreens) begin(v venue) { o.venues = append(o.venues, v.name) }

func (o *otherScreens) ran(v venue) bool { return slices.Contains(o.venues, v.name) }

// onTerminals splits the name of a section.
func onTerminals(section string) (name string, terminals []string) {
	i := strings.LastIndex(section, " on ")
	if i < 0 {
		return section, nil
	}
	return section[:i], strings.Fields(section[i+len(" on "):])
}

// find returns what a terminal shows under a name, if that is not what xterm shows.
func (o *otherScreens) find(terminal, name string) (vtmodel.Shot, bool) {
	if o.golden == nil {
		return vtmodel.Shot{}, false
	}
	for _, s := range o.golden.Shots {
		if n, terminals := onTerminals(s.Name); n == name && slices.Contains(terminals, terminal) {
			return s, true
		}
	}
	return vtmodel.Shot{}, false
}

// take keeps a screen for the file.
func (o *otherScreens) take(terminal string, got vtmodel.Shot) {
	for i := range o.taken {
		if same := &o.taken[i]; same.shot.Name == got.Name && same.shot.Diff(got) == "" {
			same.terminals = append(same.terminals, terminal)
			return
		}
	}
	o.taken = append(o.taken, otherScreen{[]string{terminal}, got})
}

// finish writes the file, or complains about screens that nobody takes.
func (o *otherScreens) finish(s *Script, update bool) error {
	if update {
		return o.write()
	}
	if o.golden == nil {
		return nil
	}
	for _, shot := range o.golden.Shots {
		name, terminals := onTerminals(shot.Name)
		if !s.takes(name) {
			return fmt.Errorf("%s: the script takes no screen %q: run with %s=1 and read the difference", o.path, name, UpdateEnv)
		}
		for _, terminal := range terminals {
			if !slices.Contains(terminalNames(), terminal) {
				return fmt.Errorf("%s: screen %q: %q is no terminal: want some of %s", o.path, shot.Name, terminal, strings.Join(terminalNames(), ", "))
			}
		}
	}
	return nil
}

// takes reports whether the script has a step for the screen.
func (s *Script) takes(name string) bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool { o, ok := step.op.(opScreen); return ok && o.name == name })
}

func (o *otherScreens) write() error {
	if len(o.taken) == 0 {
		err := os.Remove(o.path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	file := goldenFile{path: o.path, golden: o.golden}
	for _, other := range o.taken {
		other.shot.Name += " on " + strings.Join(other.terminals, " ")
		file.taken = append(file.taken, other.shot)
	}
	return file.update()
}
