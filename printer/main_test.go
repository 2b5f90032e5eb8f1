package printer_test

import (
	"os"
	"testing"
)

// helperEnv makes the test binary play a part instead of running tests.
const helperEnv = "JP_PRINTER_TEST_PART"

var parts = map[string]func(){}

func runMain(m *testing.M) {
	if part, ok := parts[os.Getenv(helperEnv)]; ok {
		part()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
