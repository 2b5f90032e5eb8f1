package main

import (
	"errors"
	"os"
	"strings"

	"jp/internal/config"
	"jp/internal/provider"
	"jp/internal/provider/anthropic"
	"jp/internal/provider/offline"
	"jp/internal/provider/openai"
)

// offlineFirst is how many paces the offline assistant takes before its first piece, so that
// waiting can be seen.
const offlineFirst = 60

// respondent is who answers.
type respondent struct {
	provider provider.Provider
	model    string
	note     string // something that one should know about the choice, or ""
}

// chooseRespondent finds out who answers; the model setting is "provider/model", a provider, or "".
// Nothing is connected yet: that is the request's business, and a region says so while it lasts.
func chooseRespondent(s config.Settings) (respondent, error) {
	var r respondent
	spec := s.Model
	if spec == "" {
		spec = provider.DefaultSpec(os.LookupEnv)
		if name, _, _ := strings.Cut(spec, "/"); name == "offline" {
			r.note = "no key is set, so the built-in offline assistant answers; docs/jp.md lists the keys"
		}
	}
	endpoint, model, err := provider.Resolve(spec, os.LookupEnv)
	if err != nil {
		return r, asUsage(err)
	}
	if warning := endpoint.Warning(); warning != "" {
		r.note = warning
	}
	r.model = model
	r.provider, err = provider.Open(endpoint, map[provider.Protocol]func(provider.Endpoint) (provider.Provider, error){
		provider.Messages: func(e provider.Endpoint) (provider.Provider, error) {
			return anthropic.New(e, anthropic.Options{}), nil
		},
		provider.Responses:   openAI,
		provider.Completions: openAI,
		provider.Offline: func(provider.Endpoint) (provider.Provider, error) {
			return offline.New(offline.Options{First: offlineFirst * s.OfflinePace, Delay: s.OfflinePace}), nil
		},
	})
	return r, err
}

func openAI(e provider.Endpoint) (provider.Provider, error) {
	return openai.New(e, openai.Options{}), nil
}

// asUsage tells a model that was named wrongly from a service that does not want us: a missing key
// is the provider's business, a name that nothing answers to is a mistake in the call.
func asUsage(err error) error {
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || e.Kind == provider.Auth {
		return err
	}
	return &usageError{e.Error(), e.Hint}
}
