package conf

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jp/vtmodel"
)

// alacrittyGrid is the part of a reference recording that is compared. Rows are stored
// from the bottom up, from zero on.
type alacrittyGrid struct {
	Raw struct {
		Inner []struct {
			Inner []alacrittyCell `json:"inner"`
		} `json:"inner"`
		Zero         int `json:"zero"`
		VisibleLines int `json:"visible_lines"`
		Len          int `json:"len"`
	} `json:"raw"`
	Columns int `json:"columns"`
	Lines   int `json:"lines"`
}

type alacrittyCell struct {
	C     string          `json:"c"`
	FG    json.RawMessage `json:"fg"`
	BG    json.RawMessage `json:"bg"`
	Flags string          `json:"flags"`
	Extra *struct {
		ZeroWidth      []string        `json:"zerowidth"`
		UnderlineColor json.RawMessage `json:"underline_color"`
		Hyperlink      *struct {
			Inner struct {
				URI string `json:"uri"`
			} `json:"inner"`
		} `json:"hyperlink"`
	} `json:"extra"`
}

// Alacritty runs the reference recordings of Alacritty: sessions of real programs, with
// every cell of the screen after it. Text, colors, attributes and links are compared.
func (d Data) Alacritty(p vtmodel.Profile, accepted map[string]Divergence) (*Tally, error) {
	n := &Tally{Profile: p.String(), Set: "alacritty"}
	dirs, err := filepath.Glob(filepath.Join(d.Dir, "suites", "alacritty", "*", "alacritty.recording"))
	if err != nil {
		return nil, err
	}
	for _, name := range dirs {
		dir := filepath.Dir(name)
		r, err := runAlacritty(p, dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		n.Add(filepath.Base(dir), r, accepted)
	}
	return n, nil
}

func runAlacritty(p vtmodel.Profile, dir string) (Result, error) {
	input, err := os.ReadFile(filepath.Join(dir, "alacritty.recording"))
	if err != nil {
		return Result{}, err
	}
	f, err := os.Open(filepath.Join(dir, "grid.json.gz"))
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return Result{}, err
	}
	var grid alacrittyGrid
	if err := json.NewDecoder(z).Decode(&grid); err != nil {
		return Result{}, err
	}
	term := vtmodel.NewTerminal(p, grid.Columns, grid.Lines)
	term.Write(input)
	return grid.compare(term.Screen()), nil
}

func (g *alacrittyGrid) compare(s vtmodel.Screen) Result {
	n := len(g.Raw.Inner)
	for y, row := range s.Lines {
		if n == 0 || y >= g.Lines {
			return Result{NotComparable, "the recorded grid has fewer rows than its size says"}
		}
		want := g.Raw.Inner[(g.Raw.Zero+g.Lines-1-y)%n].Inner
		if len(want) < len(row.Cells) {
			return Result{NotComparable, "the recorded grid has fewer columns than its size says"}
		}
		for x, cell := range row.Cells {
			a, b := describe(cell), want[x].describe()
			if a != b {
				return Result{Fail, fmt.Sprintf("row %d column %d is %s, want %s", y, x, a, b)}
			}
		}
	}
	return Result{}
}

// describe tells of a cell what a reference recording tells, too.
func describe(c vtmodel.Cell) string {
	text := c.Cluster
	if text == "" {
		text = " "
	}
	style := c.Style
	style.Attrs &^= vtmodel.Blink | vtmodel.Overline
	return fmt.Sprintf("%q %s %q", text, style, c.Link)
}

func (c alacrittyCell) describe() string {
	text, link := c.C, ""
	if text == "\t" {
		text = " "
	}
	s := vtmodel.Style{FG: alacrittyColor(c.FG), BG: alacrittyColor(c.BG)}
	if c.Extra != nil {
		text += strings.Join(c.Extra.ZeroWidth, "")
		s.UnderlineColor = alacrittyColor(c.Extra.UnderlineColor)
		if c.Extra.Hyperlink != nil {
			link = c.Extra.Hyperlink.Inner.URI
		}
	}
	for flag := range strings.SplitSeq(c.Flags, " | ") {
		switch flag {
		case "INVERSE":
			s.Attrs |= vtmodel.Reverse
		case "BOLD":
			s.Attrs |= vtmodel.Bold
		case "ITALIC":
			s.Attrs |= vtmodel.Italic
		case "DIM":
			s.Attrs |= vtmodel.Faint
		case "HIDDEN":
			s.Attrs |= vtmodel.Conceal
		case "STRIKEOUT":
			s.Attrs |= vtmodel.Strike
		case "UNDERLINE":
			s.Underline = vtmodel.SingleUnderline
		case "DOUBLE_UNDERLINE":
			s.Underline = vtmodel.DoubleUnderline
		case "UNDERCURL":
			s.Underline = vtmodel.CurlyUnderline
		case "DOTTED_UNDERLINE":
			s.Underline = vtmodel.DottedUnderline
		case "DASHED_UNDERLINE":
			s.Underline = vtmodel.DashedUnderline
		}
	}
	return fmt.Sprintf("%q %s %q", text, s, link)
}

var alacrittyNames = map[string]uint8{
	"Black": 0, "Red": 1, "Green": 2, "Yellow": 3, "Blue": 4, "Magenta": 5, "Cyan": 6, "White": 7,
	"BrightBlack": 8, "BrightRed": 9, "BrightGreen": 10, "BrightYellow": 11,
	"BrightBlue": 12, "BrightMagenta": 13, "BrightCyan": 14, "BrightWhite": 15,
}

func alacrittyColor(data json.RawMessage) vtmodel.Color {
	var c struct {
		Named   string
		Indexed *uint8
		Spec    *struct {
			R uint8 `json:"r"`
			G uint8 `json:"g"`
			B uint8 `json:"b"`
		}
	}
	if json.Unmarshal(data, &c) != nil {
		return 0
	}
	switch n, named := alacrittyNames[c.Named]; {
	case named:
		return vtmodel.Palette(n)
	case c.Indexed != nil:
		return vtmodel.Palette(*c.Indexed)
	case c.Spec != nil:
		return vtmodel.RGB(c.Spec.R, c.Spec.G, c.Spec.B)
	}
	return 0
}
