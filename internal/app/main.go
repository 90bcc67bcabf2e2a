// Package app puts the portal together: configuration, database, services, server, and the subcommands around them.
// It is the only package that knows all the others. Start at Main.
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

// A Process is what the operating system gives to the program.
type Process struct {
	Args    []string
	Environ []string
	Out     io.Writer
	Err     io.Writer
	Clock   func() time.Time // nil: time.Now
}

// A commandContext is what a command may use.
type commandContext struct {
	//nolint:containedctx // it is the command's own, and a command has one value for all that it needs
	ctx    context.Context
	config *config.Config
	source *config.Source
	flags  []string // the settings that the command line names
	out    io.Writer
	err    io.Writer
	clock  func() time.Time
}

// operator is who runs the command, for the audit log.
func (cc *commandContext) operator() access.Actor { return access.CommandLine(cc.source.Login()) }

// Main runs one command line. Its error is one line for the operator.
func Main(ctx context.Context, proc Process) error {
	cc := &commandContext{ctx: ctx, config: &config.Config{}, out: proc.Out, err: proc.Err, clock: proc.Clock}
	root := cc.commands()
	root.SetOut(proc.Out)
	root.SetErr(proc.Err)
	settings := root.PersistentFlags()
	settings.SortFlags = false
	cc.config.AddFlags(settings)
	file := settings.String("config", "", "`FILE` of NAME=value lines for all of these settings (LECTERN_CONFIG).")
	// The settings are the same for every command and would bury its own flags: lectern --help alone lists them.
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c != root {
			settings.VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
		}
		help(c, args)
		if c != root {
			fmt.Fprintln(c.OutOrStdout(), "\nThe settings of the installation are flags too: see lectern --help.")
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

// commands is the command line.
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

// configure reads the settings that the command line does not name, and checks them all.
func (cc *commandContext) configure(settings *pflag.FlagSet, environ []string, file string) (err error) {
	settings.VisitAll(func(flag *pflag.Flag) { // Visit knows only of what was parsed with this very set
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

// translate replaces the codes of an error by sentences, which say what to do.
func translate(err error, lang locale.Language) error {
	return joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) })
}

// translateWithCodes is the same, with each code behind its sentence, as the reports of imports have it.
func translateWithCodes(err error, lang locale.Language) error {
	return joinFaults(err, func(f *fault.Error) string {
		return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]"
	})
}

// joinFaults makes one text of all faults of an error; an error without faults stays as it is.
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
	_ = level.UnmarshalText([]byte(c.LogLevel)) // its flag has checked it against the list
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(w, options)
	}
	slog.SetDefault(slog.New(handler))
}
