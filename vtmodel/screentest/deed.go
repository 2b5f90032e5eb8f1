//go:build unix

package screentest

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// act notes what happens and does it.
func (p *session) act(h happening, do func() error) error {
	p.begin(h)
	return do()
}

func (p *session) typed(text string) error { return p.press([]byte(text)) }

// press types bytes, after the program's output so far.
func (p *session) press(b []byte) error {
	if p.ended {
		return fmt.Errorf("%v has ended with status %d, nobody reads keys", p.command, p.status)
	}
	if err := p.drainBefore(); err != nil {
		return err
	}
	p.log[len(p.log)-1].typed = b
	return p.send(b)
}

// drainBefore takes in what was written before the present happening, and the
// program may be painting from now on.
func (p *session) drainBefore() error {
	last := len(p.log) - 1
	h := p.log[last]
	p.log = p.log[:last]
	err := p.drain()
	p.log = append(p.log, h)
	p.calm = calmNot
	return err
}

func (p *session) key(name string) error {
	b, err := keyBytes(name, p.term.Screen().Modes)
	if err != nil {
		return err
	}
	return p.press([]byte(b))
}

func (p *session) paste(text string) error {
	return p.press([]byte(pasteBytes(text, p.term.Screen().Modes)))
}

func (p *session) signal(s syscall.Signal) error {
	if p.ended {
		return fmt.Errorf("%v has ended with status %d", p.command, p.status)
	}
	if err := p.drainBefore(); err != nil {
		return err
	}
	return syscall.Kill(-p.device.foreground(), s)
}

func (p *session) resize(size Size) error {
	if size.Cols < 1 || size.Rows < 1 || size.Cols > sizeMax || size.Rows > sizeMax {
		return fmt.Errorf("a terminal of %v: want 1x1 to %dx%d", size, sizeMax, sizeMax)
	}
	if err := p.drainBefore(); err != nil {
		return err
	}
	p.term.Resize(size.Cols, size.Rows)
	if err := p.device.setSize(size); err != nil {
		return err
	}
	return p.send(p.term.Answers())
}

func (p *session) awaitEcho(on bool) error {
	what := map[bool]string{true: "the terminal to echo keys", false: "the terminal to stop echoing keys"}[on]
	return p.awaitModes(what, func(s ttyState) bool { return s.echo() == on })
}

func (p *session) awaitRaw() error { return p.awaitModes("raw mode", ttyState.raw) }

func (p *session) awaitText(text string) error {
	return p.awaitScreen(fmt.Sprintf("%q on the screen", text), func(s vtmodel.Screen) bool {
		_, ok := s.Find(text)
		return ok
	})
}

// screen is everything that was written so far; after AwaitFrame, up to that frame.
func (p *session) screen() (vtmodel.Screen, error) {
	if p.calm == calmNot {
		if err := p.drain(); err != nil {
			return vtmodel.Screen{}, err
		}
	}
	return p.term.Screen(), nil
}

func (p *session) golden(a *album, name string) error {
	if p.calm == calmNot {
		return fmt.Errorf("nothing was awaited since the program may be painting: put AwaitInput, AwaitFrame, AwaitText or another await before the golden")
	}
	s := p.term.Screen()
	at := time.Duration(-1)
	shot := vtmodel.NewShot(name, s, at, 0, a.scrolled)
	shot.Unsteady = p.calm == calmUnsteady
	return a.take(s, shot)
}

func (p *session) file(ch engine.Channel) (string, error) {
	if p.files[ch] == "" {
		return "", fmt.Errorf("%v is the terminal: start the program with ToFile(engine.%s)", ch, strings.ToUpper(ch.String()[:1])+ch.String()[1:])
	}
	text, err := os.ReadFile(p.files[ch])
	return string(text), err
}
