package main

import (
	"jp/vtmodel/screentest"
	"testing"
	"time"
)

func TestMain(m *testing.M) { screentest.Main(m, screentest.Programs{"countdown": main}) }

// Every moment of an animation, on the kernel's terminal, without waiting for it.
func TestCountdown_ShowsEveryTenth(t *testing.T) {
	p := screentest.Start(t, screentest.Own("countdown"), screentest.Size{Cols: 20, Rows: 3}, screentest.Granted())
	p.Golden("begins")
	p.Grant(99 * time.Millisecond).Golden("just before a tenth")
	p.Grant(time.Millisecond).Golden("a tenth")
	p.Grant(2800 * time.Millisecond).Golden("the last tenth")
	p.Grant(100 * time.Millisecond).AwaitExit(0).Golden("go")
	p.TTYRestored()
}
