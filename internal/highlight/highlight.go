package highlight

import (
	"embed"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"

	"jp/internal/markdown"
)

//go:embed lexers/*.xml
var files embed.FS

// Highlighter makes lines of code coloured. It may be used from several goroutines; the Lines that it starts may not.
type Highlighter struct {
	mu       sync.Mutex // guards everything below
	lexers   map[string]*chroma.RegexLexer
	hurried  map[string]bool // whose patterns are bounded
	registry *chroma.LexerRegistry
	caught   *chroma.LexerState
}

// New returns a Highlighter that has read no language yet.
func New() *Highlighter {
	return &Highlighter{lexers: map[string]*chroma.RegexLexer{}, hurried: map[string]bool{}, registry: chroma.NewLexerRegistry()}
}

// Start begins a block in a language, by any of the names that fences use. It returns nil when it does not know the language.
func (h *Highlighter) Start(language string) markdown.Lines {
	file, ok := languages[strings.ToLower(strings.Trim(language, "{}."))]
	if !ok {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	lexer := h.lexer(file)
	if lexer == nil {
		return nil
	}
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root", Nested: true}, catchMark)
	if err != nil {
		return nil
	}
	h.caught = nil
	next()
	if h.caught == nil {
		return nil
	}
	h.hurry(file)
	return &lines{state: h.caught}
}

// catchMark is a text that no code has; a rule of ours catches the state when it is read.
const catchMark = "\uefef"

// timeMax bounds one match; patterns that go back and forth can take for ever.
const timeMax = 20 * time.Millisecond

// hurry bounds the patterns of a lexer, once.
func (h *Highlighter) hurry(file string) {
	if h.hurried[file] {
		return
	}
	h.hurried[file] = true
	for _, list := range h.caught.Rules {
		for _, r := range list {
			r.Regexp.MatchTimeout = timeMax
		}
	}
}

// lexer returns the lexer of a file, with the rule that catches states, and the lexers that it uses.
func (h *Highlighter) lexer(file string) *chroma.RegexLexer {
	if l, ok := h.lexers[file]; ok {
		return l
	}
	for _, other := range uses[file] {
		h.lexer(other)
	}
	h.lexers[file] = nil
	config, rules, err := read(file)
	if err != nil {
		return nil
	}
	rules = withComments(rules.Clone())
	rules["root"] = append([]chroma.Rule{{Pattern: catchMark, Mutator: chroma.MutatorFunc(func(s *chroma.LexerState) error {
		h.caught = s
		return nil
	})}}, rules["root"]...)
	l, err := chroma.NewLexer(config, func() chroma.Rules { return rules })
	if err != nil {
		return nil
	}
	h.registry.Register(l)
	h.lexers[file] = l
	return l
}

func read(file string) (*chroma.Config, chroma.Rules, error) {
	if file == "go" {
		return &chroma.Config{Name: "Go", EnsureNL: true}, goRules, nil
	}
	l, err := chroma.NewXMLLexer(files, "lexers/"+file+".xml")
	if err != nil {
		return nil, nil, err
	}
	rules, err := l.Rules()
	return l.Config(), rules, err
}

// withComments gives comments between /* and */ a state, where chroma has them in one pattern.
func withComments(rules chroma.Rules) chroma.Rules {
	found := false
	for _, list := range rules {
		for i, r := range list {
			if r.Type == chroma.CommentMultiline && r.Mutator == nil && isComment(r.Pattern) {
				list[i] = chroma.Rule{Pattern: `/\*`, Type: chroma.CommentMultiline, Mutator: chroma.Push(commentState)}
				found = true
			}
		}
	}
	if found {
		rules[commentState] = []chroma.Rule{
			{Pattern: `[^*]+`, Type: chroma.CommentMultiline},
			{Pattern: `\*/`, Type: chroma.CommentMultiline, Mutator: chroma.Pop(1)},
			{Pattern: `\*`, Type: chroma.CommentMultiline},
		}
	}
	return rules
}

const commentState = "comment over lines"

// isComment reports whether a pattern is /*, anything, and */.
func isComment(pattern string) bool {
	return strings.HasPrefix(pattern, "/") && strings.HasSuffix(pattern, "/") && strings.Contains(pattern, "*")
}

// lines is one block.
type lines struct {
	state *chroma.LexerState
	isOff bool // the block can not be read
}

const (
	lineMax  = 500
	errorMax = 16
)

// Line implements markdown.Lines.
func (l *lines) Line(dst []markdown.Span, line []byte) (spans []markdown.Span) {
	if l.isOff || len(line) > lineMax {
		return dst
	}
	from := len(dst)
	defer func() {
		if recover() != nil { // a lexer that is at odds with its own rules must not end an answer
			l.isOff = true
			spans = dst[:from]
		}
	}()
	s := l.state
	s.Text = append(append(s.Text[:0], []rune(string(line))...), '\n')
	s.Pos = 0
	if len(s.Stack) == 0 {
		s.Stack = append(s.Stack, "root")
	}
	end, failed := 0, 0
	for tok := s.Iterator(); tok != chroma.EOF && end < len(line); tok = s.Iterator() {
		end = min(len(line), end+len(tok.Value))
		kind := kindOf(tok.Type)
		if n := len(dst); n > from && dst[n-1].Kind == kind {
			dst[n-1].End = end
		} else {
			dst = append(dst, markdown.Span{End: end, Kind: kind})
		}
		if tok.Type == chroma.Error {
			if failed++; failed > errorMax {
				l.isOff = true
				break
			}
		}
	}
	return dst
}

// kindOf is what a token is to a reader.
func kindOf(t chroma.TokenType) markdown.Kind {
	switch t {
	case chroma.GenericInserted:
		return markdown.CodeAdded
	case chroma.GenericDeleted:
		return markdown.CodeRemoved
	case chroma.GenericHeading, chroma.GenericSubheading:
		return markdown.CodeName
	case chroma.KeywordType, chroma.NameClass, chroma.NameNamespace:
		return markdown.CodeType
	case chroma.NameFunction, chroma.NameFunctionMagic, chroma.NameTag, chroma.NameAttribute, chroma.NameDecorator, chroma.NameBuiltin:
		return markdown.CodeName
	}
	switch {
	case t.InCategory(chroma.Comment):
		return markdown.CodeComment
	case t.InCategory(chroma.Keyword):
		return markdown.CodeKeyword
	case t.InSubCategory(chroma.LiteralString):
		return markdown.CodeString
	case t.InSubCategory(chroma.LiteralNumber):
		return markdown.CodeNumber
	}
	return markdown.CodePlain
}
