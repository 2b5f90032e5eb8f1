// Package scenarios is scripts: what the engine must show, one sentence each.
//
//	# A status row is not painted before its delay, and is from then on.
//	size 40x6
//	print "one\n"
//	claim wait "Waiting…" clock=elapsed delay=2s
//	advance 1999ms
//	never before "Waiting"
//	advance 1ms
//	screen appears
//
// Every script runs on every ground and on every terminal, and its screens are in
// the file of the same name below golden/; what some terminals show otherwise is in
// NAME.terminals.txtar beside it. Area folders are: status, window, typewriter, tail (lines
// without their end), transcript, prompt, resize, interrupt, text (wide and
// combining characters, tabs, escapes) and files (what is no terminal). A number
// in a sentence, as in "(behaviour 34)", is that of the list of behaviours that
// the project began with.
//
// # Lines
//
// A line is one verb with its arguments; "#" and a blank begin a comment, and the
// first comment is the sentence. A text is in double quotes with Go's escapes and
// \e for the escape character, or @name for the section "-- name --" of the file.
// Commands to the engine may be joined by ";": they are then one batch, applied at
// once. "[pure]" or "[pty]" before a verb limits it to that ground. There are no
// loops, variables or includes, on purpose: what needs them is a Go test.
//
// # Setup, before the first step
//
//	size COLSxROWS [told COLSxROWS]
//	    the terminal, and what the program is told about it (0 = unknown)
//	policy any|crop
//	    the resize policy that the screens hold for: any, or that of a terminal that crops
//	ports [out=PORT] [err=PORT] [tty=PORT]
//	    what is behind a channel: screen (the default), plain, raw or none
//	regions on|off
//	    whether claims may paint; off makes them inert
//	profile base|kitty|xtermjs
//	    the drawing profile of the engine
//	sync
//	    repaints are wrapped in synchronized updates
//	reduced
//	    reduced motion: plain lines instead of repainting
//	latency DURATION|off
//	    how far the typewriter may fall behind; 500ms unless said
//	skip MODEL wide|combining|zwj|vs16|pull-back
//	    the model can not show this; it is law-checked where that is possible, and counted
//	accept LAW [TERMINAL...] "reason"
//	    damage that nobody can prevent, on these terminals or on all; the scenario fails when it does not happen
//
// # Commands to the engine
//
//	print [out|err|tty] "text"
//	    print text; out is the default
//	say PACE [out|err|tty] "text"
//	    print text with a delay before each cluster
//	claim NAME ["subject"] [glyph="⏱"] [detail="text"] [clock=elapsed|countdown] [for=D] [delay=D] [every=D] [rows=auto|N] [shade=COLOR] [timer=off]
//	    push a region on the stack; timer=off leaves the status row out
//	detail NAME "text"
//	    replace a claim's detail
//	shade NAME COLOR|default
//	    the background of a claim's rows: 0 to 255, or #rrggbb
//	push NAME [from=SOURCE] "line"...
//	    add rows to a claim's window
//	release NAME
//	    remove a claim, top or buried
//	suspend NAME
//	    chrome goes until the resume of the same name
//	resume NAME [fresh]
//	    the suspension ends; fresh: an echoed Enter has ended its line
//	resize COLSxROWS [untold | confirm | told COLSxROWS]
//	    the terminal takes a new size and the program learns it: not at all (untold),
//	    by its own re-reading (confirm), or wrongly (told)
//	hurry
//	    all paced text is finished now
//	drain
//	    the producer has finished: the pace never slows again
//	flush NAME
//	    ask for an acknowledgement behind all earlier text
//	tick
//	    a tick at the present time, due or not
//	close
//	    the program ends
//
// # Time and typing
//
//	advance DURATION
//	    time passes; the engine gets its tick at each deadline on the way
//	type "text"
//	    keys are typed, and the terminal's line discipline echoes them
//
// # Programs, instead of the engine
//
//	run NAME [ARG...]
//	    start a program: one that the test's Main knows, or a file in PATH; no verb for the engine
//	    may follow. It gets a granted clock when the script says grant
//	grant DURATION
//	    time passes for the program; what is due is on the screen then
//	await input | frame | raw | echo on|off | text "text" | idle DURATION
//	    wait until the program waits for keys, ends a synchronized update, reads keys one by one, echoes them
//	    or not, or shows a text; or until it was silent, which proves little. Screens are taken after one of these
//	key NAME
//	    press a key: one character, or Enter, Tab, Up, F1, …, with Ctrl+, Alt+ or Shift+ before it
//	paste "text"
//	    paste text, in brackets if the program asked for them
//	signal INT|TERM|HUP|QUIT|WINCH|CONT|USR1|…
//	    send a signal to the programs in the foreground
//	exit STATUS
//	    the program ends with this status; 128 and the number of a signal when that has ended it
//	tty restored
//	    the terminal is as the program has found it: modes, cursor, colours, screen
//
// # Checks
//
//	screen NAME...
//	    the screen is as the golden file says under this name
//	same NAME...
//	    the screen is again what it was at that name
//	never [before] "text"
//	    no frame from here on shows the text; with before: no frame so far did
//	always "text"
//	    every frame from here on shows the text
//	allow "text"
//	    ends the never or always of the same text
//	frames N|<=N|>=N
//	    so many frames since the previous frames or bytes (pure ground)
//	bytes N|<=N|>=N | bytes [not] "text"
//	    so many bytes, or these bytes in one frame, since the previous frames or bytes (pure ground)
//	acked [not] NAME
//	    the flush of that name is acknowledged, or not yet (pure ground)
//	stdout "text"
//	    all that the file or pipe behind out holds
//	stderr "text"
//	    all that the file or pipe behind err holds
//	budget rows=auto|N WANT
//	    how many window rows the engine grants to such a request now (pure ground)
//	cols WANT
//	    how wide a row of the region may be now (pure ground)
package scenarios
