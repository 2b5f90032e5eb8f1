package screentest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/printer"
	"jp/vtmodel"
	"jp/vtmodel/screentest"
)

// The tests of this file are how a user writes one. Each shows one ability.

// A pure scenario: a clock that only the test moves, several named screens in one
// golden file, all laws on.
func TestSample_StatusClearsBeforePrint(t *testing.T) {
	s := screentest.New(t, screentest.Size{Cols: 40, Rows: 6})
	s.Play(`claim wait "Waiting…" clock=elapsed delay=2s every=100ms`)

	s.Advance(1999 * time.Millisecond).Blank() // nothing before the delay, not one frame
	s.Advance(time.Millisecond).Golden("appears")
	s.Advance(7200 * time.Millisecond).Golden("9.2 seconds")

	s.Play(`print "content one\n"`).Golden("content lands above")
	s.Play("release wait").Golden("released")
	if n := s.Frames(); n > 75 { // 1 + 72 ticks, the print, the release
		t.Errorf("%d frames, want at most 75", n)
	}
}

// Every frame, not just the end: During judges each frame of what happens in it.
func TestSample_NothingMovesUnderAPrompt(t *testing.T) {
	s := screentest.New(t, screentest.Size{Cols: 60, Rows: 10})
	s.Play(`claim wait "Waiting…" clock=elapsed every=100ms`)
	before := s.Advance(time.Second).Screen()

	s.During(func() {
		s.Play("suspend ask\n" + `print tty "Name? "` + "\n" + `type "Ada\n"`).Advance(10 * time.Second)
	}).
		Never(screentest.Chrome()).
		Never(screentest.CursorOutside(0, 1))

	s.Play("resume ask fresh").Advance(100 * time.Millisecond)
	if got, want := s.Differs(before), []string{"Name? Ada", "Waiting… 11.1s"}; !slices.Equal(got, want) {
		t.Errorf("other rows are %q, want %q", got, want)
	}
}

// A typewriter that is interrupted at every instant of its text.
func TestSample_InterruptAnywhere(t *testing.T) {
	const say = "Grüße, 世界!"
	for at := range screentest.Instants(0, 130*time.Millisecond, 10*time.Millisecond) {
		t.Run(at.String(), func(t *testing.T) {
			s := screentest.New(t, screentest.Size{Cols: 12, Rows: 4})
			s.Play(`say 10ms "` + say + `"`)
			s.AdvanceTo(at)
			for _, line := range s.Transcript() {
				if !strings.HasPrefix(say, line) {
					t.Errorf("%q is no beginning of %q", line, say)
				}
			}
			s.Play("close")
			if got := strings.Join(s.Transcript(), "\n"); got != say {
				t.Errorf("after the end: %q, want %q", got, say)
			}
		})
	}
}

// A region on every profile through sizes around its own.
func TestSample_RegionSurvivesResize(t *testing.T) {
	screentest.EachResize(t, screentest.Size{Cols: 40, Rows: 7}, func(t *testing.T, s *screentest.Scenario, r screentest.Straddle) {
		s.Play("print \"one\\ntwo\\n\"\nclaim tail \"Working\" rows=3\npush tail \"a longer row\" \"b\" \"c\"").Advance(time.Second)
		s.Resize(r.Of(s.Screen())).Advance(time.Second)
		s.Play("print \"answer\\n\"\nrelease tail")
		if got, want := s.Transcript(), []string{"one", "two", "answer"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// The driver with real goroutines on virtual time: no file descriptor, no waiting.
func TestSample_ReleaseThenPrintKeepsOrder(t *testing.T) {
	screentest.Bubble(t, screentest.Size{Cols: 40, Rows: 6}, func(_ *testing.T, s *screentest.Live) {
		p := printer.New(printer.Options{
			Out: s.TTY(), Err: s.TTY(),
			Terminal: printer.Terminal{
				Out: engine.PortScreen, Err: engine.PortScreen,
				Verdict: printer.Verdict{On: true}, Size: s.Size,
			},
		})
		defer p.Close()
		status := p.Status(engine.Style{Label: engine.Label{Subject: "Waiting…", Clock: engine.ClockElapsed}})
		s.Advance(3 * time.Second).Golden("waiting")
		status.Release()
		p.Println("answer")
		s.Golden("answer")
	})
}

// A program on a real pty, still without sleeping. The demo is in demo_test.go.
func TestSample_Demo(t *testing.T) {
	p := screentest.Start(t, screentest.Own("demo"), screentest.Size{Cols: 60, Rows: 10}, screentest.Granted())
	p.Grant(300 * time.Millisecond).Golden("spinner at 0.3s")
	p.Grant(time.Second)
	p.AwaitInput().Golden("prompt")
	p.Type("Ada").Key("Enter").AwaitFrame().Golden("hello")
	p.Resize(40, 8).AwaitFrame().Golden("narrow")
	p.Key("Ctrl+C").AwaitExit(130).Golden("interrupted")
	p.TTYRestored()
}

// A report about a fault becomes a test.
func TestSample_BugReport(t *testing.T) {
	r := screentest.Replay(t, "testdata/bug-17.cast").Golden("end")
	if _, ok := r.Screen().Find("9.2s"); ok {
		t.Error("a stale row is left")
	}
	screentest.Replay(t, "testdata/bug-17.cast", screentest.As(vtmodel.Tmux))
}
