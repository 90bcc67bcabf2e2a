package app

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/secret"
)

// adminCmd is for what no browser can do: the first account of the staff, and the way back in.
type adminCmd struct {
	Create adminCreateCmd `cmd:"" help:"Make an account of the staff."`
	Reset  adminResetCmd  `cmd:"" help:"Give an account a one-time code instead of its password, and end its sessions."`
}

type adminCreateCmd struct {
	Phone        string `arg:"" help:"The phone number that logs in: eleven digits, or +… for another country."`
	Name         string `arg:"" help:"The person's name."`
	PasswordFile string `placeholder:"FILE" help:"File with the password on its first line; - reads it from standard input. Default: a one-time code is made and printed."`
}

// Run makes the account and prints the code that opens it, unless a password was given.
func (cmd *adminCreateCmd) Run(cc *commandContext) error {
	password, err := readPassword(cmd.PasswordFile)
	if err != nil {
		return err
	}
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	made, err := inst.college().accounts.Create(cc.ctx, cc.operator(), account.Draft{
		Phone: cmd.Phone, Name: cmd.Name, Role: access.Staff, Password: password,
	})
	if err != nil {
		return err
	}
	if made.Code.Empty() {
		_, err = fmt.Fprintf(cc.out, "%s can log in with %s and that password\n", cmd.Name, cmd.Phone)
		return err
	}
	return printCode(cc, cmd.Phone, made.Code)
}

type adminResetCmd struct {
	Phone string `arg:"" help:"The phone number of the account."`
}

// Run resets the password and prints the code.
func (cmd *adminResetCmd) Run(cc *commandContext) error {
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	accounts := inst.college().accounts
	id, err := accounts.IDByPhone(cc.ctx, inst.db.Reader(), cmd.Phone)
	if err != nil {
		return err
	}
	code, err := accounts.ResetPassword(cc.ctx, cc.operator(), id)
	if err != nil {
		return err
	}
	return printCode(cc, cmd.Phone, code)
}

func printCode(cc *commandContext, phone string, code secret.Text) error {
	_, err := fmt.Fprintf(cc.out, "log in with %s and this one-time code, then choose a password: %s\n", phone, code.Reveal())
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
			return secret.Text{}, fmt.Errorf("the password cannot be read: %w", err)
		}
		defer opened.Close()
		file = opened
	}
	line, err := bufio.NewReader(file).ReadString('\n')
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return secret.Text{}, fmt.Errorf("the password cannot be read: the first line of %s is empty (%w)", path, err)
	}
	return secret.New(line), nil
}
