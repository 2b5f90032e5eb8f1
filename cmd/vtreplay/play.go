package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"jp/internal/tty"
)

// drawEvery is the shortest time between two frames on the terminal.
const drawEvery = time.Second / 60

type playFlags struct {
	at        string
	speed     float64
	idleLimit float64
	idleSet   bool
	exit      bool
}

func (a *app) playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play FILE",
		Short: "Watch a recording in the terminal",
		Long: `play shows a recording as it happened. It is drawn through a screen model, so
that seeking never floods the terminal, and no recorded query, title or clipboard
sequence reaches it. A recording larger than the terminal is clipped, with the
cursor in view. When standard output is no terminal, the last screen is printed.

Keys: space pause; . and , next and previous frame; right and left 5 s, with shift
1 min; ] and [ next and previous marker; + and - or up and down speed, = normal;
0 to 9 tenths; g start, G end; Ctrl-Z stop; q or Ctrl-C quit.

` + positionHelp,
		Example: `  vtreplay play demo.cast
  vtreplay play demo.cast --speed 4 --idle-limit 1
  vtreplay play demo.cast --at marker:build --exit
  gunzip -c demo.cast.gz | vtreplay play -`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.idleSet = cmd.Flags().Changed("idle-limit")
			return a.play(args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.at, "at", "start", "position to start from")
	flags.Float64VarP(&f.speed, "speed", "s", 1, "how many times as fast")
	flags.Float64VarP(&f.idleLimit, "idle-limit", "i", 0, "longest pause in seconds, 0 for none (default: as recorded)")
	flags.BoolVar(&f.exit, "exit", false, "leave at the end, instead of staying on the last screen")
	return cmd
}

func (a *app) play(name string, f playFlags) error {
	if !(f.speed >= speedMin && f.speed <= speedMax) {
		return usageError(fmt.Sprintf("speed %g is impossible", f.speed), fmt.Sprintf("from %g to %d", speedMin, speedMax))
	}
	if !(f.idleLimit >= 0 && f.idleLimit < 1e9) {
		return usageError(fmt.Sprintf("idle limit %g is impossible", f.idleLimit), "seconds, or 0 for no limit")
	}
	t, err := a.load(name)
	if err != nil {
		return err
	}
	from, err := t.resolve(f.at)
	if err != nil {
		return err
	}
	screen, ok := a.out.(*os.File)
	if !ok || !tty.Inspect(screen).IsTerminal() {
		return a.playBlind(t, from, f.at)
	}
	limit := t.header.IdleLimit
	if f.idleSet {
		limit = time.Duration(f.idleLimit * float64(time.Second))
	}
	p := newPlayer(t, f.speed, limit, 0)
	p.goTo(from.n)
	return a.perform(p, screen, f.exit)
}

// playBlind prints the last screen, or the one that was asked for.
func (a *app) playBlind(t *tape, from spot, at string) error {
	which := "the screen at " + at
	if at == "start" {
		from.n, which = len(t.events), "the last screen"
	}
	a.voice.note("standard output is not a terminal, so %s is printed", which)
	p := newPlayback(t)
	p.seek(from.n)
	w := bufio.NewWriter(a.out)
	printScreen(w, p, false, 0)
	return w.Flush()
}

// perform plays on a real terminal and leaves it as it was found, however it ends.
func (a *app) perform(p *player, screen *os.File, exit bool) (err error) {
	st, err := openStage(screen)
	if err != nil {
		return err
	}
	defer func() { // also while panicking, before the crash is reported
		if closeErr := st.close(); err == nil {
			err = closeErr
		}
	}()
	signals := tty.Watch(tty.Interrupt, tty.Terminate, tty.HangUp, tty.Quit, tty.WindowChanged, tty.Stop, tty.Continue)
	defer signals.Close()
	act := &performance{
		player: p, drawer: newDrawer(tty.ReadEnviron(os.LookupEnv).Sync), stage: st,
		out: st.out, size: st.size, signals: signals.C(), stop: signals.StopSelf, exit: exit,
	}
	if keys := keyboard(a.in, screen); keys != nil {
		if keys != a.in {
			defer keys.Close()
		}
		act.keys = readKeys(keys)
	} else {
		act.exit = true
	}
	if err := st.enter(); err != nil {
		return err
	}
	return act.run()
}

// readKeys delivers what is typed. Its goroutine lives as long as the process, or until
// the terminal is gone: a blocked read of a terminal can not be called off.
func readKeys(f io.Reader) <-chan []byte {
	keys := make(chan []byte)
	go func() {
		defer close(keys)
		for {
			b := make([]byte, 64)
			n, err := f.Read(b)
			if n > 0 {
				keys <- b[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return keys
}
