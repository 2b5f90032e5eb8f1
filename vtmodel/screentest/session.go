//go:build unix

package screentest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"jp/engine"
	"jp/internal/clockfd"
	"jp/vtmodel"
)

// A session is a program on a terminal of its own, as Go tests and scripts drive
// it. One goroutine owns it, and reads what the program writes only while it waits
// for something: there is no other goroutine, so nothing is shown that was not
// looked for.
type session struct {
	command  Command
	settings settings
	size     Size
	device   *device
	term     *vtmodel.Terminal
	leader   *exec.Cmd
	says     *os.File // of the leader
	hold     *os.File // the leader stays until it is closed
	grantor  *clockfd.Grantor
	files    [3]string

	pid      int
	status   int // once it has ended
	ended    bool
	found    ttyState      // as it was before the program
	now      time.Duration // granted
	marks    int           // of the clock: one more than grants, when the program waits for the next
	grants   int
	unseen   []byte // read and not shown: what comes after a frame
	last     byte   // shown before
	inFrame  bool   // a synchronized update is open
	calm     calm
	log      []happening
	readable []byte // buffer
}

// calm says what is known about the program being at rest.
type calm uint8

const (
	calmNot      calm = iota // it may be painting
	calmSteady               // it is known to have finished
	calmUnsteady             // it was silent for a while
)

// openSession starts the program. Folder is for the files behind its channels.
func openSession(c Command, size Size, s settings, folder, where string) (*session, error) {
	if size.Cols < 1 || size.Rows < 1 || size.Cols > sizeMax || size.Rows > sizeMax {
		return nil, fmt.Errorf("a terminal of %v: want 1x1 to %dx%d", size, sizeMax, sizeMax)
	}
	path, env, err := c.resolve()
	if err != nil {
		return nil, err
	}
	p := &session{command: c, settings: s, size: size, readable: make([]byte, 64<<10)}
	p.begin(happening{where: where, text: fmt.Sprintf("Start %v", c)})
	if p.settings.patience == 0 {
		p.settings.patience = ptyPatience
	}
	for ch, wanted := range s.toFile {
		if wanted {
			p.files[ch] = filepath.Join(folder, engine.Channel(ch).String())
		}
	}
	p.term = vtmodel.NewTerminal(s.profile, size.Cols, size.Rows)
	if p.device, err = openDevice(size); err != nil {
		return nil, err
	}
	if p.found, err = p.device.state(); err == nil {
		err = p.start(errand{Path: path, Args: c.args, Dir: s.dir, Files: p.files, Clock: s.clock}, env)
	}
	if err == nil {
		err = p.await(fmt.Sprintf("the start of %v", c), func() (bool, error) { return p.pid != 0, nil })
	}
	if err == nil && s.clock {
		err = p.awaitMark(fmt.Sprintf("%v to wait for its first grant", c))
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// start starts the leader, which starts the program.
func (p *session) start(e errand, env []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var says, hold *os.File
	if p.says, says, err = os.Pipe(); err != nil {
		return err
	}
	if hold, p.hold, err = os.Pipe(); err != nil {
		return errors.Join(err, says.Close())
	}
	p.leader = exec.Command(self)
	p.leader.Env = append(append(p.settings.environment(), env...), leaderEnv+"="+string(text))
	p.leader.Stdin, p.leader.Stdout, p.leader.Stderr = p.device.farFile, p.device.farFile, p.device.farFile
	p.leader.ExtraFiles = []*os.File{says, hold}
	if e.Clock {
		if p.grantor, err = clockfd.NewGrantor(); err != nil {
			return errors.Join(err, says.Close(), hold.Close())
		}
		p.leader.Env = append(p.leader.Env, clockfd.Setting(clockFD))
		p.leader.ExtraFiles = append(p.leader.ExtraFiles, p.grantor.File())
	}
	p.leader.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	err = errors.Join(p.leader.Start(), says.Close(), hold.Close())
	if p.grantor != nil {
		err = errors.Join(err, p.grantor.Started())
	}
	return err
}

// close ends the program, if it still runs, and everything else.
func (p *session) close() error {
	if p.pid != 0 && !p.ended {
		_ = unix.Kill(-p.pid, unix.SIGKILL) // It may be gone already.
	}
	if group := p.device.foreground(); group > 1 && group != p.pid && p.leader != nil && group != p.leader.Process.Pid {
		_ = unix.Kill(-group, unix.SIGKILL)
	}
	var errs []error
	for _, f := range []*os.File{p.hold, p.says} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if p.grantor != nil {
		errs = append(errs, p.grantor.Close())
	}
	if p.leader != nil && p.leader.Process != nil {
		_ = p.leader.Process.Kill() // How it ends is known: we do it.
		_ = p.leader.Wait()
	}
	return errors.Join(append(errs, p.device.close())...)
}

// listen reads one line of the leader, when the descriptor says that there is one.
func (p *session) listen() error {
	fds := []unix.PollFd{{Fd: int32(p.says.Fd()), Events: unix.POLLIN}}
	if err := poll(fds, 0); err != nil || fds[0].Revents == 0 {
		return err
	}
	line, err := readLine(p.says)
	if err != nil {
		return fmt.Errorf("the leader of the session is gone: %w", err)
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "started":
		_, err = fmt.Sscan(rest, &p.pid)
	case "ended":
		_, err = fmt.Sscan(rest, &p.status)
		p.ended = true
	default:
		err = fmt.Errorf("start %v: %s", p.command, rest)
	}
	return err
}

// readLine reads byte by byte: what follows belongs to the next line.
func readLine(f *os.File) (string, error) {
	return bufio.NewReaderSize(oneByOne{f}, 16).ReadString('\n')
}

// oneByOne reads no further than it has to.
type oneByOne struct{ f *os.File }

func (o oneByOne) Read(p []byte) (int, error) { return o.f.Read(p[:1]) }

// begin notes that the test does something. The program has not reacted yet.
func (p *session) begin(h happening) {
	h.at = p.time()
	p.log = append(p.log, h)
}

// time is virtual: what was granted, or without a clock a tenth of a second for each
// thing that the test did. So the same run gives the same recording.
func (p *session) time() time.Duration {
	if p.grantor != nil {
		return p.now
	}
	return time.Duration(len(p.log)) * 100 * time.Millisecond
}

// failure begins the report about what went wrong.
func (p *session) failure(err error, test string, a *album) *failure {
	f := &failure{
		about: fmt.Sprintf("pty: %v on %v, %v", p.command, p.settings.profile, p.size),
		title: test, size: p.size, err: err, log: p.log, test: test, dir: packageDir(),
	}
	if a != nil {
		f.golden = a.golden
	}
	return f
}
