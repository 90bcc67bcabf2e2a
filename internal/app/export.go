package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/roster"
	"lectern/internal/roster/columns"
	"lectern/internal/roster/sheet"
)

// exportCmd takes the college's data out, as the sheets that it could be imported from. National IDs are in it, as in a backup: the file is for its
// owner alone.
type exportCmd struct {
	Kind string `arg:"" help:"terms, periods, rooms, programmes, teachers, students, courses, groups, enrolments, timetable, changes, exams or oneroster."`
	File string `arg:"" optional:"" type:"path" help:"Where to: .xlsx, .csv, or .zip for oneroster. Default: KIND.xlsx or oneroster.zip in this folder. It is not overwritten."`
	Lang string `placeholder:"zh|en" help:"Language of headers and words. Default: that of your system."`
}

// oneRosterKind is what the command line calls a file of all kinds.
const oneRosterKind = "oneroster"

// Run exports one kind.
func (cmd *exportCmd) Run(cc *commandContext) (err error) {
	lang := language(cmd.Lang, cc)
	defer func() {
		err = joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]" })
	}()
	if err := checkLanguage(cmd.Lang); err != nil {
		return err
	}
	kind := roster.Kind(cmd.Kind)
	if cmd.Kind != oneRosterKind {
		if kind, err = columns.ParseKind(cmd.Kind); err != nil {
			return err
		}
	}
	if cmd.File == "" {
		cmd.File = cmd.Kind + ".xlsx"
		if cmd.Kind == oneRosterKind {
			cmd.File = cmd.Kind + ".zip"
		}
	}
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	file, err := os.OpenFile(cmd.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fault.New(fault.Forbidden, "roster.no_export_file", "file", cmd.File).Because(err)
	}
	err = cmd.write(cc, inst, kind, lang, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(cmd.File))
	}
	_, err = io.WriteString(cc.out, locale.Text(lang, "roster.said.exported", map[string]string{"file": cmd.File})+"\n")
	return err
}

func (cmd *exportCmd) write(cc *commandContext, inst *instance, kind roster.Kind, lang locale.Language, file *os.File) error {
	if cmd.Kind == oneRosterKind {
		return inst.roster().ExportOneRoster(cc.ctx, cc.operator(), file)
	}
	out := sheet.NewXLSX(file)
	if filepath.Ext(cmd.File) == ".csv" {
		out = sheet.NewCSV(file)
	}
	return inst.roster().Export(cc.ctx, cc.operator(), roster.Exporting{Kind: kind, Language: lang, NationalIDs: true}, out)
}

// oneRosterCmd imports the sheets of a ZIP file one after the other.
type oneRosterCmd struct {
	File     string `arg:"" type:"path" help:"ZIP file of OneRoster 1.2 or 1.1 (CSV, bulk)."`
	DryRun   bool   `help:"Do everything and roll it back. Of kinds that need what is new in the file, rows are refused."`
	GoodRows bool   `help:"Write the good rows even when others are refused. Without it the first kind with a refused row ends the import."`
	Confirm  []int  `sep:"none" placeholder:"NUMBER" help:"How many people are known to change, when the import was refused because they are unusually many; may be repeated."`
	Lang     string `placeholder:"zh|en" help:"Language of the reasons. Default: that of your system."`
}

// Run imports the file. Each kind is an import of its own in the history.
func (cmd *oneRosterCmd) Run(cc *commandContext) (err error) {
	lang := language(cmd.Lang, cc)
	defer func() {
		err = joinFaults(err, func(f *fault.Error) string { return locale.Text(lang, f.Code, f.Params) + " [" + f.Code + "]" })
	}()
	if err := checkLanguage(cmd.Lang); err != nil {
		return err
	}
	file, err := roster.OpenFile(cmd.File)
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
	name := cmd.File + "." + part.Name
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
		Kind: part.Kind, DryRun: cmd.DryRun, GoodRows: cmd.GoodRows, Language: lang, Confirm: cmd.Confirm,
	})
	if err != nil {
		return err
	}
	sheet := sheetCmd{DryRun: cmd.DryRun, GoodRows: cmd.GoodRows}
	return sheet.print(cc.out, lang, &report)
}
