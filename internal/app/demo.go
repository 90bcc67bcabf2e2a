package app

import (
	"fmt"
)

type demoCmd struct {
	JSON bool `help:"Print the logins as JSON."`
}

// Run loads the sample college.
func (cmd *demoCmd) Run(sh *shell) error {
	h, err := openHouse(sh.ctx, sh.config)
	if err != nil {
		return err
	}
	defer h.close() //nolint:errcheck // everything is committed
	return h.demo(sh)
}

func (h *house) demo(sh *shell) error {
	_, err := fmt.Fprintln(sh.out, "")
	return err
}
