package config_test

import (
	"errors"
	"testing"
	"time"

	"jp/internal/config"
)

func lookup(env map[string]string) config.Lookup {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

func TestResolve_LaterLayersWinKeyByKey(t *testing.T) {
	env := map[string]string{"JP_CFG_FORMAT": "json", "JP_CFG_STYLE_WAITING_DELAY": "1s", "FORMAT": "text"}
	for _, c := range []struct {
		name   string
		env    map[string]string
		flags  map[string]string
		format config.Format
		delay  time.Duration
	}{
		{"defaults", nil, nil, config.Auto, 3 * time.Second},
		{"environment over defaults", env, nil, config.JSON, time.Second},
		{"flag over environment", env, map[string]string{"format": "text"}, config.Text, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := config.Resolve(lookup(c.env), nil, c.flags)
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != c.format || got.WaitingDelay != c.delay {
				t.Errorf("got format %q, delay %v, want %q, %v", got.Format, got.WaitingDelay, c.format, c.delay)
			}
		})
	}
}

func TestResolve_NamesTheLayerOfABadValue(t *testing.T) {
	for _, c := range []struct {
		name       string
		env, flags map[string]string
		origin     string
	}{
		{"flag", nil, map[string]string{"format": "xml"}, "--format"},
		{"environment", map[string]string{"JP_CFG_COLOR": "blue"}, nil, "JP_CFG_COLOR"},
		{"negative width", nil, map[string]string{"width": "-1"}, "--width"},
		{"huge width", nil, map[string]string{"width": "1000001"}, "--width"},
		{"delay without a unit", map[string]string{"JP_CFG_STYLE_WAITING_DELAY": "3"}, nil, "JP_CFG_STYLE_WAITING_DELAY"},
		{"negative delay", map[string]string{"JP_CFG_STYLE_WAITING_DELAY": "-1s"}, nil, "JP_CFG_STYLE_WAITING_DELAY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := config.Resolve(lookup(c.env), nil, c.flags)
			bad, ok := errors.AsType[*config.ValueError](err)
			if !ok || bad.Origin != c.origin {
				t.Errorf("got %v, want a ValueError from %s", err, c.origin)
			}
		})
	}
}

func TestResolve_RefusesAMistypedVariable(t *testing.T) {
	for entry, nearest := range map[string]string{
		"JP_CFG_FROMAT=json":       "JP_CFG_FORMAT",
		"JP_CFG_STYLE_WAITING=1s":  "JP_CFG_STYLE_WAITING_DELAY",
		"JP_CFG_QQQQQQQQQQQQQQQ=1": "",
	} {
		_, err := config.Resolve(lookup(nil), []string{"PATH=/bin", "JP_CFG_MODEL=x", entry}, nil)
		bad, ok := errors.AsType[*config.UnknownError](err)
		if !ok || bad.Nearest != nearest {
			t.Errorf("%s: got %#v, want an UnknownError with %q", entry, err, nearest)
		}
	}
}

// Every key must change the settings, or it is a dead key; and its default must parse.
func TestKeys_EachOneIsAlive(t *testing.T) {
	samples := map[string]string{
		"model": "a/b", "format": "json", "color": "never", "width": "7", "request.retries": "1", "offline.pace": "7ms",
		"style.waiting.delay": "7s", "style.typewriter.text": "7ms", "style.typewriter.code": "7us", "style.typewriter.latency": "-1s",
	}
	base, err := config.Resolve(lookup(nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range config.Keys {
		value, ok := samples[k.Name]
		if !ok {
			t.Errorf("%s: no sample in this test", k.Name)
			continue
		}
		got, err := config.Resolve(lookup(map[string]string{k.Env(): value}), []string{k.Env() + "=" + value}, nil)
		if err != nil || got == base {
			t.Errorf("%s=%s: got %+v, %v, want a change", k.Env(), value, got, err)
		}
		if k.Help == "" || k.Want == "" {
			t.Errorf("%s: no words for it", k.Name)
		}
	}
}
