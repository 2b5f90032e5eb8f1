package screentest

import "jp/internal/ansi"

var parseColor = ansi.ParseColor
