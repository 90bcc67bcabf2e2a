package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/roster"
	"lectern/internal/roster/columns"
	"lectern/internal/roster/sheet"
)

// An exportCmd takes the college's data out, as the sheets that it could be imported from. National IDs are in it, as in a backup: the file is for its
// owner alone.
type exportCmd struct {
	kind string
	file string
	lang string
}

func (cc *commandContext) exportCommand() *cobra.Command {
	var cmd exportCmd
	c := command("export KIND [FILE]", "Take the college's data out as spreadsheets, which can be imported again.", func(args []string) error {
		cmd.kind, cmd.file = args[0], strings.Join(args[1:], "")
		return cmd.run(cc)
	})
	c.Long = c.Short + `

KIND is ` + kindNames() + `, or oneroster.
FILE ends in .xlsx, .csv, or .zip for oneroster. Without it KIND.xlsx or oneroster.zip in this folder is written.
A file that is there is not overwritten.`
	languageFlag(c, &cmd.lang, "headers and words")
	return c
}

// oneRosterKind is what the command line calls a file of all kinds.
const oneRosterKind = "oneroster"

// run exports one kind.
func (cmd *exportCmd) run(cc *commandContext) (err error) {
	lang := language(cmd.lang, cc)
	defer func() {
		err = joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]" })
	}()
	if err := checkLanguage(cmd.lang); err != nil {
		return err
	}
	kind := roster.Kind(cmd.kind)
	if cmd.kind != oneRosterKind {
		if kind, err = columns.ParseKind(cmd.kind); err != nil {
			return err
		}
	}
	if cmd.file == "" {
		cmd.file = cmd.kind + ".xlsx"
		if cmd.kind == oneRosterKind {
			cmd.file = cmd.kind + ".zip"
		}
	}
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	file, err := os.OpenFile(cmd.file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fault.New(fault.Forbidden, "roster.no_export_file", "file", cmd.file).Because(err)
	}
	err = cmd.write(cc, inst, kind, lang, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(cmd.file))
	}
	_, err = io.WriteString(cc.out, locale.Text(lang, "roster.said.exported", map[string]string{"file": cmd.file})+"\n")
	return err
}

func (cmd *exportCmd) write(cc *commandContext, inst *instance, kind roster.Kind, lang locale.Language, file *os.File) error {
	if cmd.kind == oneRosterKind {
		return inst.roster().ExportOneRoster(cc.ctx, cc.operator(), file)
	}
	out := sheet.NewXLSX(file)
	if filepath.Ext(cmd.file) == ".csv" {
		out = sheet.NewCSV(file)
	}
	return inst.roster().Export(cc.ctx, cc.operator(), roster.Exporting{Kind: kind, Language: lang, NationalIDs: true}, out)
}

// A oneRosterCmd imports the sheets of a ZIP file one after the other.
type oneRosterCmd struct {
	file     string
	dryRun   bool
	goodRows bool
	confirm  []int
	lang     string
}

func (cc *commandContext) oneRosterCommand() *cobra.Command {
	var cmd oneRosterCmd
	c := command("oneroster FILE", "A ZIP file of OneRoster: terms, programmes, people, courses, groups and enrolments, in order.", func(args []string) error {
		cmd.file = args[0]
		return cmd.run(cc)
	})
	c.Long = c.Short + "\n\nFILE is a ZIP file of OneRoster 1.2 or 1.1 (CSV, bulk)."
	c.Flags().BoolVar(&cmd.dryRun, "dry-run", false, "Do everything and roll it back. Of kinds that need what is new in the file, rows are refused.")
	c.Flags().BoolVar(&cmd.goodRows, "good-rows", false, "Write the good rows even when others are refused. Without it the first kind with a refused row ends the import.")
	confirmFlag(c, &cmd.confirm)
	languageFlag(c, &cmd.lang, "the reasons")
	return c
}

// run imports the file. Each kind is an import of its own in the history.
func (cmd *oneRosterCmd) run(cc *commandContext) (err error) {
	lang := language(cmd.lang, cc)
	defer func() {
		err = joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]" })
	}()
	if err := checkLanguage(cmd.lang); err != nil {
		return err
	}
	file, err := roster.OpenFile(cmd.file)
	if err != nil {
		return err
	}
	defer file.Close()
	parts, err := roster.OpenOneRoster(file)
	if err != nil {
		return err
	}
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	refused := false
	for _, part := range parts {
		err := cmd.part(cc, inst, part, lang)
		if errors.Is(err, errReported) {
			refused = true
			continue
		}
		if err != nil {
			return err
		}
	}
	if refused {
		return errReported
	}
	return nil
}

// part writes one kind beside the ZIP file, where its refused rows and codes will be too, and imports it.
func (cmd *oneRosterCmd) part(cc *commandContext, inst *instance, part roster.PartialSheet, lang locale.Language) (err error) {
	name := cmd.file + "." + part.Name
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600) //nolint:gosec // beside the file that the operator named
	if err != nil {
		return fault.New(fault.Forbidden, "roster.no_side_file", "file", name).Because(err)
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(name)) }()
	if err := part.Write(file); err != nil {
		return err
	}
	_, _ = io.WriteString(cc.out, part.Kind.Title(lang)+"\n") // a terminal that is gone needs no heading
	report, err := inst.roster().ImportFile(cc.ctx, cc.operator(), file, roster.Job{
		Kind: part.Kind, DryRun: cmd.dryRun, GoodRows: cmd.goodRows, Language: lang, Confirm: cmd.confirm,
	})
	if err != nil {
		return err
	}
	sheet := sheetCmd{dryRun: cmd.dryRun, goodRows: cmd.goodRows}
	return sheet.print(cc.out, lang, &report)
}
