package store

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	idTime   = "20060102-150405.000" // written without the point
	idRandom = 5
	// idAlphabet has no letter that is read as a digit and no vowel, so that an id is
	// easy to type and spells nothing.
	idAlphabet = "0123456789bcdfghjkmnpqrstvwxyz"
)

// newID names a conversation born at now. Ids sort by time to the millisecond.
func newID(now time.Time, random io.Reader) (string, error) {
	var b [idRandom]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read randomness for a conversation id: %w", err)
	}
	for i, c := range b {
		b[i] = idAlphabet[int(c)%len(idAlphabet)]
	}
	stamp := strings.Replace(now.UTC().Format(idTime), ".", "", 1)
	return stamp + "-" + string(b[:]), nil
}

// idBirth is the time that an id carries; false when s is not an id. It is also the
// guard that keeps a path from being passed as an id.
func idBirth(s string) (time.Time, bool) {
	const stampLen = len(idTime) - 1
	if len(s) != stampLen+1+idRandom || s[stampLen] != '-' {
		return time.Time{}, false
	}
	for _, c := range s[stampLen+1:] {
		if !strings.ContainsRune(idAlphabet, c) {
			return time.Time{}, false
		}
	}
	secondsLen := stampLen - len("000")
	t, err := time.Parse(idTime, s[:secondsLen]+"."+s[secondsLen:stampLen])
	return t, err == nil
}
