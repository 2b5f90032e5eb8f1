package offline

// about ends every report: what this was, and how to get more.
const about = `---

I am the built-in offline assistant: I list, count and quote, but I understand nothing. For a model that does, set a key and ask again:

` + "```sh" + `
export ANTHROPIC_API_KEY=…     # or OPENAI_API_KEY, OPENROUTER_API_KEY
jp query "your question"
jp query --model ollama/NAME "your question"    # a model on this machine
` + "```" + `
`

func smallTalk(s scene) string {
	text := "Hello. I am the built-in offline assistant of `jp`.\n\n" +
		"I can look at the working directory and tell you what is in it. Ask me, for instance:\n\n" +
		"- what is in this directory?\n- what does README.md say?\n- where is “retry” mentioned?\n\n"
	if s.before > 0 {
		text = "You are welcome. Ask me about another file whenever you like.\n\n"
	}
	return text + about
}

// blind is the answer without tools.
func (s *scene) blind() string {
	return "## I can not look at anything\n\n" +
		"No tool to list files was offered to me, so I can not see the working directory. " +
		"Ask again with tools switched on.\n\n" + about
}
