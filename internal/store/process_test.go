//go:build unix

package store_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jp/internal/store"
)

const (
	killRoot = "JP_STORE_TEST_ROOT"
	fullRoot = "JP_STORE_TEST_FULL"
)

// TestMain lets the test binary be another process: one that gets killed, or one that
// may write no more than a few bytes.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(killRoot) != "":
		appendForEver(os.Getenv(killRoot))
	case os.Getenv(fullRoot) != "":
		if err := appendPastTheLimit(os.Getenv(fullRoot)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// appendForEver says on standard output what was acknowledged.
func appendForEver(root string) {
	c, err := store.New(store.Options{Root: root, Now: time.Now}).Create(store.Meta{})
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		if err := c.Append("text", said{strings.Repeat(strconv.Itoa(i)+" ", 1+i%700)}); err != nil {
			panic(err)
		}
		if _, err := os.Stdout.WriteString(strconv.Itoa(i) + "\n"); err != nil {
			return
		}
	}
}

func TestAppend_SurvivesSIGKILLOfTheProcess(t *testing.T) {
	for round := 1; round <= 6; round++ {
		root := t.TempDir()
		acked := killAfter(t, root, round*7)
		st := store.New(store.Options{Root: root, Now: time.Now})
		id, err := st.Latest()
		if err != nil {
			t.Fatal(err)
		}
		c, _ := mustOpen(t, st, id)
		got := texts(t, c)
		if len(got) <= acked {
			t.Fatalf("%d events after SIGKILL, but number %d was acknowledged", len(got), acked)
		}
		for i, s := range got {
			if !strings.HasPrefix(s, strconv.Itoa(i)+" ") {
				t.Fatalf("event %d = %.20q", i, s)
			}
		}
	}
}

// killAfter runs the writer, kills it after n acknowledgements, and returns the last
// one that it made.
func killAfter(t *testing.T, root string, n int) (acked int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killRoot+"="+root)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if acked, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if acked == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	return acked
}

func TestAppend_WriteThatStopsHalfWayIsTakenBack(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fullRoot+"="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// appendPastTheLimit makes the kernel end a write in the middle, as a full disk does,
// by the limit on the size of files. Later the limit is lifted.
func appendPastTheLimit(root string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	before := limit.Cur
	limit.Cur = 10_000
	c, err := store.New(store.Options{Root: root, Now: time.Now}).Create(store.Meta{})
	if err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	saved := 0
	for err == nil {
		if err = c.Append("text", said{strings.Repeat("x", 900)}); err == nil {
			saved++
		}
	}
	lost, ok := errors.AsType[*store.AppendError](err)
	if !ok || !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("append past the limit: %w", err)
	}
	info, err := os.Stat(c.Path())
	if err != nil {
		return err
	}
	if info.Size() != lost.Offset || lost.Offset < 9000 {
		return fmt.Errorf("file has %d bytes, %d are acknowledged", info.Size(), lost.Offset)
	}
	limit.Cur = before
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := errors.Join(c.Append("text", said{"last"}), c.Close()); err != nil {
		return err
	}
	n := 0
	for ev, err := range c.Events() {
		if err != nil || !json.Valid(ev.Data) {
			return fmt.Errorf("event %d: %s, %w", n, ev.Raw, err)
		}
		n++
	}
	if n != saved+2 {
		return fmt.Errorf("%d events, want the %d saved ones, the one that waited and the last", n, saved)
	}
	return nil
}
