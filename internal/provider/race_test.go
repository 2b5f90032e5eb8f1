//go:build race

package provider_test

// cutStride is the distance between cuts of recorded streams. The race detector
// looks at orders of memory accesses, which are the same at every cut.
const cutStride = 11
