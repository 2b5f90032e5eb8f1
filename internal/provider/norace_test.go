//go:build !race

package provider_test

// cutStride is the distance between cuts of recorded streams: every event.
const cutStride = 1
