// Package app assembles the portal: configuration, database, services, server, and the subcommands. It is the only
// package that imports all others. Start at Main.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// Process is what the operating system gives the program.
type Process struct {
	Args    []string
	Environ []string
	Out     io.Writer
	Err     io.Writer
	Clock   func() time.Time // nil means time.Now
}

// commandContext is what commands share.
type commandContext struct {
	//nolint:containedctx // it is the command's own, and a command has one value for all that it needs
	ctx    context.Context
	config *config.Config
	source *config.Source
	flags  []string // the settings given as flags
	out    io.Writer
	err    io.Writer
	clock  func() time.Time
}

// operator returns the user who runs the command, for the audit log.
func (cc *commandContext) operator() access.Actor { return access.CommandLine(cc.source.Login()) }

// Main runs one command line. Its error is one line for the server administrator.
func Main(ctx context.Context, proc Process) error {
	cc := &commandContext{ctx: ctx, config: &config.Config{}, out: proc.Out, err: proc.Err, clock: proc.Clock}
	root := cc.commands()
	root.SetOut(proc.Out)
	root.SetErr(proc.Err)
	settings := root.PersistentFlags()
	settings.SortFlags = false
	cc.config.AddFlags(settings)
	file := settings.String("config", "", "`FILE` of NAME=value lines for all of these settings (LECTERN_CONFIG).")
	// The settings are the same for every command and would hide its own flags, so only lectern --help lists them.
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c != root {
			settings.VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
		}
		help(c, args)
		if c != root {
			fmt.Fprintln(c.OutOrStdout(), "\nAll settings are also flags: see lectern --help.")
		}
	})
	root.SetArgs(proc.Args)
	understood := false
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		understood = true
		return cc.configure(settings, proc.Environ, *file)
	}
	err := root.Execute()
	switch {
	case err == nil:
		return nil
	case !understood:
		return fmt.Errorf("%w; see lectern --help", err)
	case cc.source == nil:
		return err
	default:
		return translate(err, cc.source.Language())
	}
}

// commands returns the root command.
func (cc *commandContext) commands() *cobra.Command {
	root := group("lectern", "The student portal of a business college.",
		cc.serveCommand(), cc.workCommand(), cc.demoCommand(), cc.importCommands(), cc.exportCommand(), cc.mediaCommands(),
		cc.adminCommands(), cc.keysCommands(), cc.migrateCommand(), cc.backupCommand(), cc.restoreCommand(),
		cc.doctorCommand(), cc.healthCommand(), cc.configCommand(), cc.versionCommand(), cc.openAPICommand(),
	)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SilenceErrors, root.SilenceUsage = true, true // the caller of Main prints the error
	return root
}

// configure reads the settings that aren't flags, and validates all.
func (cc *commandContext) configure(settings *pflag.FlagSet, environ []string, file string) (err error) {
	settings.VisitAll(func(flag *pflag.Flag) { // Visit only knows what was parsed with this flag set
		if flag.Changed {
			cc.flags = append(cc.flags, flag.Name)
		}
	})
	if cc.source, err = config.NewSource(environ, file); err != nil {
		return err
	}
	if err := cc.source.Fill(settings); err != nil {
		return err
	}
	if err := cc.config.Validate(); err != nil {
		return err
	}
	setLog(cc.err, cc.config)
	return nil
}

// translate replaces the faults of an error by their texts.
func translate(err error, lang locale.Language) error {
	return joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) })
}

// translateWithCodes is translate with each code after its text, as in the reports of imports.
func translateWithCodes(err error, lang locale.Language) error {
	return joinFaults(err, func(f *fault.Error) string {
		return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]"
	})
}

// joinFaults joins the texts of all faults of an error. An error without faults stays unchanged.
func joinFaults(err error, text func(*fault.Error) string) error {
	faults := fault.All(err)
	if faults == nil {
		return err
	}
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = text(f)
	}
	return errors.New(strings.Join(lines, " "))
}

func setLog(w io.Writer, c *config.Config) {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // the flag was validated
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(w, options)
	}
	slog.SetDefault(slog.New(handler))
}
