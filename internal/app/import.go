package app

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

// importCommands import spreadsheets. Each subcommand is named after a kind of rows.
func (cc *commandContext) importCommands() *cobra.Command {
	return group("import", "Import the college's data from spreadsheets.",
		cc.sheetCommand(columns.Terms, "Terms: first Monday and number of weeks."),
		cc.sheetCommand(columns.Periods, "Campuses and the clock times of their periods."),
		cc.sheetCommand(columns.Rooms, "Rooms."),
		cc.sheetCommand(columns.Programmes, "Programmes and the faculties that offer them."),
		cc.sheetCommand(columns.Teachers, "Teachers."),
		cc.sheetCommand(columns.Students, "Students, with their accounts."),
		cc.sheetCommand(columns.Courses, "Courses and who teaches them."),
		cc.sheetCommand(columns.Groups, "Groups of courses in a term."),
		cc.sheetCommand(columns.Enrolments, "Which student is in which group."),
		cc.sheetCommand(columns.Timetable, "When and where groups meet; replaces the timetable of the groups in the file."),
		cc.sheetCommand(columns.Changes,
			"Cancelled, moved and added classes, make-up days and holidays; notifies the affected students."),
		cc.sheetCommand(columns.Exams, "Exams of groups, and each student's seat; notifies the affected students."),
		cc.oneRosterCommand(),
	)
}

// sheetCmd has the options of an import.
type sheetCmd struct {
	kind      roster.Kind
	dryRun    bool
	complete  bool
	goodRows  bool
	confirm   []int
	sheet     string
	allSheets bool
	term      string
	fromWeek  int
	reason    string
	mapped    []string
	lang      string
}

func (cc *commandContext) sheetCommand(kind roster.Kind, short string) *cobra.Command {
	cmd := sheetCmd{kind: kind}
	c := command(string(kind)+" FILE", short, func(args []string) error { return cmd.run(cc, args[0]) })
	c.Long = short + "\n\nFILE is XLSX, CSV or TSV (UTF-8 or GBK), or an HTML table saved as .xls."
	flags := c.Flags()
	flags.BoolVar(&cmd.dryRun, "dry-run", false, "Check the file and show what would change, without importing it.")
	flags.BoolVar(&cmd.complete, "complete", false,
		"For enrolments: drop students who are in a group of the file but not in the file.")
	flags.BoolVar(&cmd.goodRows, "good-rows", false,
		"Import the rows without errors. Without this flag, one row with errors stops the import.")
	confirmFlag(c, &cmd.confirm)
	flags.IntVar(&cmd.fromWeek, "from-week", 0,
		"Of a timetable: the first `WEEK` of the term that changes. Without it classes from now on change.")
	flags.StringVar(&cmd.reason, "accept", "",
		"The `REASON` for accepting the clashes that the file creates. Without it such a file is not imported.")
	flags.StringVar(&cmd.sheet, "sheet", "",
		"The `NAME` of the sheet to import. Default: the first with the right headers.")
	flags.BoolVar(&cmd.allSheets, "all-sheets", false, "Read all sheets with the same headers as one table.")
	flags.StringVar(&cmd.term, "term", "", "The `TERM` of rows without one. Default: the current term.")
	flags.StringArrayVar(&cmd.mapped, "map", nil,
		"The field of a header that isn't recognised, as `HEADER=FIELD`; can be repeated.")
	languageFlag(c, &cmd.lang, "the reasons")
	return c
}

func confirmFlag(c *cobra.Command, confirm *[]int) {
	c.Flags().IntSliceVar(confirm, "confirm", nil,
		"The `NUMBER` of people who change, to confirm an import that changes unusually many; can be repeated.")
}

func languageFlag(c *cobra.Command, lang *string, of string) {
	c.Flags().StringVar(lang, "lang", "", "Language of "+of+": `zh|en`. Default: your system's language.")
}

// kindNames lists the kinds of sheets for the help.
func kindNames() string {
	var names []string
	for _, kind := range columns.Kinds() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

// errReported only sets the exit code, after a command has printed what is wrong.
var errReported = errors.New("")

// importWait is how long a call waits for its preview or import; most files take less.
const importWait = 1500 * time.Millisecond

func (inst *instance) roster() *roster.Service { return inst.college().Imports }

// run imports one file. Errors about the whole file are printed like errors of rows: in the language of the
// reasons, with their code.
func (cmd *sheetCmd) run(cc *commandContext, path string) error {
	return translateWithCodes(cmd.importFile(cc, path), language(cmd.lang, cc))
}

func (cmd *sheetCmd) importFile(cc *commandContext, path string) (err error) {
	if err := checkLanguage(cmd.lang); err != nil {
		return err
	}
	mapping, err := cmd.mapping()
	if err != nil {
		return err
	}
	file, err := roster.OpenFile(path)
	if err != nil {
		return err
	}
	defer file.Close()
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	lang := language(cmd.lang, cc)
	bar := newProgressBar(cc.err, lang)
	report, err := inst.roster().ImportFile(cc.ctx, cc.operator(), file, roster.Job{
		Kind: cmd.kind, Sheet: cmd.sheet, AllSheets: cmd.allSheets, Map: mapping, Term: cmd.term, DryRun: cmd.dryRun,
		GoodRows: cmd.goodRows, Language: lang, Progress: bar.show, Complete: cmd.complete, Confirm: cmd.confirm,
		FromWeek: cmd.fromWeek, Reason: cmd.reason,
	})
	bar.end()
	if err != nil {
		return err
	}
	return cmd.print(cc.out, lang, &report)
}

func (cmd *sheetCmd) mapping() (map[string]string, error) {
	out := map[string]string{}
	for _, text := range cmd.mapped {
		i := strings.LastIndexByte(text, '=')
		if i < 1 || i == len(text)-1 {
			return nil, fault.New(fault.Invalid, "roster.bad_mapping", "text", text)
		}
		out[strings.TrimSpace(text[:i])] = strings.TrimSpace(text[i+1:])
	}
	return out, nil
}

// language returns --lang, or the system's language.
func language(flag string, cc *commandContext) locale.Language {
	if flag != "" {
		return locale.Match(flag)
	}
	return cc.source.Language()
}

// checkLanguage refuses an unknown --lang: roster.no_language.
func checkLanguage(flag string) error {
	own, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(flag), "_", "-"), "-")
	if own != "" && own != "zh" && own != "en" {
		return fault.New(fault.Invalid, "roster.no_language", "language", flag)
	}
	return nil
}

// print prints the report, and fails if a row has errors.
func (cmd *sheetCmd) print(out io.Writer, lang locale.Language, r *roster.Report) error {
	lines := r.Lines(lang)
	if !r.Applied {
		lines = append(append(lines, r.BrakeLines(lang)...), r.ClashLines(lang)...)
	}
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	switch {
	case r.Applied:
	case r.Braked:
		return fault.New(fault.Invalid, "roster.unconfirmed", "confirm", r.Confirmation())
	case cmd.dryRun:
		fmt.Fprintln(out, locale.Text(lang, "roster.said.dry_run", nil))
	case r.Refused > 0 && !cmd.goodRows:
		return fault.New(fault.Invalid, "roster.not_applied", "count", strconv.Itoa(r.Refused))
	case r.Created+r.Changed+r.Unchanged == 0:
		return fault.New(fault.Invalid, "roster.all_refused")
	default:
		fmt.Fprintln(out, locale.Text(lang, "roster.said.nothing", nil))
	}
	if r.Refused > 0 {
		return errReported
	}
	return nil
}
