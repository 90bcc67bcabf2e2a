package app

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"lectern/internal/sample"
)

type demoCmd struct {
	JSON bool `help:"Print the logins as JSON."`
}

// A demoLogin is a line of `lectern demo --json`.
type demoLogin struct {
	Role     string `json:"role"`
	Name     string `json:"name"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

// Run loads the sample college and prints whom one may log in as.
func (cmd *demoCmd) Run(sh *shell) error {
	h, err := openHouse(sh.ctx, sh.config)
	if err != nil {
		return err
	}
	defer h.close()
	logins, err := h.loadSample(sh)
	if err != nil {
		return err
	}
	if !cmd.JSON {
		return printLogins(sh, logins)
	}
	list := make([]demoLogin, len(logins))
	for i, l := range logins {
		list[i] = demoLogin{string(l.Role), l.Name, l.Phone, l.Password}
	}
	enc := json.NewEncoder(sh.out)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

func (h *house) loadSample(sh *shell) ([]sample.Login, error) {
	c := h.college()
	return sample.Load(sh.ctx, sample.Services{
		Database: h.db, Accounts: c.accounts, Students: c.students, Courses: c.courses, Messages: c.messages, Media: c.media,
		Now: time.Now, Zone: h.config.Location(),
	})
}

// demo is what `make run` starts with: the sample college on the first run, the data as it is on every other.
func (h *house) demo(sh *shell) error {
	empty, err := h.db.Empty(sh.ctx)
	if err != nil {
		return err
	}
	if !empty {
		_, err := fmt.Fprintf(sh.out, "keeping the data in %s; delete that folder to start anew with the sample college\n", h.config.Data)
		return err
	}
	logins, err := h.loadSample(sh)
	if err != nil {
		return err
	}
	if err := printLogins(sh, logins); err != nil {
		return err
	}
	_, err = fmt.Fprint(sh.out, "Next: open the address below and log in with one of these. docs/operations.md tells how to put in a college of your own.\n\n")
	return err
}

func printLogins(sh *shell, logins []sample.Login) error {
	w := tabwriter.NewWriter(sh.out, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "\n%s / %s is loaded. Log in as:\n\n  ROLE\tPHONE\tPASSWORD\tNAME\n", sample.Name, sample.NameEn)
	for _, l := range logins {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", l.Role, l.Phone, l.Password, l.Name)
	}
	fmt.Fprintln(w)
	return w.Flush()
}
