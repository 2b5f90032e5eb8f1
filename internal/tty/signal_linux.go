package tty

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// action is struct sigaction as the kernel has it, or larger. All zeros is
// SIG_DFL, no flags, no mask.
type action [64]byte

// raise sends s to the calling thread with the system's own effect, and brings
// the Go runtime's handler back if the process goes on. The thread takes the
// signal before the call returns, so a stop holds the whole process right here.
//
// signal.Reset is not enough: the runtime keeps its handler, which answers
// SIGQUIT with a report and status 2, and SIGTSTP and SIGPIPE with nothing.
func raise(s syscall.Signal) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if s == syscall.SIGQUIT {
		// No core: it would hold keys.
		unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	}
	var standard, before action
	swapAction(s, &standard, &before)
	unix.Tgkill(unix.Getpid(), unix.Gettid(), s)
	swapAction(s, &before, nil)
}

func swapAction(s syscall.Signal, next, before *action) {
	const maskSize = 8
	unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s),
		uintptr(unsafe.Pointer(next)), uintptr(unsafe.Pointer(before)), maskSize, 0, 0)
}

func stopSelf() { raise(syscall.SIGTSTP) }
