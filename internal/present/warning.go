package present

import (
	"errors"
	"fmt"
	"syscall"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/store"
)

// Warning puts a warning into words.
func (w Words) Warning(e agent.Warned) Notice {
	switch e.Kind {
	case agent.WarnNotSaved:
		return Notice{"the conversation is not saved" + because(e.Err), storeHint(e.Err)}
	case agent.WarnDamaged:
		return Notice{"a part of the conversation can not be read" + because(e.Err), ""}
	case agent.WarnEmptyAnswer:
		return Notice{"the model ended its turn without an answer", "ask again, or another model with --model"}
	case agent.WarnLength:
		return Notice{"the answer was cut by a token limit", "ask for the rest"}
	case agent.WarnRefused:
		return Notice{"the model declined to answer", ""}
	case agent.WarnRequestLimit:
		return Notice{fmt.Sprintf("stopped after %d requests, the model still calls tools", e.Count), "ask it to go on"}
	case agent.WarnBadCall:
		return Notice{name(e.Name) + " was not run, its arguments did not arrive whole", ""}
	case agent.WarnMissingCall:
		return Notice{name(e.Name) + " has no stored result, the model is told that it did not run", ""}
	case agent.WarnUnfinished:
		return Notice{"the turn ended without its answer: jp was killed, or is still at it", "ask again"}
	case agent.WarnDenied:
		return Notice{name(e.Name) + " was not run, it needs consent", ""}
	}
	return Notice{"unexpected: " + name(string(e.Kind)) + because(e.Err), ""}
}

// Failure puts the error that ended a run into words. It knows the errors of providers and of the
// store; other texts are taken as they are, cleaned.
func Failure(err error) Notice {
	if e, ok := errors.AsType[*provider.Error](err); ok {
		return Notice{e.Error(), providerHint(e)}
	}
	if e, ok := errors.AsType[*store.AppendError](err); ok {
		return Notice{"the conversation is not saved" + because(e), storeHint(e)}
	}
	if e, ok := errors.AsType[*store.LockedError](err); ok {
		return Notice{e.Error(), "wait for it, or start a new conversation"}
	}
	if e, ok := errors.AsType[*agent.StuckError](err); ok {
		return Notice{
			fmt.Sprintf(
				"the model called %s %d times in the same way, and it failed each time: %s",
				name(e.Tool), e.Times, firstLine(e.Output),
			),
			"ask in other words, or another model with --model",
		}
	}
	return Notice{clean(err), storeHint(err)}
}

// textMax bounds an error's text in runes.
const textMax = 500

func clean(err error) string { return provider.Clean(err.Error(), textMax) }

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + clean(err)
}

// storeHint is what to do when something can not be written, or "".
func storeHint(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free some space, or run with --no-persist"
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EPERM):
		return "make the directory writable, set XDG_DATA_HOME to another, or run with --no-persist"
	case errors.Is(err, syscall.ENOTDIR):
		return "move what is in the place of the directory, set XDG_DATA_HOME to another, or run with --no-persist"
	case errors.Is(err, store.ErrTooLong):
		return "ask for the answer in smaller parts"
	case errors.Is(err, store.ErrNoEvents):
		return "restore its events.jsonl from a backup; jp conversation ls shows what else there is"
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrAmbiguous):
		return "jp conversation ls shows what there is"
	}
	return ""
}
