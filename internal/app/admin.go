package app

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
)

// adminCommands does what no browser can: creates the first staff account and restores access.
func (cc *commandContext) adminCommands() *cobra.Command {
	var passwordFile string
	create := command("create PHONE NAME", "Create a staff account.", func(args []string) error {
		return cc.createAdmin(args[0], args[1], passwordFile)
	})
	create.Long = create.Short +
		"\n\nPHONE is used to log in: 11 digits, or + and the country code. NAME is the person's name."
	create.Flags().StringVar(&passwordFile, "password-file", "",
		"`FILE` with the password on its first line; - reads standard input. Default: create and print a one-time code.")
	reset := command("reset PHONE", "Replace an account's password with a one-time code and end its sessions.",
		func(args []string) error { return cc.resetAdmin(args[0]) })
	return group("admin", "Manage staff accounts.", create, reset)
}

// createAdmin creates the account and prints its one-time code, unless a password was given.
func (cc *commandContext) createAdmin(phone, name, passwordFile string) error {
	password, err := readPassword(passwordFile)
	if err != nil {
		return err
	}
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	made, err := inst.college().Accounts.Create(cc.ctx, cc.operator(), account.Details{
		Phone: phone, Name: name, Role: access.Staff, Password: password,
	})
	if err != nil {
		return err
	}
	if made.Code.Empty() {
		_, err = fmt.Fprintf(cc.out, "%s can log in with %s and this password\n", name, phone)
		return err
	}
	return printCode(cc, phone, made.Code)
}

// resetAdmin resets the password and prints the code.
func (cc *commandContext) resetAdmin(phone string) error {
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	accounts := inst.college().Accounts
	id, err := accounts.IDByPhone(cc.ctx, inst.db.Reader(), phone)
	if err != nil {
		return err
	}
	code, err := accounts.ResetPassword(cc.ctx, cc.operator(), id)
	if err != nil {
		return err
	}
	return printCode(cc, phone, code)
}

func printCode(cc *commandContext, phone string, code secret.Text) error {
	_, err := fmt.Fprintf(cc.out,
		"log in with %s and this one-time code, then choose your own password: %s\n", phone, code.Reveal())
	return err
}

func readPassword(path string) (secret.Text, error) {
	if path == "" {
		return secret.Text{}, nil
	}
	file := os.Stdin
	if path != "-" {
		opened, err := os.Open(path) //nolint:gosec // the operator names the file
		if err != nil {
			return secret.Text{}, fmt.Errorf("the password can't be read: %w", err)
		}
		defer opened.Close()
		file = opened
	}
	line, err := bufio.NewReader(file).ReadString('\n')
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return secret.Text{}, fmt.Errorf("the password can't be read: the first line of %s is empty (%w)", path, err)
	}
	return secret.New(line), nil
}
