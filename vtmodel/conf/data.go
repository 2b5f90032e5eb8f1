package conf

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Data is the folder with the recorded answers and suites.
type Data struct{ Dir string }

// FindData returns the data beside the module that contains dir, and false when there is
// none.
func FindData(dir string) (Data, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Data{}, false
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return Data{}, false
		}
		dir = parent
	}
	d := Data{filepath.Join(dir, "..", "shared", "data")}
	_, err = os.Stat(filepath.Join(d.Dir, "vt-cases", "cases.json"))
	return d, err == nil
}

// Case is a program's output and the resizes during it.
type Case struct {
	ID         string `json:"id"`
	Cols, Rows int
	Steps      []Step
	Group      string
}

// Step is either something that is written or a resize.
type Step struct {
	Write      []byte
	Cols, Rows int // Of a resize; 0 for something written.
}

// UnmarshalJSON reads ["w", hex] or ["r", cols, rows].
func (s *Step) UnmarshalJSON(data []byte) error {
	var parts []any
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	switch {
	case len(parts) == 2 && parts[0] == "w":
		text, ok := parts[1].(string)
		if !ok {
			break
		}
		written, err := hex.DecodeString(text)
		s.Write = written
		return err
	case len(parts) == 3 && parts[0] == "r":
		cols, ok1 := parts[1].(float64)
		rows, ok2 := parts[2].(float64)
		if ok1 && ok2 {
			s.Cols, s.Rows = int(cols), int(rows)
			return nil
		}
	}
	return fmt.Errorf("step %q is neither a write nor a resize", data)
}

// Answer is what a terminal showed after a case. Fields that it could not tell are nil.
type Answer struct {
	Err        string   `json:"err"`
	Rows       []string `json:"rows"`
	Scrollback []string `json:"sb"`
	Cursor     []int    `json:"cur"`
	Wrapped    []bool   `json:"wrap"`
	Reply      string   `json:"reply"`
	Alt        *bool    `json:"alt"`
	Style      []string `json:"style"`
}

// Cases reads a set of cases: cases, resize, resize2 or style.
func (d Data) Cases(set string) ([]Case, error) {
	var cases []Case
	return cases, d.read(set+".json", &cases)
}

// Answers reads what a terminal showed for a set, by case.
func (d Data) Answers(set, terminal string) (map[string]Answer, error) {
	var answers map[string]Answer
	return answers, d.read("answers."+set+"."+terminal+".json", &answers)
}

func (d Data) read(name string, into any) error {
	name = filepath.Join(d.Dir, "vt-cases", name)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
