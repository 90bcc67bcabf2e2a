// Package keyring holds the installation's secret keys and uses them for the rest of the server: to sign, seal, index
// and derive. No key ever leaves it. It doesn't know what is signed or sealed; callers name a purpose. Each purpose
// has separate subkeys (HKDF-SHA256), so a MAC for one is worthless for another. Purposes are constants of the
// program: their subkeys are cached forever.
//
// Master keys rotate: the newest signs and seals, all of them verify and open. The base key never changes, because
// blind indexes are in the database and derived secrets in other people's configuration, so both must be the same
// after a rotation. Start at Load; the file's format is in format.go.
package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"log/slog"
	"sync"
)

// ErrNotOurs means that sealed data can't be opened: it was changed, belongs to another purpose or other additional
// data, or its key is no longer in the ring.
var ErrNotOurs = errors.New("keyring: not sealed by these keys for this use")

const (
	keySize    = 32
	sealedV1   = 1 // first byte of all sealed data
	headerSize = 1 + len(keyID{})
)

// Ring holds the keys. It is safe for concurrent use and immutable; Rotate returns another.
type Ring struct {
	*keys // a pointer, because fmt prints what a *Ring in an unexported field points to, but goes no further

	purposes sync.Map // purpose → *subkeys
}

type keys struct {
	base    key
	masters []key // newest first, never empty
}

// subkeys are the keys of one purpose, ready to use.
type subkeys struct {
	macs  []macPool // in the order of masters
	seals []cipher.AEAD
	index macPool
}

// MAC signs the fields with the newest key. Fields are length-prefixed: ("ab", "c") and ("a", "bc") differ.
func (r *Ring) MAC(purpose string, fields ...[]byte) []byte {
	return r.AppendMAC(nil, purpose, fields...)
}

// AppendMAC is MAC without an allocation, if dst has room for 32 more bytes.
func (r *Ring) AppendMAC(dst []byte, purpose string, fields ...[]byte) []byte {
	return r.subkeysOf(purpose).macs[0].sum(dst, fields)
}

// Verify reports, in constant time, whether any key of the ring signed the fields for this purpose.
func (r *Ring) Verify(purpose string, mac []byte, fields ...[]byte) bool {
	keys := r.subkeysOf(purpose).macs
	for i := range keys {
		var buffer [sha256.Size]byte
		if hmac.Equal(mac, keys[i].sum(buffer[:0], fields)) {
			return true
		}
	}
	return false
}

// Seal encrypts with the newest key (AES-256-GCM, random nonce). Opening requires the same purpose and additional
// data. The result is version, key id, nonce, ciphertext, tag: 33 bytes more than the plaintext.
func (r *Ring) Seal(purpose string, plaintext, additional []byte) []byte {
	seal := r.subkeysOf(purpose).seals[0]
	out := make([]byte, headerSize, headerSize+len(plaintext)+seal.Overhead())
	out[0] = sealedV1
	copy(out[1:], r.masters[0].id[:])
	return seal.Seal(out, nil, plaintext, bind(out, additional)) //nolint:gosec // the AEAD generates the nonce
}

// Open returns the plaintext given to Seal, or ErrNotOurs.
func (r *Ring) Open(purpose string, sealed, additional []byte) ([]byte, error) {
	if len(sealed) < headerSize || sealed[0] != sealedV1 {
		return nil, ErrNotOurs
	}
	header, body := sealed[:headerSize], sealed[headerSize:]
	for i, master := range r.masters {
		if keyID(header[1:]) != master.id {
			continue
		}
		plaintext, err := r.subkeysOf(purpose).seals[i].Open(nil, nil, body, bind(header, additional))
		if err != nil {
			return nil, ErrNotOurs
		}
		return plaintext, nil
	}
	return nil, ErrNotOurs
}

// Stale reports whether data should be sealed again, because it wasn't sealed with the newest key.
func (r *Ring) Stale(sealed []byte) bool {
	return len(sealed) < headerSize || keyID(sealed[1:headerSize]) != r.masters[0].id
}

// Index returns a keyed hash of 32 bytes to look up a value that is stored sealed. A rotation doesn't change it.
func (r *Ring) Index(purpose, value string) []byte {
	return r.subkeysOf(purpose).index.sum(nil, [][]byte{[]byte(value)})
}

// Derive returns a secret of n characters (base64url, 6 bits each). It never changes, even after a rotation.
func (r *Ring) Derive(purpose string, n int) string {
	raw := derive(r.base, "derive", purpose, (n*6+7)/8)
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}

// Fingerprint identifies the base key without revealing it. It is stored with the data and checked at start.
func (r *Ring) Fingerprint() string { return r.base.id.String() }

// Format keeps the keys out of every fmt verb.
func (r *Ring) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(r.String())) } // fmt's own buffer cannot fail

// String returns the number of keys and the newest id.
func (r *Ring) String() string {
	return fmt.Sprintf("keyring(%d keys, newest %s)", len(r.masters), r.masters[0].id)
}

// LogValue keeps the keys out of slog.
func (r *Ring) LogValue() slog.Value { return slog.StringValue(r.String()) }

// subkeysOf returns the subkeys of a purpose.
func (r *Ring) subkeysOf(purpose string) *subkeys {
	known, ok := r.purposes.Load(purpose)
	if !ok {
		known, _ = r.purposes.LoadOrStore(purpose, r.newSubkeys(purpose))
	}
	return known.(*subkeys) //nolint:forcetypeassert // nothing else is stored
}

func (r *Ring) newSubkeys(purpose string) *subkeys {
	made := &subkeys{
		macs:  make([]macPool, len(r.masters)),
		seals: make([]cipher.AEAD, len(r.masters)),
	}
	made.index.key = derive(r.base, "index", purpose, keySize)
	for i, master := range r.masters {
		made.macs[i].key = derive(master, "mac", purpose, keySize)
		made.seals[i] = newAEAD(derive(master, "seal", purpose, keySize))
	}
	return made
}

// derive panics only on a programming error: a negative size or more than 8160 bytes.
func derive(from key, use, purpose string, size int) []byte {
	sub, err := hkdf.Key(sha256.New, from.bytes[:], nil, "lectern/"+use+"/"+purpose, size)
	if err != nil {
		panic(fmt.Sprintf("keyring: derive %d bytes: %v", size, err))
	}
	return sub
}

func newAEAD(sub []byte) cipher.AEAD {
	block, err := aes.NewCipher(sub)
	if err != nil {
		panic(fmt.Sprintf("keyring: %v", err)) // keySize is valid
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(fmt.Sprintf("keyring: %v", err))
	}
	return aead
}

// bind returns the additional data for the AEAD: the header and the caller's.
func bind(header, additional []byte) []byte {
	bound := make([]byte, 0, headerSize+len(additional))
	return append(append(bound, header[:headerSize]...), additional...)
}

// macPool computes HMAC-SHA256 with one subkey. It pools states, because a new one costs two more blocks of hashing and
// several allocations.
type macPool struct {
	key  []byte
	idle sync.Pool
}

type macState struct {
	hash   hash.Hash
	length [8]byte
	sum    [sha256.Size]byte
}

func (m *macPool) sum(dst []byte, fields [][]byte) []byte {
	state, _ := m.idle.Get().(*macState)
	if state == nil {
		state = &macState{hash: hmac.New(sha256.New, m.key)}
	}
	defer m.idle.Put(state)
	state.hash.Reset()
	for _, field := range fields {
		binary.BigEndian.PutUint64(state.length[:], uint64(len(field)))
		_, _ = state.hash.Write(state.length[:]) // a hash never fails
		_, _ = state.hash.Write(field)
	}
	return append(dst, state.hash.Sum(state.sum[:0])...)
}
