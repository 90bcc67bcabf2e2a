package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/keyring"
)

// keysCommands show and rotate the keys. Without a subcommand it shows them.
func (cc *commandContext) keysCommands() *cobra.Command {
	show := command("show", "Print the installation's keys in the format of LECTERN_KEYS.", func([]string) error {
		return cc.showKeys()
	})
	keys := group("keys", "Manage the installation's secret keys.", show,
		command("rotate", "Add a new key for signing and encryption; the old ones still verify and decrypt.",
			func([]string) error { return cc.rotateKeys() }))
	keys.RunE = show.RunE
	return keys
}

// showKeys prints only the keys, so that the output is a key file; the warning goes to stderr.
func (cc *commandContext) showKeys() error {
	ring, err := cc.existingKeys()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(cc.err, "These are the secret keys of this installation. Anyone who has them can forge "+
		"sessions and read encrypted data."); err != nil {
		return err
	}
	_, err = cc.out.Write(ring.Encode())
	return err
}

// rotateKeys stores the new ring where the old one came from. If that was a setting, it can only print it.
func (cc *commandContext) rotateKeys() error {
	ring, err := cc.existingKeys()
	if err != nil {
		return err
	}
	ring = ring.Rotate()
	if !cc.config.Keys.Empty() {
		if _, err := fmt.Fprintln(cc.err,
			"The keys come from LECTERN_KEYS: set it to this on every instance and restart them. Keep it secret."); err != nil {
			return err
		}
		_, err = cc.out.Write(ring.Encode())
		return err
	}
	if err := ring.Save(cc.config.KeysPath()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cc.out,
		"%s has a new key. Restart Lectern to use it, and back up the file.\n", cc.config.KeysPath())
	return err
}

// existingKeys loads the keys and never creates any, because new ones would belong to no database.
func (cc *commandContext) existingKeys() (*keyring.Ring, error) {
	path := cc.config.KeysPath()
	if _, err := os.Stat(path); cc.config.Keys.Empty() && errors.Is(err, fs.ErrNotExist) {
		return nil, &noInstallationError{"no keys at " + path}
	}
	return keyring.Load(path, cc.config.Keys.Reveal())
}
