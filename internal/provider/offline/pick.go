package offline

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
)

const (
	picksMax    = 3
	pickBytes   = 1 << 20 // larger files are not read
	wordsMax    = 40      // words of a question that are looked at
	questionMax = 400     // bytes from its end, where a question usually stands

	named   = 90 // score from which on a question means this very file
	related = 62 // score from which on a file belongs to those that are meant
)

// choice is a file worth reading, and why.
type choice struct {
	path   string
	reason string
	score  int
}

// picks are the files to read for a question, best first.
func (s *scene) picks() []choice {
	words := questionWords(s.question)
	var list []choice
	for _, e := range s.files() {
		if c := rate(e, words); c.score > 0 {
			list = append(list, c)
		}
	}
	for _, name := range namedPaths(s.question) {
		if !slices.ContainsFunc(list, func(c choice) bool { return c.path == name }) {
			list = append(list, choice{name, "the question names it", 200})
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(depth(a.path), depth(b.path)), cmp.Compare(a.path, b.path))
	})
	// Who asks for certain files gets those, and nothing that would only describe the whole.
	if len(list) > 0 && list[0].score >= named {
		list = slices.DeleteFunc(list, func(c choice) bool { return c.score < related })
	}
	return list[:min(len(list), picksMax)]
}

// deeper is a directory that the question is about and that was not listed, because it
// lies too deep; empty when there is none. The first word that names one counts.
func (s *scene) deeper() string {
	if len(s.lists) != 1 {
		return ""
	}
	for _, w := range fields(s.question) {
		if len(w) < 3 || common[strings.ToLower(w)] {
			continue
		}
		for _, d := range s.dirs() {
			inside := func(e entry) bool { return strings.HasPrefix(e.path, d.path+"/") }
			if strings.EqualFold(path.Base(d.path), w) && !slices.ContainsFunc(s.listing, inside) {
				return d.path
			}
		}
	}
	return ""
}

// manifests say what a project is made of.
var manifests = []string{"go.mod", "Cargo.toml", "package.json", "pyproject.toml", "Makefile", "CMakeLists.txt", "pom.xml", "Gemfile", "setup.py"}

// texts are the extensions of files that are worth a look without being asked for.
var texts = map[string]int{
	".md": 12, ".txt": 8, ".go": 10, ".rs": 10, ".py": 10, ".js": 9, ".ts": 9, ".c": 9, ".h": 8, ".cc": 9, ".cpp": 9, ".java": 9,
	".rb": 9, ".sh": 8, ".toml": 7, ".yaml": 6, ".yml": 6, ".json": 5, ".html": 5, ".css": 4, ".sql": 6, ".tex": 6, ".org": 8, ".rst": 10, ".csv": 3,
}

// rate says how well a file fits. A question that names a file means it; otherwise what
// describes the whole comes first, and what is near the top before what is deep.
func rate(e entry, words map[string]bool) choice {
	base := path.Base(e.path)
	lower := strings.ToLower(base)
	stem := strings.TrimSuffix(lower, extension(base))
	c := choice{path: e.path}
	switch {
	case e.size > pickBytes || isPrivate(lower):
		return c
	case words[lower] || words[strings.ToLower(e.path)]:
		c.reason, c.score = "the question names it", 150
	case len(stem) > 2 && words[stem]:
		c.reason, c.score = "its name is in the question", 100
	case strings.HasPrefix(lower, "readme"):
		c.reason, c.score = "it usually describes the whole", 60
	case slices.Contains(manifests, base):
		c.reason, c.score = "it says what the project is made of", 50-slices.Index(manifests, base)
	case base == "main.go" || base == "main.rs" || base == "main.py" || base == "index.js":
		c.reason, c.score = "a program starts there", 35
	default:
		c.reason, c.score = "it is text near the top", texts[extension(base)]
	}
	if c.score == 0 {
		return c
	}
	if strings.HasSuffix(stem, "_test") || e.size == 0 {
		c.score -= 6
	}
	for _, dir := range strings.Split(strings.ToLower(path.Dir(e.path)), "/") {
		if len(dir) > 2 && words[dir] {
			c.reason, c.score = "its directory is in the question", c.score+70
		}
	}
	c.score = max(c.score-4*depth(e.path), 0)
	return c
}

// isPrivate keeps files out of an answer that nobody wants to see on a screen.
func isPrivate(lower string) bool {
	for _, part := range []string{".env", ".pem", ".key", "id_rsa", "id_ed25519", "secret", "password", "credential", "token"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// questionWords are the words of a question in lower case, file names whole.
func questionWords(question string) map[string]bool {
	words := map[string]bool{}
	for _, w := range fields(question) {
		if len(words) == wordsMax {
			break
		}
		if w = strings.ToLower(w); !common[w] {
			words[w] = true
		}
	}
	return words
}

// fields splits the end of a question into words without the punctuation around them.
func fields(question string) []string {
	tail := question[max(0, len(question)-questionMax):]
	words := strings.FieldsFunc(strings.ToValidUTF8(tail, " "), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`“”‘’„()[]{}<>?!,;:*|", r)
	})
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".") // the end of a sentence
	}
	return words
}

// namedPaths are words of the question that can only be paths of files.
func namedPaths(question string) (list []string) {
	for _, w := range fields(question) {
		w = strings.TrimPrefix(w, "./")
		if strings.Contains(w, "/") && path.Ext(w) != "" && !strings.Contains(w, "//") && path.Clean(w) == w && !isPrivate(strings.ToLower(w)) {
			list = append(list, w)
		}
	}
	return list[:min(len(list), 1)]
}

// common are words that say nothing about what to look for.
var common = wordSet(`about again also answer anything because been being below between
		both code could describe directory does doing done each else every exactly explain explained file files
		find folder from give have here help into just know like list long look made make many mean more most
		much need only other over please project question read really same say show some such summarise
		summarize summary tell than that them then there these they thing things this those through under
		until used uses using very want what when where which while will with within without work works would
		write your all and any are but can did for get has how its let not off our out per see
	the too use was way who why you`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// terms are words of the question worth searching for, in its order.
func (s *scene) terms() (list []string) {
	for _, w := range fields(s.question) {
		w = strings.Trim(strings.ToLower(w), ".-_")
		plain := !strings.ContainsAny(w, "/.")
		if len(w) >= 4 && plain && !common[w] && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list[:min(len(list), 6)]
}
