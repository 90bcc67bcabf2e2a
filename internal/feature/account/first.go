package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"strings"
	"time"

	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
)

// The kinds of password an account may have. All but KindOwn are first passwords and have to be changed.
const (
	KindOwn     = "own"      // chosen by its owner
	KindLastSix = "last-six" // the end of the national ID number
	KindCode    = "code"     // random, works once, expires
)

// codeLife is how long a one-time code stays valid.
const codeLife = 14 * 24 * time.Hour

const firstPurpose = "account.first"

// hashFirst uses a keyed hash. Argon2id would add nothing: the last six can be guessed in hours whatever the hash,
// someone with the keys can decrypt the ID number itself, and a code is random. So importing fifty thousand students
// takes seconds. Checking still costs a full argon2id hash, because authenticate spends one on every try.
func hashFirst(keys *keyring.Ring, account string, first secret.Text) string {
	sum := keys.Index(firstPurpose, account+"\x00"+foldFirst(first.Reveal()))
	return "$first$" + base64.RawStdEncoding.EncodeToString(sum)
}

func verifyFirst(keys *keyring.Ring, account string, first secret.Text, stored string) bool {
	return subtle.ConstantTimeCompare([]byte(hashFirst(keys, account, first)), []byte(stored)) == 1
}

// foldFirst ignores differences from copying a code off paper: case, width and the hyphen.
func foldFirst(text string) string {
	return strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(fold.Width(text)), "-", ""))
}

// codeAlphabet omits 0 O 1 I L, which are easily confused. Ten of its 31 letters give 49 bits.
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// newCode returns a random code as printed: XXXXX-XXXXX.
func newCode() secret.Text {
	const size = 10
	var out [size]byte
	var one [1]byte
	for i := 0; i < size; {
		_, _ = rand.Read(one[:])                                       // never fails
		if limit := 256 - 256%len(codeAlphabet); int(one[0]) < limit { // avoids a bias towards the first letters
			out[i] = codeAlphabet[int(one[0])%len(codeAlphabet)]
			i++
		}
	}
	return secret.New(string(out[:size/2]) + "-" + string(out[size/2:]))
}
