// Package attacktest counts the trials of the attack tests and how often they broke a promise of docs/security.md.
// `make test` runs each attack a few times; `make torture` runs it often and prints a table. Start at Trials and
// Report.
package attacktest

import (
	"fmt"
	"os"
	"testing"
)

// The environment variables that scripts/torture sets.
const (
	long   = "LECTERN_TORTURE"        // not empty: run the long form
	report = "LECTERN_TORTURE_REPORT" // the file for the rows of the table
)

// Long reports whether this is `make torture`.
func Long() bool { return os.Getenv(long) != "" }

// Trials returns how often to run an attack: often in `make torture`, otherwise few times.
func Trials(few, often int) int {
	if Long() {
		return often
	}
	return few
}

// Report fails the test if a promise was broken, and writes the row of the table.
func Report(t testing.TB, what string, trials, violations int) {
	t.Helper()
	if violations > 0 {
		t.Errorf("%s: %d of %d trials broke a promise", what, violations, trials)
	}
	path := os.Getenv(report)
	if path == "" {
		return
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := fmt.Fprintf(file, "%s\t%d\t%d\n", what, trials, violations); err != nil {
		t.Fatal(err)
	}
}

// Try runs an attack with its number of trials and reports it. A test that failed counts as one violation.
func Try(t *testing.T, what string, few, often int, attack func(t *testing.T, trials int)) {
	t.Helper()
	trials := Trials(few, often)
	defer func() {
		violations := 0
		if t.Failed() {
			violations = 1
		}
		Report(t, what, trials, violations)
	}()
	attack(t, trials)
}

// Repeat runs an attack that is a single trial several times.
func Repeat(t *testing.T, what string, few, often int, attack func(t *testing.T)) {
	t.Helper()
	Try(t, what, few, often, func(t *testing.T, trials int) {
		for range trials {
			t.Run("", attack)
		}
	})
}
