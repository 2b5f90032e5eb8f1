//go:build unix

package store_test

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"jp/internal/store"
)

const killRoot = "JP_STORE_TEST_ROOT"

// TestMain lets the test binary be the process that gets killed: it appends for ever
// and says on standard output what was acknowledged.
func TestMain(m *testing.M) {
	root := os.Getenv(killRoot)
	if root == "" {
		os.Exit(m.Run())
	}
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
