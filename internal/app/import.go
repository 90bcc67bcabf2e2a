package app

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/roster"
	"lectern/internal/roster/columns"
)

// importCmd gets spreadsheets in. The name of a subcommand is the kind of its rows.
type importCmd struct {
	Terms      sheetCmd     `cmd:"" help:"Terms: first Monday and number of weeks."`
	Periods    sheetCmd     `cmd:"" help:"Campuses and the clock times of their periods."`
	Rooms      sheetCmd     `cmd:"" help:"Rooms."`
	Programmes sheetCmd     `cmd:"" help:"Programmes and the colleges that offer them."`
	Teachers   sheetCmd     `cmd:"" help:"Teachers."`
	Students   sheetCmd     `cmd:"" help:"Students, with their accounts."`
	Courses    sheetCmd     `cmd:"" help:"Courses and who teaches them."`
	Groups     sheetCmd     `cmd:"" help:"Groups of courses in a term."`
	Enrolments sheetCmd     `cmd:"" help:"Which student is in which group."`
	Timetable  sheetCmd     `cmd:"" help:"When and where groups meet; replaces the timetable of the groups in the file."`
	Changes    sheetCmd     `cmd:"" help:"Cancelled, moved and added classes, make-up days and holidays; tells the students concerned."`
	Exams      sheetCmd     `cmd:"" help:"Exams of groups, and the seats of students in them; tells the students concerned."`
	OneRoster  oneRosterCmd `cmd:"" name:"oneroster" help:"A ZIP file of OneRoster: terms, programmes, people, courses, groups and enrolments, in order."`
	List       listCmd      `cmd:"" help:"List what was imported."`
	Undo       undoCmd      `cmd:"" help:"Put back what was before an import."`
	Template   templateCmd  `cmd:"" help:"Print an empty spreadsheet to fill in."`
}

type sheetCmd struct {
	File      string   `arg:"" type:"path" help:"XLSX, CSV or TSV (UTF-8 or GBK), or an HTML table that calls itself .xls."`
	DryRun    bool     `help:"Do everything and roll it back."`
	Preview   bool     `help:"Like --dry-run, and print every change: old value and new value."`
	Complete  bool     `help:"Of enrolments: drop who is not in the file, in the groups that it names."`
	GoodRows  bool     `help:"Write the good rows even when others are refused. Without it: all or nothing."`
	Confirm   []int    `sep:"none" placeholder:"NUMBER" help:"How many people are known to change, when the import was refused because they are unusually many; may be repeated."`
	Sheet     string   `placeholder:"NAME" help:"The sheet of a workbook. Default: the first that has the headers."`
	AllSheets bool     `help:"Read all sheets with the same headers as one table."`
	Term      string   `placeholder:"TERM" help:"The term of rows that name none. Default: the current one."`
	Map       []string `sep:"none" placeholder:"HEADER=FIELD" help:"What a header means that is not known; may be repeated."`
	Lang      string   `placeholder:"zh|en" help:"Language of the reasons. Default: that of your system."`
}

type listCmd struct {
	Size int `default:"50" help:"How many at most."`
}

type undoCmd struct {
	ID     string `arg:"" help:"As 'lectern import list' shows it."`
	DryRun bool   `help:"Say what would be undone and what stands in the way, and write nothing."`
}

type templateCmd struct {
	Kind string `arg:"" help:"students, courses, groups, enrolments, timetable, changes, exams, terms, periods, rooms, programmes or teachers."`
	Lang string `placeholder:"zh|en" help:"Language of the headers. Default: that of your system."`
	XLSX bool   `name:"xlsx" help:"For Excel, with text cells; redirect it into a file."`
}

// errReported ends a command that has already printed what is wrong: it only sets the exit code.
var errReported = errors.New("")

// importWait is how long a call waits for its preview or import: most files are done by then.
const importWait = 1500 * time.Millisecond

func (inst *instance) roster() *roster.Service { return inst.college().imports }

func (inst *instance) rosterOf(c *college) *roster.Service {
	return roster.New(roster.Services{
		Database: inst.db, Accounts: c.accounts, Students: c.students, Courses: c.courses, Timetable: c.timetables,
		Now: inst.db.Now, College: inst.collegeZh, Blobs: inst.blobs, Keys: inst.keys, Jobs: c.jobs, Wait: importWait,
	})
}

// Run imports one file. What is wrong with the file as a whole is said as what is wrong with a row is: in the language of the
// reasons, with its code.
func (cmd *sheetCmd) Run(parsed *kong.Context, cc *commandContext) error {
	lang := language(cmd.Lang, cc)
	return joinFaults(cmd.run(parsed, cc), func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]" })
}

func (cmd *sheetCmd) run(parsed *kong.Context, cc *commandContext) (err error) {
	kind, err := columns.ParseKind(parsed.Selected().Name)
	if err != nil {
		return err
	}
	if err := checkLanguage(cmd.Lang); err != nil {
		return err
	}
	mapping, err := cmd.mapping()
	if err != nil {
		return err
	}
	file, err := roster.OpenFile(cmd.File)
	if err != nil {
		return err
	}
	defer file.Close()
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	lang := language(cmd.Lang, cc)
	bar := newProgressBar(cc.err, lang)
	report, err := inst.roster().ImportFile(cc.ctx, cc.operator(), file, roster.Job{
		Kind: kind, Sheet: cmd.Sheet, AllSheets: cmd.AllSheets, Map: mapping, Term: cmd.Term, DryRun: cmd.DryRun || cmd.Preview, GoodRows: cmd.GoodRows, Language: lang, Progress: bar.show,
		Preview: cmd.Preview, Complete: cmd.Complete, Confirm: cmd.Confirm,
	})
	bar.end()
	if err != nil {
		return err
	}
	return cmd.print(cc.out, lang, &report)
}

func (cmd *sheetCmd) mapping() (map[string]string, error) {
	out := map[string]string{}
	for _, text := range cmd.Map {
		i := strings.LastIndexByte(text, '=')
		if i < 1 || i == len(text)-1 {
			return nil, fault.New(fault.Invalid, "roster.bad_mapping", "text", text)
		}
		out[strings.TrimSpace(text[:i])] = strings.TrimSpace(text[i+1:])
	}
	return out, nil
}

// language takes --lang, or what the system says.
func language(flag string, cc *commandContext) locale.Language {
	if flag != "" {
		return locale.Match(flag)
	}
	return cc.source.Language()
}

// checkLanguage refuses a --lang that Lectern does not have: roster.no_language.
func checkLanguage(flag string) error {
	own, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(flag), "_", "-"), "-")
	if own != "" && own != "zh" && own != "en" {
		return fault.New(fault.Invalid, "roster.no_language", "language", flag)
	}
	return nil
}

// print prints the report, and fails when a row was refused.
func (cmd *sheetCmd) print(out io.Writer, lang locale.Language, r *roster.Report) error {
	if cmd.Preview {
		for _, line := range r.ChangeLines(lang) {
			fmt.Fprintln(out, line)
		}
	}
	lines := r.Lines(lang)
	if !r.Applied {
		lines = append(lines, r.BrakeLines(lang)...)
	}
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	switch {
	case r.Applied:
	case r.Braked:
		return fault.New(fault.Invalid, "roster.unconfirmed", "confirm", r.Confirmation())
	case cmd.DryRun || cmd.Preview:
		fmt.Fprintln(out, locale.Text(lang, "roster.said.dry_run", nil))
	case r.Refused > 0 && !cmd.GoodRows:
		return fault.New(fault.Invalid, "roster.not_applied", "count", strconv.Itoa(r.Refused))
	default:
		fmt.Fprintln(out, locale.Text(lang, "roster.said.nothing", nil))
	}
	if r.Refused > 0 {
		return errReported
	}
	return nil
}

// Run lists the imports.
func (cmd *listCmd) Run(cc *commandContext) (err error) {
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	list, err := inst.roster().List(cc.ctx, cc.operator(), cmd.Size)
	if err != nil {
		return err
	}
	lang := cc.source.Language()
	if len(list) == 0 {
		fmt.Fprintln(cc.out, locale.Text(lang, "roster.said.no_imports", nil))
		return nil
	}
	w := tabwriter.NewWriter(cc.out, 2, 0, 2, ' ', 0)
	fmt.Fprintln(w, locale.Text(lang, "roster.said.list", nil))
	for _, d := range list {
		undone := ""
		if !d.Undone.IsZero() {
			undone = d.Undone.In(cc.config.Location()).Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\n", d.ID, d.At.In(cc.config.Location()).Format(time.DateTime), d.Kind, d.File,
			d.Created, d.Changed, d.Refused, d.Account, undone)
	}
	return w.Flush()
}

// Run undoes an import.
func (cmd *undoCmd) Run(cc *commandContext) (err error) {
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	lang := cc.source.Language()
	if cmd.DryRun {
		return cmd.preview(cc, inst.roster(), lang)
	}
	conflicts, err := inst.roster().Undo(cc.ctx, cc.operator(), cmd.ID)
	for _, c := range conflicts {
		fmt.Fprintln(cc.out, c.Text(lang))
	}
	if err == nil {
		fmt.Fprintln(cc.out, locale.Text(lang, "roster.said.undone", map[string]string{"id": cmd.ID}))
	}
	return err
}

// preview says what undoing would do, and fails when something stands in the way.
func (cmd *undoCmd) preview(cc *commandContext, imports *roster.Service, lang locale.Language) error {
	p, err := imports.PreviewUndo(cc.ctx, cc.operator(), cmd.ID)
	if err != nil {
		return err
	}
	for _, line := range p.Lines(lang) {
		fmt.Fprintln(cc.out, line)
	}
	if len(p.Conflicts) > 0 {
		return fault.New(fault.Conflict, "roster.changed_since", "count", strconv.Itoa(len(p.Conflicts)))
	}
	fmt.Fprintln(cc.out, locale.Text(lang, "roster.said.dry_run", nil))
	return nil
}

// Run prints a template.
func (cmd *templateCmd) Run(cc *commandContext) error {
	kind, err := columns.ParseKind(cmd.Kind)
	if err != nil {
		return err
	}
	if err := checkLanguage(cmd.Lang); err != nil {
		return err
	}
	return columns.Template(cc.out, kind, language(cmd.Lang, cc), cmd.XLSX)
}
