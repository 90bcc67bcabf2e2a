package account

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lectern/internal/feature/account/argon"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/secret"
)

// maxPassword is in bytes. Nobody types more, and longer input is refused before it costs anything.
const maxPassword = 128

const minPassword = 6

// CheckPassword returns everything that is wrong with a new password: too short, too long, no digit, upper or lower
// case letter, spaces; or that it is a common one. Full-width characters count as their usual forms.
func CheckPassword(password secret.Text) error {
	if len(password.Reveal()) > maxPassword {
		return fault.New(fault.Invalid, "account.password_too_long")
	}
	text := fold.Width(password.Reveal())
	var digit, upper, lower, space bool
	for _, r := range text {
		digit = digit || unicode.IsDigit(r)
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
		space = space || unicode.IsSpace(r)
	}
	if utf8.RuneCountInString(text) < minPassword || !digit || !upper || !lower || space {
		return fault.New(fault.Invalid, "account.password_weak")
	}
	if isCommon(strings.ToLower(text)) {
		return fault.New(fault.Invalid, "account.password_common")
	}
	return nil
}

//go:embed common.txt
var commonText string

// common holds passwords and words that many people use.
var common = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool, 12_000)
	for line := range strings.Lines(commonText) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "#") {
			out[line] = true
		}
	}
	return out
})

// isCommon reports whether a lower-case password is one that guessers try first: a common one, or a common word or two
// letters surrounded by digits and signs.
func isCommon(text string) bool {
	word := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return common()[text] || common()[word] || utf8.RuneCountInString(word) <= 2
}

// Known is what others may know of a person and try as a password.
type Known struct {
	Numbers []string // phone, national ID, student number
	Names   []string // of the person, of the mailbox
	College []string // its names
}

// check refuses a password made of what others know: account.password_personal, account.password_college.
func (k Known) check(password secret.Text) error {
	text := strings.ToLower(fold.Width(password.Reveal()))
	if k.hasNumber(text) || isName(text, k.Names) {
		return fault.New(fault.Invalid, "account.password_personal")
	}
	if isName(text, k.College) {
		return fault.New(fault.Invalid, "account.password_college")
	}
	return nil
}

// knownRun is how many consecutive characters of a number make a password guessable: a birthday or the last six.
const knownRun = 6

func (k Known) hasNumber(password string) bool {
	for _, number := range k.Numbers {
		number = strings.ToLower(number)
		for i := 0; i+knownRun <= len(number); i++ {
			if strings.Contains(password, number[i:i+knownRun]) {
				return true
			}
		}
	}
	return false
}

// isName reports whether a password is only one of some names, or one word of it, with digits and signs.
func isName(password string, names []string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	letters := strings.Join(strings.FieldsFunc(password, notLetter), "")
	for _, name := range names {
		words := strings.FieldsFunc(strings.ToLower(name), notLetter)
		if slices.Contains(words, letters) || letters == strings.Join(words, "") {
			return true
		}
		slices.Reverse(words) // given name and family name may come in either order
		if letters == strings.Join(words, "") {
			return true
		}
	}
	return false
}

// Cost is the effort of one hash.
type Cost = argon.Cost

const pepperPurpose = "account.pepper"

// hashPassword returns a password's stored form. The caller holds a slot of the hasher.
func (s *Service) hashPassword(password secret.Text) string {
	return s.hasher.Hash(s.pepper(fold.Width(password.Reveal())))
}

// verifyPassword compares a password with its stored form. The caller holds a slot of the hasher. Only full-width or
// invisible characters cost a second hash: passwords chosen before these were folded.
func (s *Service) verifyPassword(password secret.Text, stored string) bool {
	raw := password.Reveal()
	folded := fold.Width(raw)
	return s.hasher.Verify(s.pepper(folded), stored) || folded != raw && s.hasher.Verify(s.pepper(raw), stored)
}

// pepper keys a password before hashing, so that a stolen database alone is worth nothing to a guesser.
func (s *Service) pepper(password string) []byte {
	s.hashes.Add(1)
	return s.keys.Index(pepperPurpose, password)
}
