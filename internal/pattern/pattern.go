// Package pattern is a regular expression that is compiled when it is first used. A package's expressions are otherwise
// compiled at every start of the program, and most starts never use them.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression. It is safe for concurrent use.
type Pattern struct {
	compiled func() *regexp.Regexp
}

// New returns the pattern of an expression, which must be valid: like regexp.MustCompile it is for constants, and a test
// that uses it finds a mistake.
func New(expression string) Pattern {
	return Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// MatchString tells whether the text holds a match.
func (p Pattern) MatchString(text string) bool { return p.compiled().MatchString(text) }

// FindStringSubmatch returns the first match and its groups, or nil.
func (p Pattern) FindStringSubmatch(text string) []string {
	return p.compiled().FindStringSubmatch(text)
}

// ReplaceAllString replaces every match.
func (p Pattern) ReplaceAllString(text, by string) string {
	return p.compiled().ReplaceAllString(text, by)
}

// FindAllStringSubmatch returns up to n matches with their groups; all of them when n is negative.
func (p Pattern) FindAllStringSubmatch(text string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(text, n)
}

// FindStringSubmatchIndex returns where the first match and its groups begin and end, or nil.
func (p Pattern) FindStringSubmatchIndex(text string) []int {
	return p.compiled().FindStringSubmatchIndex(text)
}
