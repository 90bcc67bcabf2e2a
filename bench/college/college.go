// Package college runs the built binary with the sample college and more students for a bench. It only uses public
// interfaces: subcommands, import files and the HTTP API.
package college

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"

	"lectern/bench/load"
	"lectern/internal/testkit/apitest"
)

// College is a running server with its people.
type College struct {
	*load.Process
	Folder   string // temporary; contains the server's folder data
	Student  Person // of the sample college, as are the next two
	Teacher  Person
	Staff    Person
	Students []Person // added by the bench
	Database string   // postgres://…; empty: SQLite in the folder
	binary   string
	blobs    string // the media store; empty: the folder
	kept     bool
	sent     atomic.Int64
}

// Person is a person who is logged in.
type Person struct {
	*apitest.Client `json:"-"`
	Phone, Password string
	Cookie          string // as a request header
}

// Open creates a college with that many additional students, starts the server and logs everyone in.
func Open(ctx context.Context, binary string, students int) (*College, error) {
	c, err := Start(ctx, binary, students)
	if err != nil {
		return nil, err
	}
	people := []*Person{&c.Student, &c.Staff}
	for i := range c.Students {
		people = append(people, &c.Students[i])
	}
	for _, who := range people {
		if err := c.Login(ctx, who); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// Start is Open without logging in.
func Start(ctx context.Context, binary string, students int) (*College, error) {
	return StartOn(ctx, binary, Place{}, func(c *College) error {
		if students == 0 {
			return nil
		}
		return c.addStudents(ctx, students)
	})
}

// Place is where a college is stored. The zero value is SQLite in a temporary folder.
type Place struct {
	Database string // URL of an empty PostgreSQL database; empty: SQLite in the folder
	Folder   string // kept when the college is closed; existing data is not filled again
	Blobs    string // the media store, as in LECTERN_BLOBS; empty: the folder
}

// StartOn creates the sample college in a place, calls fill and starts the server.
func StartOn(ctx context.Context, binary string, place Place, fill func(c *College) error) (c *College, err error) {
	c = &College{
		binary: binary, Database: place.Database, blobs: place.Blobs,
		Folder: place.Folder, kept: place.Folder != "",
	}
	if !c.kept {
		if c.Folder, err = os.MkdirTemp("", "lectern-bench-"); err != nil {
			return nil, err
		}
	}
	filled := filepath.Join(c.Folder, "filled")
	raw, err := os.ReadFile(filled)
	if err == nil {
		err = json.Unmarshal(raw, &[3]*Person{&c.Staff, &c.Student, &c.Teacher})
	} else if err = c.loadSample(ctx); err == nil {
		if err = fill(c); err == nil {
			raw, _ = json.Marshal([]Person{c.Staff, c.Student, c.Teacher})
			err = os.WriteFile(filled, raw, 0o600)
		}
	}
	if err == nil {
		c.Process, err = load.Start(ctx, c.env(), c.binary, "serve")
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *College) loadSample(ctx context.Context) error {
	raw, err := c.Run(ctx, "demo", "--json")
	if err != nil {
		return err
	}
	var people []struct{ Role, Scope, Phone, Password string }
	if err := json.Unmarshal(raw, &people); err != nil {
		return err
	}
	for _, who := range people {
		switch {
		case who.Role == "admin" && who.Scope == "registrar":
			c.Staff = Person{Phone: who.Phone, Password: who.Password}
		case who.Role == "user" && who.Scope == "teacher":
			c.Teacher = Person{Phone: who.Phone, Password: who.Password}
		case who.Role == "user":
			c.Student = Person{Phone: who.Phone, Password: who.Password}
		}
	}
	return nil
}

// Login logs a person in.
func (c *College) Login(ctx context.Context, who *Person) (err error) {
	if who.Client, err = apitest.Dial(ctx, "http://"+c.Addr); err != nil {
		return err
	}
	answer, err := who.Login(ctx, who.Phone, who.Password)
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("log in: %v", answer.Errors)
	}
	who.Cookie = who.Cookies()
	return err
}

func (c *College) env() []string {
	env := []string{
		"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + filepath.Join(c.Folder, "data"),
		"LECTERN_DATABASE=" + c.Database, "LECTERN_LOG_LEVEL=warn",
	}
	if c.blobs != "" {
		env = append(env, "LECTERN_BLOBS="+c.blobs)
	}
	return env
}

// Run runs a subcommand on the college's data.
func (c *College) Run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.binary, args...)
	cmd.Env = append(os.Environ(), c.env()...)
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("lectern %s: %w: %s %s", args[0], err, failed.Stderr, out)
	}
	return out, err
}

// Close stops the server and deletes the data, unless a folder was given.
func (c *College) Close() {
	if c.Process != nil {
		c.Stop()
	}
	if !c.kept {
		_ = os.RemoveAll(c.Folder)
	}
}
