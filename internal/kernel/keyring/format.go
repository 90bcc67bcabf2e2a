package keyring

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/fault"
)

// The text of a ring, in a file or in a setting (where a semicolon may replace the end of a line):
//
//	# a comment
//	lectern-keys 1
//	base 3f0c11d2 <32 bytes, base64>
//	master 9a0b77c1 <32 bytes, base64>     the newest
//	master 3f0c11d2 <32 bytes, base64>     an older one, still used to verify and open
//
// The id is a fingerprint of the key, so that a damaged key is detected before use. A text with just one base64 key is
// also a ring: that key is both base and master.
const (
	magic       = "lectern-keys"
	version     = 1
	fileComment = `# The secret keys of this Lectern installation. Without them stored personal data cannot be read again;
# with them anybody can forge a session. Keep this file private (mode 600) and keep a copy in a safe place.
`
)

type keyID [4]byte

func (id keyID) String() string { return hex.EncodeToString(id[:]) }

type key struct {
	id    keyID
	bytes [keySize]byte
}

// Generate returns a ring of new random keys.
func Generate() *Ring { return newRing(generateKey(), generateKey()) }

// Rotate returns a ring with a new master key before the old ones. The base key stays.
func (r *Ring) Rotate() *Ring {
	return newRing(r.base, append([]key{generateKey()}, r.masters...)...)
}

// Encode returns the ring in the format that Parse reads.
func (r *Ring) Encode() []byte {
	var out strings.Builder
	out.WriteString(fileComment + magic + " " + strconv.Itoa(version) + "\n")
	out.WriteString("base " + r.base.line() + "\n")
	for _, master := range r.masters {
		out.WriteString("master " + master.line() + "\n")
	}
	return []byte(out.String())
}

// Parse reads a ring. Faults mention the source: a path, or the name of a setting.
func Parse(source, text string) (*Ring, error) {
	p := parser{source: source}
	for n, line := range strings.Split(strings.ReplaceAll(text, ";", "\n"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			if err := p.line(n+1, words); err != nil {
				return nil, err
			}
		}
	}
	if p.base == nil || len(p.masters) == 0 {
		return nil, fault.New(fault.Invalid, "keyring.incomplete", "source", source)
	}
	return newRing(*p.base, p.masters...), nil
}

type parser struct {
	source  string
	begun   bool // past the first line
	bare    bool // the first line was a single key
	base    *key
	masters []key
}

func (p *parser) line(number int, words []string) error {
	malformed := fault.New(fault.Invalid, "keyring.malformed", "source", p.source, "line", strconv.Itoa(number))
	switch {
	case p.bare:
		return malformed
	case !p.begun && words[0] == magic && len(words) == 2:
		p.begun = true
		if words[1] != strconv.Itoa(version) {
			return fault.New(fault.Invalid, "keyring.version", "source", p.source, "version", words[1])
		}
		return nil
	case !p.begun && len(words) == 1:
		p.begun, p.bare = true, true
		return p.key("", words[0], malformed, func(k key) bool {
			p.base, p.masters = &k, []key{k}
			return true
		})
	case !p.begun || len(words) != 3:
		return malformed
	case words[0] == "base":
		return p.key(words[1], words[2], malformed, func(k key) bool {
			first := p.base == nil
			p.base = &k
			return first
		})
	case words[0] == "master":
		return p.key(words[1], words[2], malformed, func(k key) bool {
			if slices.ContainsFunc(p.masters, func(known key) bool { return known.id == k.id }) {
				return false
			}
			p.masters = append(p.masters, k)
			return true
		})
	}
	return malformed
}

// key reads one key and passes it to take, which returns false if it is one too many. An empty id is not checked.
func (p *parser) key(id, text string, malformed error, take func(key) bool) error {
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	switch {
	case err != nil:
		return malformed
	case len(raw) < keySize:
		return fault.New(fault.Invalid, "keyring.short_key", "source", p.source)
	case len(raw) > keySize:
		return malformed
	}
	k := newKey([keySize]byte(raw))
	if id != "" && id != k.id.String() {
		return fault.New(fault.Invalid, "keyring.damaged_key", "source", p.source, "id", id)
	}
	if !take(k) {
		return malformed
	}
	return nil
}

func newRing(base key, masters ...key) *Ring {
	return &Ring{keys: &keys{base: base, masters: masters}}
}

func newKey(raw [keySize]byte) key {
	k := key{bytes: raw}
	sum := sha256.Sum256(append([]byte("lectern/key id/"), raw[:]...))
	copy(k.id[:], sum[:])
	return k
}

func generateKey() key {
	var raw [keySize]byte
	_, _ = rand.Read(raw[:]) // never fails: it would end the program
	return newKey(raw)
}

// line is not called String, so that fmt never prints a key.
func (k key) line() string {
	return k.id.String() + " " + base64.StdEncoding.EncodeToString(k.bytes[:])
}
