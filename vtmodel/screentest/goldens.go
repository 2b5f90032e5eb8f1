package screentest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"jp/vtmodel"
)

// UpdateEnv names the variable that makes a run write its screens instead of
// comparing them. An environment variable reaches every package, a flag only
// those that know it.
const UpdateEnv = "SCREENTEST_UPDATE"

// Updating reports whether this run rewrites golden files. The error refuses it
// where nobody would review the result.
func Updating() (bool, error) {
	value := os.Getenv(UpdateEnv)
	if value == "" || value == "0" {
		return false, nil
	}
	if os.Getenv("CI") != "" {
		return false, fmt.Errorf("%s is refused while CI is set: update at home, and review the difference", UpdateEnv)
	}
	return true, nil
}

// A goldenFile is what a scenario's screens must look like.
type goldenFile struct {
	path   string
	golden *vtmodel.Golden // nil when there is no file
	taken  []vtmodel.Shot  // by this run, in order
}

// openGolden reads the file. A missing one is no error yet: only who compares
// with it knows whether it is needed.
func openGolden(path string) (*goldenFile, error) {
	g := &goldenFile{path: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return g, nil
	}
	if err != nil {
		return nil, err
	}
	g.golden, err = vtmodel.ParseGolden(path, text)
	return g, err
}

// want returns the expected screen of a name.
func (g *goldenFile) want(name string) (vtmodel.Shot, error) {
	if g.golden == nil {
		return vtmodel.Shot{}, fmt.Errorf("%s does not exist: run with %s=1, read the file, and commit it", g.path, UpdateEnv)
	}
	for _, s := range g.golden.Shots {
		if s.Name == name {
			return s, nil
		}
	}
	return vtmodel.Shot{}, fmt.Errorf("%s has no screen %q: run with %s=1 and read the difference", g.path, name, UpdateEnv)
}

// leftOver names a screen of the file that the run did not take.
func (g *goldenFile) leftOver() error {
	if g.golden == nil {
		return nil
	}
	for i, s := range g.golden.Shots {
		if i >= len(g.taken) || g.taken[i].Name != s.Name {
			return fmt.Errorf("%s: screen %q is not what the script takes at that place: run with %s=1 and read the difference", g.path, s.Name, UpdateEnv)
		}
	}
	return nil
}

// text is the file that the taken screens make.
func (g *goldenFile) text() ([]byte, error) {
	made := vtmodel.Golden{Shots: g.taken}
	if g.golden != nil {
		made.Comment = g.golden.Comment
		made.KeepLetters(g.golden)
	}
	return made.Format()
}

// update writes the file when it differs. A script without screens has none.
func (g *goldenFile) update() error {
	if len(g.taken) == 0 {
		err := os.Remove(g.path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	text, err := g.text()
	if err != nil {
		return fmt.Errorf("%s: %w", g.path, err)
	}
	if old, err := os.ReadFile(g.path); err == nil && string(old) == string(text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(g.path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(g.path, text, 0o644)
}

// Orphans lists the golden files below dir that belong to none of the scripts.
func Orphans(dir string, scripts []*Script) ([]string, error) {
	known := map[string]bool{}
	for _, s := range scripts {
		known[s.Name] = s.takesScreens()
		known[s.Name+othersSuffix] = s.takesScreens()
	}
	var orphans []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txtar" {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if name = strings.TrimSuffix(filepath.ToSlash(name), ".txtar"); !known[name] {
			orphans = append(orphans, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return orphans, err
}

// takesScreens reports whether the script has a golden file.
func (s *Script) takesScreens() bool {
	for _, step := range s.Steps {
		if _, ok := step.op.(opScreen); ok {
			return true
		}
	}
	return false
}
