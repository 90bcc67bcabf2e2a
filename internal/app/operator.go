package app

import (
	"os"
	"os/user"

	"lectern/internal/access"
)

// operator is who runs a command, for the audit log. Behind sudo it is the person, not root.
func operator() access.Actor {
	login := os.Getenv("SUDO_USER")
	if login == "" {
		if who, err := user.Current(); err == nil {
			login = who.Username
		}
	}
	if login == "" {
		login = os.Getenv("USER") // an account that the system has no name for, as in a container
	}
	return access.CommandLine(login)
}
