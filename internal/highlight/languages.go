package highlight

import "github.com/alecthomas/chroma/v2"

// languages finds the file of a language by the names that fences use.
var languages = map[string]string{
	"go": "go", "golang": "go",
	"python": "python", "py": "python", "python3": "python", "py3": "python",
	"javascript": "javascript", "js": "javascript", "mjs": "javascript", "node": "javascript",
	"typescript": "typescript", "ts": "typescript",
	"jsx": "react", "tsx": "react", "react": "react", "vue": "vue",
	"bash": "bash", "sh": "bash", "shell": "bash", "zsh": "bash", "ksh": "bash",
	"console": "bash_session", "shell-session": "bash_session", "bash-session": "bash_session",
	"json": "json", "json5": "json", "jsonc": "json", "ndjson": "json",
	"yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini", "cfg": "ini", "conf": "ini", "dosini": "ini",
	"rust": "rust", "rs": "rust", "c": "c", "h": "c", "cpp": "c++", "c++": "c++", "cc": "c++", "cxx": "c++", "hpp": "c++",
	"java": "java", "kotlin": "kotlin", "kt": "kotlin", "scala": "scala", "swift": "swift", "dart": "dart",
	"csharp": "c#", "c#": "c#", "cs": "c#",
	"sql": "sql", "sqlite": "sql", "css": "css", "html": "html", "htm": "html", "xml": "xml", "svg": "xml", "php": "php",
	"diff": "diff", "patch": "diff", "udiff": "diff",
	"dockerfile": "docker", "docker": "docker", "makefile": "makefile", "make": "makefile", "mk": "makefile", "cmake": "cmake",
	"ruby": "ruby", "rb": "ruby", "lua": "lua", "perl": "perl", "pl": "perl", "r": "r",
	"powershell": "powershell", "ps1": "powershell", "pwsh": "powershell",
	"haskell": "haskell", "hs": "haskell", "elixir": "elixir", "ex": "elixir", "exs": "elixir",
	"zig": "zig", "nix": "nix", "terraform": "terraform", "tf": "terraform", "hcl": "terraform",
	"graphql": "graphql", "gql": "graphql", "proto": "protocol_buffer", "protobuf": "protocol_buffer", "nginx": "nginx_configuration_file",
}

// uses names the lexers that a lexer hands parts of its text to.
var uses = map[string][]string{
	"bash_session": {"bash"}, "docker": {"bash", "json"}, "html": {"javascript", "css"}, "makefile": {"bash"},
}

// goRules are the rules of Go. They are ours, since chroma's match comments and raw strings whole, over lines.
var goRules = chroma.Rules{
	"root": {
		{Pattern: `\s+`, Type: chroma.TextWhitespace},
		{Pattern: `//[^\n]*`, Type: chroma.CommentSingle},
		{Pattern: `/\*`, Type: chroma.CommentMultiline, Mutator: chroma.Push("comment")},
		{Pattern: "`", Type: chroma.LiteralString, Mutator: chroma.Push("raw")},
		{Pattern: `"(\\.|[^"\\\n])*"?`, Type: chroma.LiteralString},
		{Pattern: `'(\\.[^'\n]*|[^'\\\n])'`, Type: chroma.LiteralStringChar},
		{Pattern: `(break|default|func|interface|select|case|defer|go|map|struct|chan|else|goto|package|switch|const|fallthrough|if|range|type|continue|for|import|return|var)\b`, Type: chroma.Keyword},
		{Pattern: `(true|false|iota|nil)\b`, Type: chroma.KeywordConstant},
		{Pattern: `(u?int(8|16|32|64)?|uintptr|float(32|64)|complex(64|128)|byte|rune|string|bool|error|any|comparable)\b`, Type: chroma.KeywordType},
		{Pattern: `0[xXbBoO][0-9a-fA-F_]+|\.?\d[\d_]*(\.[\d_]*)?([eE][+-]?\d+)?i?`, Type: chroma.LiteralNumber},
		{Pattern: `[\p{L}_][\p{L}\p{N}_]*(?=\()`, Type: chroma.NameFunction},
		{Pattern: `[\p{L}_][\p{L}\p{N}_]*`, Type: chroma.NameOther},
		{Pattern: `[^\s\p{L}\p{N}_"'` + "`" + `/]+|/`, Type: chroma.Operator},
	},
	"comment": {
		{Pattern: `[^*]+`, Type: chroma.CommentMultiline},
		{Pattern: `\*/`, Type: chroma.CommentMultiline, Mutator: chroma.Pop(1)},
		{Pattern: `\*`, Type: chroma.CommentMultiline},
	},
	"raw": {
		{Pattern: "[^`]+", Type: chroma.LiteralString},
		{Pattern: "`", Type: chroma.LiteralString, Mutator: chroma.Pop(1)},
	},
}
