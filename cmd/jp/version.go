package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"jp/internal/config"
	"jp/internal/lineui"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which jp this is",
		Args:  atMost(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			v := thisVersion()
			if s.Format == config.JSON {
				return output(lineui.WriteEnvelope(cmd.OutOrStdout(), "version", v))
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "jp %s (%s, %s)\n", v.Revision, v.Go, v.Platform)
			return output(err)
		},
	}
}

// version is which jp this is, as the json format gives it.
type version struct {
	Revision string `json:"revision"` // what the Go tool stamped, or "unstamped"
	Go       string `json:"go"`
	Platform string `json:"platform"` // "linux/amd64"
}

func thisVersion() version {
	revision, dirty := "unstamped", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value[:min(len(s.Value), 12)]
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = "+changes"
			}
		}
	}
	return version{revision + dirty, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
}
