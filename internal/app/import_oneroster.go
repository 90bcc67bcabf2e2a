package app

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// oneRosterCmd imports the sheets of a ZIP file in order.
type oneRosterCmd struct {
	file     string
	dryRun   bool
	goodRows bool
	confirm  []int
	lang     string
}

func (cc *commandContext) oneRosterCommand() *cobra.Command {
	var cmd oneRosterCmd
	c := command("oneroster FILE",
		"Import a OneRoster ZIP file: terms, programmes, people, courses, groups and enrolments.", func(args []string) error {
			cmd.file = args[0]
			return cmd.run(cc)
		})
	c.Long = c.Short + "\n\nFILE is a ZIP file of OneRoster 1.2 or 1.1 (CSV, bulk)."
	c.Flags().BoolVar(&cmd.dryRun, "dry-run", false,
		"Import and roll back. Rows that need new data from the same file are reported as errors.")
	c.Flags().BoolVar(&cmd.goodRows, "good-rows", false,
		"Import the rows without errors. Without this flag, the first sheet with an error ends the import.")
	confirmFlag(c, &cmd.confirm)
	languageFlag(c, &cmd.lang, "the reasons")
	return c
}

// run imports the file. Each kind is a separate import in the history.
func (cmd *oneRosterCmd) run(cc *commandContext) (err error) {
	lang := language(cmd.lang, cc)
	defer func() { err = translateWithCodes(err, lang) }()
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
	inst, err := openExisting(cc)
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

// part writes one kind next to the ZIP file, where its rows with errors and codes will also go, and imports it.
func (cmd *oneRosterCmd) part(
	cc *commandContext, inst *instance, part roster.PartialSheet, lang locale.Language,
) (err error) {
	name := cmd.file + "." + part.Name
	//nolint:gosec // beside the file that the operator named
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return fault.New(fault.Forbidden, "roster.no_side_file", "file", name).Because(err)
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(name)) }()
	if err := part.Write(file); err != nil {
		return err
	}
	_, _ = io.WriteString(cc.out, part.Kind.Title(lang)+"\n") // a closed terminal needs no heading
	report, err := inst.roster().ImportFile(cc.ctx, cc.operator(), file, roster.Job{
		Kind: part.Kind, DryRun: cmd.dryRun, GoodRows: cmd.goodRows, Language: lang, Confirm: cmd.confirm,
	})
	if err != nil {
		return err
	}
	sheet := sheetCmd{dryRun: cmd.dryRun, goodRows: cmd.goodRows}
	return sheet.print(cc.out, lang, &report)
}
