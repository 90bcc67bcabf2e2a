package app

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/config"
	"lectern/internal/sample"
)

func (cc *commandContext) demoCommand() *cobra.Command {
	var asJSON bool
	c := command("demo", "Load the sample college into an empty database and print its logins.", func([]string) error {
		return cc.demo(asJSON)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "Print the logins as JSON.")
	return c
}

// demoLogin is a line of `lectern demo --json`.
type demoLogin struct {
	Role     string `json:"role"`
	Name     string `json:"name"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
	Scope    string `json:"scope,omitempty"` // of staff, or teacher
}

// demo loads the sample college and prints the accounts to log in with.
func (cc *commandContext) demo(asJSON bool) error {
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	logins, err := inst.loadSample(cc)
	if err != nil {
		return err
	}
	if !asJSON {
		return printLogins(cc, logins)
	}
	list := make([]demoLogin, len(logins))
	for i, l := range logins {
		list[i] = demoLogin{string(l.Role), l.Name, l.Phone, l.Password, string(l.Scope)}
	}
	enc := json.NewEncoder(cc.out)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

// refuseHalf refuses a sample college whose loading was interrupted: nobody knows its logins.
func (inst *instance) refuseHalf(ctx context.Context) error {
	half, err := sample.Half(ctx, inst.db.Reader())
	if err == nil && half {
		err = fmt.Errorf("loading the sample college was interrupted, and half of it is missing: delete the database %s and "+
			"the folder %s, then start again", config.Address(inst.config.DatabaseURL()).Place(), inst.config.Data)
	}
	return err
}

func (inst *instance) loadSample(cc *commandContext) ([]sample.Login, error) {
	if err := inst.refuseHalf(cc.ctx); err != nil {
		return nil, err
	}
	c := inst.college()
	logins, err := sample.Load(cc.ctx, sample.Services{
		Database: inst.db, Accounts: c.Accounts, Students: c.Students, Courses: c.Courses, Messages: c.Messages,
		Media: c.Media, Jobs: c.Jobs, WithActivity: true, Now: inst.db.Now, Zone: inst.config.Location(),
	})
	if err != nil {
		return nil, err
	}
	return logins, inst.nameCollege(cc.ctx)
}

// demo loads the sample college on the first run of `make run`; later runs keep the data.
func (inst *instance) demo(cc *commandContext) error {
	empty, err := inst.db.Empty(cc.ctx)
	if err != nil {
		return err
	}
	if !empty {
		if err := inst.refuseHalf(cc.ctx); err != nil {
			return err
		}
		_, err := fmt.Fprintf(cc.out,
			"using the data in %s; delete that folder to start over with the sample college\n", inst.config.Data)
		return err
	}
	logins, err := inst.loadSample(cc)
	if err != nil {
		return err
	}
	if err := printLogins(cc, logins); err != nil {
		return err
	}
	_, err = fmt.Fprint(cc.out, "Next: open the address below and log in with one of these. docs/import.md explains how "+
		"to import your own college.\n\n")
	return err
}

func printLogins(cc *commandContext, logins []sample.Login) error {
	w := tabwriter.NewWriter(cc.out, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "\n%s / %s is loaded. Log in as:\n\n  ROLE\tPHONE\tPASSWORD\tNAME\tSCOPE\n", sample.Name, sample.NameEn)
	for _, l := range logins {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", l.Role, l.Phone, l.Password, l.Name, l.Scope)
	}
	fmt.Fprintln(w)
	return w.Flush()
}
