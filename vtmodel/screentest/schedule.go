package screentest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jp/engine"
)

// A producer is one of those that act at the same time: its steps come in their
// order, whatever the others do in between.
type producer struct {
	letter byte
	name   string
	steps  [][]Step // each step has one or more alternatives
}

// A move is one step of a schedule.
type move struct {
	producer int
	alt      int  // which of the step's alternatives
	cut      int  // a resize that comes when so many bytes of the frame before it are written
	skip     bool // the step is left out: a shrunk schedule
}

// producersOf parses what the producers do. Alternatives of a step are separated
// by " | ".
func producersOf(p *parser, named map[string][]string) ([]producer, error) {
	var list []producer
	for name, lines := range named {
		if name == "" || name[0] < 'a' || name[0] > 'z' {
			return nil, fmt.Errorf("producer %q: begin its name with a letter from a to z, which stands for it in schedules", name)
		}
		made := producer{letter: name[0], name: name}
		for _, line := range lines {
			var step []Step
			for _, text := range strings.Split(line, " | ") {
				before := len(p.script.Steps)
				if err := p.line(0, strings.TrimSpace(text)); err != nil {
					return nil, fmt.Errorf("producer %s: %q: %w", name, text, err)
				}
				if len(p.script.Steps) != before+1 {
					return nil, fmt.Errorf("producer %s: %q is no step: give setup lines as Setup", name, text)
				}
				step = append(step, p.script.Steps[before])
			}
			made.steps = append(made.steps, step)
		}
		list = append(list, made)
	}
	p.script.Steps = nil
	slices.SortFunc(list, func(a, b producer) int { return int(a.letter) - int(b.letter) })
	for i := range list[:max(len(list)-1, 0)] {
		if list[i].letter == list[i+1].letter {
			return nil, fmt.Errorf("producers %s and %s: begin their names with different letters", list[i].name, list[i+1].name)
		}
	}
	return list, nil
}

// schedule writes moves as one word, which is also the name of a test: a letter for
// each step, a capital for one that is left out, ".2" for another alternative than
// the first, "~14" for a resize that tears the frame before it after 14 bytes.
func (e *explorer) schedule(path []move) string {
	var b strings.Builder
	for _, m := range path {
		letter := e.producers[m.producer].letter
		if m.skip {
			letter -= 'a' - 'A'
		}
		b.WriteByte(letter)
		if m.alt > 0 {
			fmt.Fprintf(&b, ".%d", m.alt+1)
		}
		if m.cut > 0 {
			fmt.Fprintf(&b, "~%d", m.cut)
		}
	}
	return b.String()
}

// parseSchedule reads what schedule wrote.
func (e *explorer) parseSchedule(text string) ([]move, bool) {
	var path []move
	counts := make([]int, len(e.producers))
	for text != "" {
		letter := text[0] | ('a' - 'A')
		m := move{skip: letter != text[0]}
		m.producer = slices.IndexFunc(e.producers, func(p producer) bool { return p.letter == letter })
		if m.producer < 0 || counts[m.producer] == len(e.producers[m.producer].steps) {
			return nil, false
		}
		alternatives := e.producers[m.producer].steps[counts[m.producer]]
		counts[m.producer]++
		text = text[1:]
		if rest, ok := strings.CutPrefix(text, "."); ok {
			m.alt, text = leadingNumber(rest)
			m.alt--
		}
		if rest, ok := strings.CutPrefix(text, "~"); ok {
			m.cut, text = leadingNumber(rest)
		}
		if m.alt < 0 || m.alt >= len(alternatives) {
			return nil, false
		}
		path = append(path, m)
	}
	return path, len(path) > 0
}

func leadingNumber(s string) (n int, rest string) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, _ = strconv.Atoi(s[:end])
	return n, s[end:]
}

// step is what the last move of a path does, nil for one that is left out.
func (e *explorer) step(path []move) *Step {
	last := path[len(path)-1]
	if last.skip {
		return nil
	}
	at := 0
	for _, m := range path[:len(path)-1] {
		if m.producer == last.producer {
			at++
		}
	}
	return &e.producers[last.producer].steps[at][last.alt]
}

// next lists the moves that can follow a path, torn ones apart.
func (e *explorer) next(path []move) []move {
	counts := make([]int, len(e.producers))
	for _, m := range path {
		counts[m.producer]++
	}
	var moves []move
	for i, p := range e.producers {
		if counts[i] == len(p.steps) {
			continue
		}
		for alt := range p.steps[counts[i]] {
			moves = append(moves, move{producer: i, alt: alt})
		}
	}
	return moves
}

// schedules counts the complete schedules: the ways to merge the producers' steps,
// times the alternatives.
func (e *explorer) schedules() float64 {
	count, done := 1.0, 0
	for _, p := range e.producers {
		for i, step := range p.steps {
			done++
			count *= float64(done) / float64(i+1) * float64(len(step))
		}
	}
	return count
}

// resizeOf is the step's change of the terminal's size and what the program is told.
func resizeOf(s *Step) (size Size, told []engine.Command, ok bool) {
	o, isCommands := s.op.(opCommands)
	if !isCommands || o.terminal == nil {
		return Size{}, nil, false
	}
	return *o.terminal, o.commands, true
}
