package app

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Commands are listed in the order in which people need them.
func init() { cobra.EnableCommandSorting = false }

// command returns a command. Its arguments are checked against its usage, such as "export KIND [FILE]".
func command(use, short string, run func(args []string) error) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, Args: checkArguments,
		RunE: func(_ *cobra.Command, args []string) error { return run(args) },
	}
	c.Flags().SortFlags = false
	return c
}

// group returns a command that only contains others.
func group(name, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: name, Short: short, Args: checkCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.Flags().SortFlags = false
	c.AddCommand(commands...)
	return c
}

// checkArguments refuses too few or too many arguments. In the usage, [FILE] is optional and PATH... can be
// repeated.
func checkArguments(c *cobra.Command, args []string) error {
	names := strings.Fields(c.Use)[1:]
	for i, name := range names {
		if i >= len(args) && !strings.HasPrefix(name, "[") {
			return fmt.Errorf("%s is missing: %s", strings.TrimSuffix(name, "..."), c.UseLine())
		}
	}
	if len(args) > len(names) && (len(names) == 0 || !strings.HasSuffix(names[len(names)-1], "...")) {
		return fmt.Errorf("unexpected argument %q: %s", args[len(names)], c.UseLine())
	}
	return nil
}

// checkCommand refuses an unknown subcommand.
func checkCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("there is no command %q; did you mean %q?", args[0], near[0])
	}
	return fmt.Errorf("there is no command %q", args[0])
}
