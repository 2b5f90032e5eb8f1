package screentest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"jp/vtmodel"
)

// An album is the golden file of one test: testdata/<test name>.txtar. What a Go
// test takes is compared when it is taken; at its end the file is written, when
// that is wanted, or checked for screens that nobody has taken.
type album struct {
	golden   *goldenFile
	update   bool
	scrolled int
}

// albums says which tests are using a golden file.
var albums struct {
	mu    sync.Mutex // guards users
	users map[string]string
}

// openAlbum reserves the file of the test until it ends. Who is file:line.
func openAlbum(t testing.TB, who string) (*album, error) {
	update, err := Updating()
	if err != nil {
		return nil, err
	}
	path := filepath.Join("testdata", filepath.FromSlash(t.Name())+".txtar")
	if err := reserve(t, path, who); err != nil {
		return nil, err
	}
	golden, err := openGolden(path)
	if err != nil && !update {
		return nil, err
	}
	return &album{golden: golden, update: update}, nil
}

// reserve refuses a second user of a golden file: each would find the other's screens.
func reserve(t testing.TB, path, who string) error {
	albums.mu.Lock()
	defer albums.mu.Unlock()
	if user, ok := albums.users[path]; ok {
		return fmt.Errorf("%s is the golden file of what began at %s too: give each a test of its own, with t.Run and a name", filepath.ToSlash(path), user)
	}
	if albums.users == nil {
		albums.users = map[string]string{}
	}
	albums.users[path] = who
	t.Cleanup(func() {
		albums.mu.Lock()
		defer albums.mu.Unlock()
		delete(albums.users, path)
	})
	return nil
}

// take compares a shot with the one of that name in the file.
func (a *album) take(s vtmodel.Screen, shot vtmodel.Shot) error {
	for _, earlier := range a.golden.taken {
		if earlier.Name == shot.Name {
			return fmt.Errorf("the test has taken a screen %q already: give this one another name", shot.Name)
		}
	}
	a.scrolled = s.Scrolled
	a.golden.taken = append(a.golden.taken, shot)
	if a.update {
		return nil
	}
	want, err := a.golden.want(shot.Name)
	if err != nil {
		return err
	}
	if diff := want.Diff(shot); diff != "" {
		return &screenError{name: shot.Name, file: a.golden.path, diff: diff, want: want, got: s}
	}
	return nil
}

// finish writes the file, or looks for what the test has not taken.
func (a *album) finish() error {
	if a.update {
		return a.golden.update()
	}
	return a.golden.leftOver()
}

// callerOf is the file:line of the test, skip frames above the caller of callerOf.
func callerOf(skip int) string {
	_, file, line, ok := runtime.Caller(skip + 1)
	if !ok {
		return "?"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}
