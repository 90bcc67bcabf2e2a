package account

import (
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

// maxPhone bounds what is looked at: the longest number with generous punctuation.
const maxPhone = 64

// NormalizePhone brings a phone number, as people write it, into the one form in which it is stored: eleven digits
// 1[3-9]… for a mainland mobile, + and the E.164 digits for the rest of the world. Full-width characters, spaces,
// hyphens, dots and brackets do not matter, nor do the prefixes +86 and 0086. Anything else is account.phone_malformed.
func NormalizePhone(text string) (string, error) {
	digits, ok := phoneDigits(text)
	if !ok {
		return "", fault.New(fault.Invalid, "account.phone_malformed")
	}
	if rest, abroad := strings.CutPrefix(digits, "00"); abroad {
		digits = "+" + rest
	}
	if national, home := strings.CutPrefix(digits, "+86"); home {
		digits = national
	}
	if isMainland(digits) || isE164(digits) {
		return digits, nil
	}
	return "", fault.New(fault.Invalid, "account.phone_malformed")
}

// phoneDigits keeps the digits and a leading plus, and refuses what does not belong in a number.
func phoneDigits(text string) (string, bool) {
	if len(text) > maxPhone {
		return "", false
	}
	var out strings.Builder
	for _, r := range fold.Width(text) {
		switch {
		case r >= '0' && r <= '9', r == '+' && out.Len() == 0:
			out.WriteRune(r)
		case strings.ContainsRune(" \t\u00a0\u2009\u202f-\u2010\u2011\u2012\u2013\u2014.()", r):
		default:
			return "", false
		}
	}
	return out.String(), true
}

func isMainland(digits string) bool {
	return len(digits) == 11 && digits[0] == '1' && digits[1] >= '3'
}

func isE164(digits string) bool {
	return len(digits) >= 8 && len(digits) <= 16 && digits[0] == '+' && digits[1] != '0'
}

// MaskPhone shows enough of a stored number to recognise one's own: 138****0001.
func MaskPhone(phone string) string {
	if len(phone) < 8 {
		return strings.Repeat("*", len(phone))
	}
	return phone[:3] + strings.Repeat("*", len(phone)-7) + phone[len(phone)-4:]
}
