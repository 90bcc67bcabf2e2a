package account

import (
	"unicode"
	"unicode/utf8"

	"lectern/internal/argon"
	"lectern/internal/fault"
	"lectern/internal/secret"
)

// maxPassword is in bytes: nobody types more, and more is refused before it costs anything.
const maxPassword = 128

const minPassword = 6

// CheckPassword tells what is wrong with a password that somebody wants to have from now on: too short, without a
// digit, an upper or a lower case letter, with spaces, or too long. All that is wrong is said at once.
func CheckPassword(password secret.Text) error {
	text := password.Reveal()
	if len(text) > maxPassword {
		return fault.New(fault.Invalid, "account.password_too_long")
	}
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
	return nil
}

// Cost is what one argon2id hash costs.
type Cost = argon.Cost

const pepperPurpose = "account.pepper"

// hashPassword makes the stored form of a password. The caller holds a slot of the hasher.
func (s *Service) hashPassword(password secret.Text) string {
	return s.hasher.Hash(s.pepper(password))
}

// verifyPassword compares a password with its stored form. The caller holds a slot of the hasher.
func (s *Service) verifyPassword(password secret.Text, stored string) bool {
	return s.hasher.Verify(s.pepper(password), stored)
}

// pepper keys a password before it is hashed, so that a stolen database alone is worth nothing to a guesser.
func (s *Service) pepper(password secret.Text) []byte {
	s.hashes.Add(1)
	return s.keys.Index(pepperPurpose, password.Reveal())
}
