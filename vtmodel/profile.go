package vtmodel

// Profile is the terminal that a Terminal behaves like: how wide it takes text to be, what
// a resize does to it, what it answers, and its quirks. All of it was measured on the
// terminals themselves; vtmodel/conf holds it against their recorded answers.
type Profile uint8

// The profiles. XTerm is the reference.
const (
	// XTerm crops on resizing and is right about everything else.
	XTerm Profile = iota
	// VTE reflows with the cursor tracked: GNOME Terminal and others.
	VTE
	// Alacritty reflows and keeps the cursor's row, also when there is room below.
	Alacritty
	// Kitty reflows, never takes rows back from the scrollback, and moves the cursor too
	// little when rows below it scroll. It does not reflow an OSC 133 prompt.
	Kitty
	// Ghostty reflows with the cursor tracked and blanks an OSC 133 prompt.
	Ghostty
	// XTermJS reflows everything but the cursor's own line, as in VS Code.
	XTermJS
	// Tmux reflows anchored at the bottom, blank rows included.
	Tmux
	// CropVT10x is XTerm with the resizing of vt10x: rows never come back.
	CropVT10x
	// LibVTerm is the library in Vim and Neovim, without its reflow. It is there for its own
	// conformance suite and is none of Profiles.
	LibVTerm
)

var profileNames = [...]string{"xterm", "vte", "alacritty", "kitty", "ghostty", "xtermjs", "tmux", "vt10x", "libvterm"}

// Profiles returns the profiles that programs have to work on, for tests that run on each.
func Profiles() []Profile {
	return []Profile{XTerm, VTE, Alacritty, Kitty, Ghostty, XTermJS, Tmux, CropVT10x}
}

// String returns the name that ParseProfile reads.
func (p Profile) String() string {
	if int(p) < len(profileNames) {
		return profileNames[p]
	}
	return "unknown"
}

// ParseProfile returns the profile with a name, and false when there is none.
func ParseProfile(name string) (Profile, bool) {
	for i, n := range profileNames {
		if n == name {
			return Profile(i), true
		}
	}
	return 0, false
}

// resizing is what happens to text when the size changes.
type resizing uint8

const (
	resizeCrop      resizing = iota // Cut columns; rows leave and come back at the top.
	resizeCropOnly                  // As resizeCrop, but rows never come back.
	resizeCropPush                  // As resizeCrop, but rows with text leave at the top only.
	resizeTrack                     // Reflow, the cursor stays on its cell; as much as fits is shown.
	resizePush                      // Reflow, all rows with text are kept.
	resizePushStuck                 // As resizePush, but rows never come back and the cursor lags.
	resizeKeepRow                   // Reflow, the cursor stays in its row.
	resizeAnchor                    // Reflow, the last row stays last, even when it is blank.
	resizePin                       // Reflow all but the cursor's line.
)

// edgeOp is an operation that may run while a wrap is pending.
type edgeOp uint8

const (
	opEraseRight edgeOp = iota
	opEraseLeft
	opEraseRow
	opEraseBelow
	opEraseAbove
	opEraseChars
	opInsertChars
	opDeleteChars
	edgeOps
)

// edge is where an operation takes a cursor with a pending wrap to be.
type edge uint8

const (
	edgeClear  edge = iota // In the last column; the wrap is no longer pending.
	edgeKeep               // In the last column; the wrap stays pending.
	edgeBeyond             // Right of it; the wrap stays pending.
)
