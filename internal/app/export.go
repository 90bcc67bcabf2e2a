package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// exportCmd exports the college's data as importable sheets. They contain national IDs, like a backup, so only the
// owner may read the file.
type exportCmd struct {
	kind string
	file string
	lang string
}

func (cc *commandContext) exportCommand() *cobra.Command {
	var cmd exportCmd
	c := command("export KIND [FILE]",
		"Export the college's data as spreadsheets that can be imported again.", func(args []string) error {
			cmd.kind = args[0]
			if len(args) > 1 {
				cmd.file = args[1]
			}
			return cmd.run(cc)
		})
	c.Long = c.Short + `

KIND is ` + kindNames() + `, or oneroster.
FILE ends in .xlsx, .csv, or .zip for oneroster. Default: KIND.xlsx or oneroster.zip in this folder.
An existing file isn't overwritten.`
	languageFlag(c, &cmd.lang, "headers and values")
	return c
}

// oneRosterKind is the argument for a file of all kinds.
const oneRosterKind = "oneroster"

// run exports one kind.
func (cmd *exportCmd) run(cc *commandContext) (err error) {
	lang := language(cmd.lang, cc)
	defer func() { err = translateWithCodes(err, lang) }()
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
	inst, err := openExisting(cc)
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

func (cmd *exportCmd) write(
	cc *commandContext, inst *instance, kind roster.Kind, lang locale.Language, file *os.File,
) error {
	if cmd.kind == oneRosterKind {
		return inst.roster().ExportOneRoster(cc.ctx, cc.operator(), file)
	}
	out := sheet.NewXLSX(file)
	if filepath.Ext(cmd.file) == ".csv" {
		out = sheet.NewCSV(file)
	}
	return inst.roster().Export(cc.ctx, cc.operator(),
		roster.ExportOptions{Kind: kind, Language: lang, NationalIDs: true}, out)
}
