package highlight

// Names are all names of languages.
func Names() []string {
	var list []string
	for name := range languages {
		list = append(list, name)
	}
	return list
}
