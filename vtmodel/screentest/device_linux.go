package screentest

import "golang.org/x/sys/unix"

const getModes = unix.TCGETS
