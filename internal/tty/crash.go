package tty

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// CrashStatus is the status after a panic, the one that the Go runtime uses.
const CrashStatus = 2

// Crash reports a recovered panic on standard error and ends the process. The
// terminal is restored first, and what the panic says is escaped: its text may
// come from outside.
func Crash(value any) {
	stack := debug.Stack()
	RestoreAll()
	os.Stderr.WriteString(crashReport(value, stack))
	os.Exit(CrashStatus)
}

func crashReport(value any, stack []byte) string {
	return "panic: " + escape(fmt.Sprint(value)) + "\n\n" + escape(string(stack))
}

// escape quotes every rune of s that is not printable, except newline and tab.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\n' || r == '\t' || strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// Exit restores the terminal and ends the process.
func Exit(status int) {
	RestoreAll()
	os.Exit(status)
}
