package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which jp this is",
		Args:  atMost(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return output(err)
		},
	}
}

// version is "jp REVISION (go1.26, linux/amd64)"; the revision is what the Go tool stamped, or "unstamped".
func version() string {
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
	return fmt.Sprintf("jp %s%s (%s, %s/%s)", revision, dirty, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
