package guard

import (
	"testing"
	"testing/synctest"
	"time"

	"jp/internal/provider"
)

// TestClocks_Sleep lets the wall clock jump while the monotonic one goes on, as
// when a laptop was closed: the connection gets a short grace.
func TestClocks_Sleep(t *testing.T) {
	tests := []struct {
		name string
		jump time.Duration // at 20 s
		byte time.Duration // when a byte arrives; 0 = never
		dead time.Duration // when the clock expires
	}{
		{name: "no jump", dead: 120 * time.Second},
		{name: "a small correction", jump: wallJump, dead: 120 * time.Second},
		{name: "a night", jump: 9 * time.Hour, dead: 21*time.Second + wallGrace},
		{name: "a night, but the connection lives", jump: 9 * time.Hour, byte: 25 * time.Second, dead: 145 * time.Second},
		{name: "the clock is set back", jump: -9 * time.Hour, dead: 120 * time.Second},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			wall := func() time.Time {
				now := time.Now()
				if now.Sub(start) >= 20*time.Second {
					now = now.Add(tt.jump)
				}
				return now
			}
			expired := make(chan *provider.Error, 1)
			c := startClocks(Limits{}.withDefaults(), wall, func(e *provider.Error) { expired <- e })
			defer c.stop()
			if tt.byte > 0 {
				time.AfterFunc(tt.byte, func() { c.leave(1); c.enter() })
			}
			e := <-expired
			if took := time.Since(start); took != tt.dead || e.Kind != provider.Timeout {
				t.Errorf("%s: expired after %v (%s), want %v", tt.name, took, e.Message, tt.dead)
			}
		})
	}
}

func TestClocks_StopIsFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := startClocks(Limits{}.withDefaults(), time.Now, func(e *provider.Error) { t.Errorf("expired: %v", e) })
		c.stop()
		time.Sleep(time.Hour)
	})
}
