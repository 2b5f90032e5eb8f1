package screentest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// seesThreads says that this system tells what the threads of a program do.
const seesThreads = true

// threads are the threads of the process group, each with how often it has left
// the processor. Awake is true when one of them runs or wants to.
//
// One look proves little, since a thread may wake another one that was looked at
// before. Two equal looks with everybody asleep prove that nobody ran in between.
func threads(group int) (seen map[string]string, awake bool) {
	seen = map[string]string{}
	for _, pid := range processes(group) {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
		for _, path := range tasks {
			text, err := os.ReadFile(path)
			if err != nil {
				return seen, true // It has ended meanwhile: look again.
			}
			state, switches := "", ""
			for line := range strings.Lines(string(text)) {
				name, value, _ := strings.Cut(line, ":")
				switch {
				case name == "State":
					state = strings.TrimSpace(value)
				case strings.HasSuffix(name, "voluntary_ctxt_switches"):
					switches += value
				}
			}
			awake = awake || !strings.ContainsAny(state[:min(1, len(state))], "STtZX")
			seen[path] = switches
		}
	}
	return seen, awake
}

// asleep reports whether no thread of the group has run for a moment.
func asleep(group int) bool {
	first, awake := threads(group)
	if awake {
		return false
	}
	second, awake := threads(group)
	return !awake && maps.Equal(first, second)
}

// processes are the processes of a group: its leader when it is alone.
func processes(group int) []int {
	var pids []int
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if g, err := unix.Getpgid(pid); err == nil && g == group {
			pids = append(pids, pid)
		}
	}
	return pids
}

// awaitsInput reports whether a thread of the group is blocked until something is
// typed: in read, select, poll or epoll_wait on the terminal.
func awaitsInput(group int, tty string) bool {
	for _, pid := range processes(group) {
		calls, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
		for _, path := range calls {
			text, err := os.ReadFile(path)
			if err == nil && (subject{pid, tty}).waits(strings.Fields(string(text))) {
				return true
			}
		}
	}
	return false
}

// subject is one process and the terminal it may wait for.
type subject struct {
	pid int
	tty string
}

// waits reads "number arg arg …", as /proc/PID/task/TID/syscall tells it.
func (p subject) waits(call []string) bool {
	if len(call) < 3 {
		return false // "running", or blocked outside of a system call.
	}
	number, err := strconv.Atoi(call[0])
	if err != nil {
		return false
	}
	arg := func(i int) uint64 {
		if i+1 >= len(call) {
			return 0
		}
		n, _ := strconv.ParseUint(strings.TrimPrefix(call[i+1], "0x"), 16, 64)
		return n
	}
	switch {
	case number == unix.SYS_READ || number == unix.SYS_READV:
		return p.isTTY(int(arg(0)))
	case number == unix.SYS_PSELECT6 || number == callSelect:
		return p.inSet(arg(1), int(arg(0)))
	case number == unix.SYS_PPOLL || number == callPoll:
		return p.inList(arg(0), int(arg(1)))
	case number == unix.SYS_EPOLL_PWAIT || number == unix.SYS_EPOLL_PWAIT2 || number == callEpollWait:
		return p.inEpoll(int(arg(0)))
	}
	return false
}

// The older calls, which not every processor has; their numbers are amd64's.
var callSelect, callPoll, callEpollWait = olderCalls()

func olderCalls() (sel, poll, epoll int) {
	if runtime.GOARCH == "amd64" {
		return 23, 7, 232
	}
	return -1, -1, -1
}

func (p subject) isTTY(fd int) bool {
	target, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", p.pid, fd))
	return err == nil && (target == p.tty || target == "/dev/tty")
}

// memory reads the program's memory, where the arguments of its call are.
func (p subject) memory(address uint64, n int) []byte {
	if address == 0 || n <= 0 || n > 1<<16 {
		return nil
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", p.pid))
	if err != nil {
		return nil
	}
	defer f.Close()
	buf := make([]byte, n)
	if _, err := f.ReadAt(buf, int64(address)); err != nil {
		return nil
	}
	return buf
}

// inSet looks for the terminal in an fd_set of fds below n.
func (p subject) inSet(address uint64, n int) bool {
	set := p.memory(address, (min(n, 1024)+7)/8)
	for fd := range len(set) * 8 {
		if set[fd/8]&(1<<(fd%8)) != 0 && p.isTTY(fd) {
			return true
		}
	}
	return false
}

// inList looks for the terminal in n pollfds.
func (p subject) inList(address uint64, n int) bool {
	const size = 8 // int fd, short events, short revents
	list := p.memory(address, n*size)
	for entry := range slices.Chunk(list, size) {
		fd := int32(binary.NativeEndian.Uint32(entry))
		events := binary.NativeEndian.Uint16(entry[4:])
		if events&unix.POLLIN != 0 && p.isTTY(int(fd)) {
			return true
		}
	}
	return false
}

// inEpoll looks for the terminal in an epoll set, where it must be waited for only to
// be read. Go's runtime registers every file that it can for reading and writing, and
// does not tell what for: a goroutine that draws is no reader.
func (p subject) inEpoll(fd int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", p.pid, fd))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		var target int
		var events uint64
		if n, _ := fmt.Sscanf(string(line), "tfd: %d events: %x", &target, &events); n < 2 {
			continue
		}
		if events&(unix.EPOLLIN|unix.EPOLLOUT) == unix.EPOLLIN && p.isTTY(target) {
			return true
		}
	}
	return false
}
