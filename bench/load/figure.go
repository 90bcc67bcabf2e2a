package load

import "fmt"

// Figure is a row of the table: a measured value and its goal, a minimum or a maximum.
type Figure struct {
	What        string
	Value       float64
	Unit        string
	Least, Most float64
	Detail      string // the numbers behind the value
}

// Print writes the row. bench/run adds the command and the commit.
func (f Figure) Print() error {
	goal, reached := fmt.Sprintf("at least %g", f.Least), f.Value >= f.Least
	if f.Most > 0 {
		goal, reached = fmt.Sprintf("at most %g", f.Most), f.Value <= f.Most
	}
	verdict := "reached"
	if !reached {
		verdict = "**missed**"
	}
	detail := ""
	if f.Detail != "" {
		detail = " (" + f.Detail + ")"
	}
	_, err := fmt.Printf("| %s | %s %s | %s %s%s | %s |\n", f.What, goal, f.Unit, number(f.Value), f.Unit, detail, verdict)
	return err
}

func number(value float64) string {
	if value >= 100 {
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.2f", value)
}
