//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

const openNoFollow = syscall.O_NOFOLLOW

// flock locks f for as long as it is open. The kernel drops the lock when the
// process dies, so there is no such thing as a stale one.
func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOSYS):
			return errors.Join(errNoLocks, err)
		default:
			return err
		}
	}
}
