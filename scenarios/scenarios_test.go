package scenarios_test

import (
	"testing"

	"jp/vtmodel/screentest"
)

func TestMain(m *testing.M) { screentest.Main(m) }

// TestScenarios runs every script of this folder on every ground.
func TestScenarios(t *testing.T) { screentest.RunAll(t, ".", "../golden") }
