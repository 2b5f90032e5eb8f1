package vtmodel

// answers is what a profile answers. An empty string is no answer.
type answers struct {
	attributes, secondary, tertiary, version string
	identity                                 bool // DECID is answered as DA.
	position                                 string
	noModes, modesANSI                       bool
	sync                                     int // The answer to DECRQM of mode 2026 while it is off.
	newModes                                 bool
	settings, settingsZero                   bool // DECRQSS, and its SGR begins with 0.
	graphics                                 string
	modifiers, keyboard, capabilities        bool
	imageQuery, checksums                    bool
	cellWidth, cellHeight                    int // 0 does not answer sizes in pixels.
	sizes, title                             bool
	colors                                   [3]Color // Of text, background and cursor.
	palette                                  *[16]Color
	conditions                               bool // DSR of printer, keys and others.
	fixedModes                               bool // DECRQM knows modes that cannot be changed or do nothing here.
}

var (
	black, white = RGB(0, 0, 0), RGB(255, 255, 255)

	xtermAnswers = answers{
		attributes: "?64;1;2;6;9;15;16;17;18;21;22;28c", secondary: ">41;398;0c", tertiary: "00000000",
		version: "XTerm(398)", identity: true, position: "?%d;%d;1R", modesANSI: true,
		settings: true, settingsZero: true, graphics: "?%d;3S", modifiers: true, capabilities: true, checksums: true,
		cellWidth: 5, cellHeight: 10, sizes: true, title: true,
		colors: [3]Color{black, white, black}, palette: &xtermPalette, conditions: true, fixedModes: true,
	}
	vteAnswers = answers{
		attributes: "?61;1;21;22;28c", secondary: ">61;8001;1c", tertiary: "7E565445", version: "VTE(8001)",
		position: "?%d;%d;1R", modesANSI: true, sync: 4, settings: true, settingsZero: true, graphics: "?%d;1S",
		cellWidth: 5, cellHeight: 10, sizes: true, title: true, checksums: true,
		colors: [3]Color{RGB(192, 192, 192), black, RGB(192, 192, 192)}, palette: &vtePalette, conditions: true,
	}
	alacrittyAnswers = answers{
		attributes: "?6c", secondary: ">0;2500;1c", identity: true, modesANSI: true, sync: 2,
		keyboard: true, sizes: true,
		colors: [3]Color{white, black, white}, palette: &xtermPalette,
	}
	kittyAnswers = answers{
		attributes: "?62;c", secondary: ">1;4000;41c", version: "kitty(0.41.1)", position: "?%d;%dR",
		modesANSI: true, sync: 2, newModes: true, settings: true, keyboard: true, imageQuery: true,
		cellWidth: 10, cellHeight: 20, sizes: true,
	}
	ghosttyAnswers = answers{
		attributes: "?62;22c", secondary: ">1;0;0c", tertiary: "00000000", version: "libghostty", identity: true,
		sync: 2, newModes: true, keyboard: true, imageQuery: true,
	}
	xtermjsAnswers = answers{
		attributes: "?1;2c", secondary: ">0;276;0c", position: "?%d;%dR", modesANSI: true, sync: 2,
		settings: true, settingsZero: true,
	}
	libvtermAnswers = answers{
		attributes: "?1;2c", secondary: ">0;100;0c", version: "libvterm(0.3)", position: "?%d;%dR",
		settings: true, newModes: true,
	}
	tmuxAnswers = answers{
		attributes: "?1;2;4c", secondary: ">84;0;0c", version: "tmux 3.5a", noModes: true,
		graphics: "?%d;3;0S", cellWidth: 16, cellHeight: 32, sizes: true,
	}
)
