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

	"github.com/alecthomas/kong"

	"lectern/internal/access"
	"lectern/internal/config"
	"lectern/internal/fault"
	"lectern/internal/locale"
)

// settings are part of every command.
type settings struct {
	config.Config `embed:""`
	File          string  `name:"config" placeholder:"FILE" help:"File of NAME=value lines for all of these settings (LECTERN_CONFIG)."`
	HelpAll       helpAll `name:"help-all" help:"Show the help of a command with the settings of the installation."`
}

// commands is the command line.
type commands struct {
	settings `embed:""`

	Serve   serveCmd   `cmd:"" help:"Serve the portal."`
	Work    workCmd    `cmd:"" help:"Do jobs for the portal without serving pages, here or on another machine."`
	Demo    demoCmd    `cmd:"" help:"Fill an empty database with the sample college and print its logins."`
	Import  importCmd  `cmd:"" help:"Get the college's data in from spreadsheets."`
	Export  exportCmd  `cmd:"" help:"Take the college's data out as spreadsheets, which can be imported again."`
	Media   mediaCmd   `cmd:"" help:"Recordings of lectures."`
	Admin   adminCmd   `cmd:"" help:"Accounts of the staff."`
	Keys    keysCmd    `cmd:"" name:"keys" help:"The installation's secret keys."`
	Migrate migrateCmd `cmd:"" help:"Bring the database to this binary's schema."`
	Backup  backupCmd  `cmd:"" help:"Write database, keys and local media into one file; the portal may go on serving."`
	Restore restoreCmd `cmd:"" help:"Read such a file back, into SQLite or PostgreSQL."`
	Doctor  doctorCmd  `cmd:"" help:"Check configuration, database, keys, disk and ffmpeg, and say what is wrong."`
	Health  healthCmd  `cmd:"" name:"healthcheck" help:"Ask the portal on this machine whether it is ready; for container images."`
	Show    configCmd  `cmd:"" name:"config" help:"Print the configuration, secrets masked."`
	Version versionCmd `cmd:"" help:"Print the version."`
	OpenAPI openAPICmd `cmd:"" name:"openapi" hidden:"" help:"Print the API's contract."`
}

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
	ctx    context.Context //nolint:containedctx // kong hands commands one value, and this is the command's own
	config *config.Config
	source *config.Source
	flags  []string // the settings that the command line names
	out    io.Writer
	err    io.Writer
	clock  func() time.Time
}

// operator is who runs the command, for the audit log.
func (cc *commandContext) operator() access.Actor { return access.CommandLine(cc.source.Login()) }

// exit is what kong's exit function panics with, after --help; Main recovers it.
type exit int

// Main runs one command line. Its error is one line for the operator.
func Main(ctx context.Context, proc Process) (err error) {
	args := proc.Args
	defer func() {
		if p := recover(); p != nil {
			code, ok := p.(exit)
			if !ok {
				panic(p)
			}
			if code != 0 {
				err = errors.New("failed")
			}
		}
	}()
	cmd := &commands{}
	source, err := config.NewSource(proc.Environ, fileFlag(args))
	if err != nil {
		return err
	}
	parser, err := kong.New(cmd,
		kong.Name("lectern"), kong.Description("The student portal of a business college."),
		kong.Writers(proc.Out, proc.Err), kong.Exit(func(code int) { panic(exit(code)) }),
		kong.FlagNamer(config.FlagName), kong.Resolvers(source), kong.ValueFormatter(explain),
		kong.ConfigureHelp(helpOptions), kong.Help(printHelp),
	)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return fmt.Errorf("%w; see lectern --help", err)
	}
	if err := cmd.Validate(); err != nil {
		return err
	}
	setLog(proc.Err, &cmd.Config)
	err = parsed.Run(&commandContext{ctx: ctx, config: &cmd.Config, source: source, flags: givenFlags(parsed), out: proc.Out, err: proc.Err, clock: proc.Clock})
	return translate(err, source.Language())
}

var helpOptions = kong.HelpOptions{Compact: true, FlagsLast: true, ValueFormatter: explain}

// helpAll is the flag that shows everything.
type helpAll bool

// BeforeReset prints the help before anything else is checked, as --help does.
func (helpAll) BeforeReset(app *kong.Kong, parsed *kong.Context) error {
	if err := kong.DefaultHelpPrinter(helpOptions, parsed); err != nil {
		return err
	}
	app.Exit(0)
	return nil
}

// printHelp leaves the settings of the installation out of the help of a command: they are the same for all, and would bury its own flags.
func printHelp(options kong.HelpOptions, parsed *kong.Context) error {
	if parsed.Selected() == nil {
		return kong.DefaultHelpPrinter(options, parsed)
	}
	for _, flag := range parsed.Model.Flags {
		flag.Hidden = flag.Name != "help"
	}
	if err := kong.DefaultHelpPrinter(options, parsed); err != nil {
		return err
	}
	_, err := fmt.Fprintln(parsed.Stdout, "\nThe settings of the installation are flags too: add --help-all, or see lectern --help.")
	return err
}

// givenFlags lists the flags of the command line itself, without those that the environment or a file gives.
func givenFlags(parsed *kong.Context) []string {
	var out []string
	for _, step := range parsed.Path {
		if step.Flag != nil && !step.Resolved {
			out = append(out, step.Flag.Name)
		}
	}
	return out
}

// translate replaces the codes of an error by sentences, which say what to do.
func translate(err error, lang locale.Language) error {
	return joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) })
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

// fileFlag finds --config before kong parses, because the file's settings are part of what kong parses.
func fileFlag(args []string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			return value
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

// explain adds the environment's name to the help of a setting.
func explain(value *kong.Value) string {
	name := config.EnvName(value.Name)
	for _, known := range config.Names() {
		if value.Flag != nil && known == name {
			return value.Help + " (" + name + ")"
		}
	}
	return value.Help
}

func setLog(w io.Writer, c *config.Config) {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // kong has checked it against the list
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(w, options)
	}
	slog.SetDefault(slog.New(handler))
}
