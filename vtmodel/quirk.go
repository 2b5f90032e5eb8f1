package vtmodel

// quirks is what distinguishes the profiles. The zero value of each field is what xterm
// does, as far as there is a most common way.
type quirks struct {
	resize resizing
	width  widthOpinion

	// Parsing.
	decode           decoding
	runeC1           c1Use
	rawC1            rawUse // Bytes 80 to 9F outside of UTF-8.
	stInUTF8         bool   // U+009C ends a string.
	bigIsIgnored     bool   // A sequence with a value that is too large does nothing.
	valueMax         int
	escEndsSequence  bool // ESC in a sequence only ends it.
	canWithinStrings bool
	titleInK         bool // ESC k sets the title, as in tmux.

	// A pending wrap.
	edge              [edgeOps]edge
	edgeIsColumn      bool // Moving left counts from a column beyond the last.
	lineFeedKeepsEdge bool
	indexKeepsEdge    bool
	saveDropsEdge     bool
	edgeWithoutWrap   bool // A full row is pending also with DECAWM off.
	edgeReport        edgeReport

	// Text.
	marksMax       int  // Combining marks a cell keeps.
	dropsFormats   bool // Zero-width characters other than marks leave nothing.
	dropsBOM       bool
	marksStandFree bool // A mark that has nothing before it gets a cell.
	wideBacksUp    bool // Without autowrap a wide character moves left to fit.
	subPrints      bool

	// Rows' wrap marks.
	marks marking

	// Sequences that do less, more, or nothing.
	noTabForward, noRelative, noReset, noRectangles, noShiftColumns, noColumns bool
	noMargins, noSave1048, noAlt47, noSingleShift, noReports                   bool
	ignoresMargins                                                             bool // CUU and CUD run through them.
	eraseAboveSkips                                                            bool // ED 1 in the second row leaves the first.
	erasePushes                                                                bool // ED 2 saves the screen to the scrollback.
	eraseHomePushes                                                            bool // So does ED 0 in the first cell.
	eraseHistoryToo                                                            bool // ED 3 also clears the screen.
	selective                                                                  selecting
	deleteClearsCount                                                          bool // DCH clears as many cells at the end as it was asked to delete.
	insertFullIgnored                                                          bool // ICH does nothing when it would fill the row.
	rowsKeepColumn                                                             bool // IL and DL leave the cursor in its column.
	rowsOutside                                                                bool // IL and DL work outside of the margins too.
	repeatStaysInRow                                                           bool
	scrollKeepsNothing                                                         bool // SU saves nothing to the scrollback.
	scrollSavesRegion                                                          bool // Scrolling rows below the first one saves them too.
	scrollDownZero                                                             bool // SD 0 is SD 1.
	originStays                                                                bool // DECOM does not move the cursor, DECRC does not restore it.
	originKeeps                                                                bool // DECRC does not restore DECOM.
	originReport                                                               originReport
	altHomes                                                                   bool // Entering the alternate screen moves the cursor home.
	alt47Clears                                                                bool
	restoreNeedsAlt                                                            bool // Leaving the alternate screen restores only when it was shown.
	ukIsNational                                                               bool // The UK set changes "#" although the text is UTF-8.
	manyValuesIgnored                                                          bool // CUP with more than two values does nothing.
	resetPushes                                                                bool // RIS saves the screen to the scrollback.
	sgr21Plain                                                                 bool // SGR 21 means no bold.
	indexWraps                                                                 bool // A palette index is taken modulo 256.
	colorSpace                                                                 bool // 38:2: is always followed by a color space, though often there is none.
	columnModeAnyway                                                           bool // DECCOLM clears the screen without being allowed to.
	alignStays                                                                 bool // DECALN leaves the cursor and the margins alone.
	ecmaMoves                                                                  bool // HPB and VPB are known.
	backTabKeepsEdge                                                           bool // CBT moves, but a pending wrap stays pending.
	altReflows                                                                 bool
	altResizeForgets                                                           bool // A resize while the alternate screen is shown drops the scrollback.
	cropKeepsHalf                                                              bool // A wide character that is cut keeps its first column.
	noNewline                                                                  bool // LNM is unknown.
	colonsDropped                                                              bool // Subparameters of other sequences than SGR are left out; else the sequence is.
	scrollUpZero                                                               bool // SU 0 does nothing.
	savedFollows                                                               bool // The saved cursor moves with text that scrolls.
	cropsWithoutWrap                                                           bool // With DECAWM off a resize does not reflow.

	answers answers
}

type edgeReport uint8

const (
	reportLast   edgeReport = iota // CPR says the last column.
	reportBeyond                   // CPR says the column after it.
	reportNext                     // CPR says the next row's first column.
)

type originReport uint8

const (
	originRelative originReport = iota
	originAbsolute
	originAlwaysFirst
)

// marking is when a row's mark that it was wrapped goes away.
type marking uint8

const (
	markLastCell marking = iota // When its last cell is changed.
	markNextRow                 // When the next row is erased from its beginning, or entered by a line feed.
	markWholeRow                // As markLastCell, and also when all of the next row is erased.
)

// selecting is what DECSED and DECSEL do.
type selecting uint8

const (
	selectProtects selecting = iota
	selectPlain              // They erase protected cells too.
	selectNothing            // They are unknown.
)

func beyondAll() (e [edgeOps]edge) {
	for i := range e {
		e[i] = edgeBeyond
	}
	return e
}

var profileQuirks = [...]quirks{
	XTerm:     xtermQuirks(),
	CropVT10x: vt10xQuirks(),
	VTE: {
		stInUTF8: true,
		resize:   resizeTrack, valueMax: 65535, marksMax: 10, width: widthOpinion{softHyphen: 1},
		edge:            [edgeOps]edge{opEraseRight: edgeBeyond},
		edgeWithoutWrap: true, wideBacksUp: true, subPrints: true,
		noRelative: true, noSingleShift: true, noNewline: true, erasePushes: true, selective: selectPlain,
		repeatStaysInRow: true, scrollDownZero: true, answers: vteAnswers,
	},
	Alacritty: {
		resize: resizeKeepRow, valueMax: 65535, marksMax: 31,
		runeC1: c1Drops, rawC1: rawDrops,
		edge: [edgeOps]edge{
			opEraseRight: edgeBeyond, opEraseLeft: edgeKeep, opEraseRow: edgeKeep, opEraseBelow: edgeKeep,
			opEraseAbove: edgeKeep, opEraseChars: edgeKeep, opInsertChars: edgeKeep, opDeleteChars: edgeKeep,
		},
		lineFeedKeepsEdge: true, indexKeepsEdge: true,
		noMargins: true, noShiftColumns: true, noColumns: true, noRectangles: true, noReset: true,
		noSave1048: true, noAlt47: true, noSingleShift: true, alignStays: true,
		eraseAboveSkips: true, erasePushes: true, selective: selectNothing, deleteClearsCount: true,
		rowsKeepColumn: true, scrollDownZero: true, originStays: true, originKeeps: true,
		originReport: originAbsolute, restoreNeedsAlt: true, noNewline: true, colonsDropped: true, sgr21Plain: true, columnModeAnyway: true,
		answers: alacrittyAnswers,
	},
	Kitty: {
		resize: resizePushStuck, valueMax: 65535, marksMax: 31, runeC1: c1Drops,
		width:           widthOpinion{jamo: 1, flags: 2, joinsFlags: true, joinsModifiers: true, selectors: selectBoth},
		escEndsSequence: true, canWithinStrings: true,
		edge: beyondAll(), edgeIsColumn: true, indexKeepsEdge: true, saveDropsEdge: true, edgeWithoutWrap: true,
		edgeReport: reportNext, wideBacksUp: true,
		noMargins: true, noShiftColumns: true, noColumns: true, noRectangles: true, noReset: true,
		noSave1048: true, noSingleShift: true, eraseHistoryToo: true, selective: selectPlain,
		originReport: originAlwaysFirst, altHomes: true, restoreNeedsAlt: true, ukIsNational: true,
		manyValuesIgnored: true, scrollUpZero: true, indexWraps: true, altReflows: true, answers: kittyAnswers,
	},
	Ghostty: {
		resize: resizePush, cropsWithoutWrap: true, valueMax: 65535, marksMax: 31, runeC1: c1Prints,
		width:     widthOpinion{softHyphen: 1, flags: 2},
		noColumns: true, noRectangles: true, noReset: true, noShiftColumns: true, ukIsNational: true,
		manyValuesIgnored: true, scrollUpZero: true, answers: ghosttyAnswers,
	},
	XTermJS: {
		resize: resizePin, valueMax: 1<<17 - 1, marksMax: 31, decode: decodeLossy, stInUTF8: true,
		width: widthOpinion{softHyphen: 1, unicode6: true}, savedFollows: true, cropKeepsHalf: true, colonsDropped: true,
		edge: [edgeOps]edge{
			opEraseRight: edgeBeyond, opEraseLeft: edgeBeyond, opEraseRow: edgeBeyond,
			opEraseBelow: edgeBeyond, opEraseAbove: edgeBeyond,
		},
		saveDropsEdge: true, edgeWithoutWrap: true, edgeReport: reportBeyond, dropsBOM: true, marksStandFree: true,
		marks: markNextRow, noMargins: true, noRectangles: true, noSingleShift: true,
		scrollKeepsNothing: true, scrollDownZero: true, originKeeps: true, originReport: originAbsolute,
		alt47Clears: true, ukIsNational: true, indexWraps: true, colorSpace: true, answers: xtermjsAnswers,
	},
	Tmux: {
		resize: resizeAnchor, valueMax: 1<<31 - 1, marksMax: 10, decode: decodeLossy, runeC1: c1Drops, titleInK: true, bigIsIgnored: true,
		width: widthOpinion{softHyphen: 1, clusters: true, selectors: selectEmoji},
		edge:  beyondAll(), edgeIsColumn: true, lineFeedKeepsEdge: true, indexKeepsEdge: true, saveDropsEdge: true,
		edgeReport: reportBeyond, marks: markWholeRow,
		noTabForward: true, noRelative: true, noReset: true, noRectangles: true, noShiftColumns: true, noColumns: true,
		noMargins: true, noSave1048: true, noSingleShift: true, erasePushes: true, eraseHomePushes: true,
		selective: selectNothing, insertFullIgnored: true, rowsKeepColumn: true, rowsOutside: true,
		repeatStaysInRow: true, scrollSavesRegion: true, scrollDownZero: true, originReport: originAbsolute,
		alt47Clears: true, noNewline: true, restoreNeedsAlt: true, resetPushes: true, noReports: true, answers: tmuxAnswers,
	},
	LibVTerm: {
		resize: resizeCropPush, valueMax: 65535, marksMax: 5, runeC1: c1Drops, rawC1: rawRuns, width: widthOpinion{softHyphen: 1},
		edge: [edgeOps]edge{
			opEraseRight: edgeKeep, opEraseLeft: edgeKeep, opEraseRow: edgeKeep, opEraseBelow: edgeKeep,
			opEraseAbove: edgeKeep, opEraseChars: edgeKeep, opInsertChars: edgeKeep, opDeleteChars: edgeKeep,
		},
		saveDropsEdge: true, indexKeepsEdge: true, ignoresMargins: true, rowsKeepColumn: true, scrollDownZero: true,
		ecmaMoves: true, repeatStaysInRow: true, cropKeepsHalf: true,
		ukIsNational: true, noRectangles: true, answers: libvtermAnswers,
	},
}

func xtermQuirks() quirks {
	return quirks{
		valueMax: 65535, marksMax: 3, decode: decodeShape, rawC1: rawRuns, altResizeForgets: true, cropKeepsHalf: true, backTabKeepsEdge: true,
		width: widthOpinion{softHyphen: 1}, dropsFormats: true, subPrints: true, answers: xtermAnswers,
	}
}

func vt10xQuirks() quirks {
	q := xtermQuirks()
	q.resize = resizeCropOnly
	return q
}
