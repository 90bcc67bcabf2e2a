package app

import (
	"testing"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/config"
	"lectern/internal/testkit/glossary"
)

// TestHelpUsesTheGlossary keeps the help of every command, flag and setting to the words of docs/glossary.md.
func TestHelpUsesTheGlossary(t *testing.T) {
	banned := glossary.Banned(t)
	cc := &commandContext{config: &config.Config{}}
	root := cc.commands()
	cc.config.AddFlags(root.PersistentFlags())
	commands := 0
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		commands++
		text := c.Short + "\n" + c.Long + "\n" + c.Flags().FlagUsages() + c.PersistentFlags().FlagUsages()
		if found := banned.FindString(text); found != "" {
			t.Errorf("the help of %q uses %q", c.CommandPath(), found)
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(root)
	if commands < 30 {
		t.Errorf("only %d commands were found", commands)
	}
}
