package screentest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"jp/internal/clockfd"
)

// players are the processes that wait for a job. There are never more than
// scenarios that run at once. They end when this process does, because then
// their jobs pipe ends.
var players struct {
	mu   sync.Mutex // guards idle
	idle []*process
}

// A process is a player as the test sees it.
type process struct {
	child   *exec.Cmd
	jobs    *os.File
	opened  *os.File // where the player says that it has a job's terminal
	grantor *clockfd.Grantor
	now     time.Duration // of its last grant; it never goes back
}

// takePlayer returns an idle player or starts one.
func takePlayer() (*process, error) {
	players.mu.Lock()
	if n := len(players.idle); n > 0 {
		p := players.idle[n-1]
		players.idle = players.idle[:n-1]
		players.mu.Unlock()
		return p, nil
	}
	players.mu.Unlock()
	return startPlayer()
}

func (p *process) giveBack() {
	players.mu.Lock()
	players.idle = append(players.idle, p)
	players.mu.Unlock()
}

func startPlayer() (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	grantor, err := clockfd.NewGrantor()
	if err != nil {
		return nil, err
	}
	child, own, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, grantor.Started(), grantor.Close())
	}
	opened, childOpened, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, grantor.Started(), grantor.Close(), child.Close(), own.Close())
	}
	p := &process{child: exec.Command(self), jobs: own, opened: opened, grantor: grantor}
	p.child.Env = append(os.Environ(), fmt.Sprintf("%s=%d", playerEnv, jobsFD), clockfd.Setting(clockFD))
	p.child.ExtraFiles = []*os.File{grantor.File(), child, childOpened}
	if err := errors.Join(p.child.Start(), grantor.Started(), child.Close(), childOpened.Close()); err != nil {
		return nil, errors.Join(err, p.end())
	}
	return p, nil
}

// begin hands the player its next script, and returns when it has opened the
// terminal: from then on the end of the player is the end of the terminal.
func (p *process) begin(j job) error {
	if err := json.NewEncoder(p.jobs).Encode(j); err != nil {
		return err
	}
	if _, err := p.opened.Read(make([]byte, 1)); err != nil {
		return fmt.Errorf("the player does not open the terminal: %w", err)
	}
	return nil
}

// grant lets the player do its next step, by after the one before.
func (p *process) grant(by time.Duration) error {
	p.now += by
	return p.grantor.Grant(p.now)
}

// end stops a player that is in the middle of something, and waits for it.
func (p *process) end() error {
	err := errors.Join(p.jobs.Close(), p.opened.Close(), p.grantor.Close())
	if p.child.Process == nil {
		return err
	}
	_ = p.child.Process.Kill() // it may be gone already
	_ = p.child.Wait()         // how it ended is known: we did it
	return err
}
