package keyring

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

func TestSealStream(t *testing.T) {
	ring := Generate()
	for _, size := range []int{0, 1, chunk - 1, chunk, chunk + 1, 3*chunk + 7} {
		plain := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		sealed, err := io.ReadAll(ring.SealStream("test", iotest.OneByteReader(bytes.NewReader(plain)), []byte("a")))
		if err != nil {
			t.Fatal(err)
		}
		if size > 16 && bytes.Contains(sealed, plain[:16]) {
			t.Errorf("%d bytes can be read", size)
		}
		var opened bytes.Buffer
		if err := ring.OpenStream("test", &opened, bytes.NewReader(sealed), []byte("a")); err != nil ||
			!bytes.Equal(opened.Bytes(), plain) {
			t.Errorf("%d bytes became %d, %v", size, opened.Len(), err)
		}
		piece := 4 + chunk + (len(sealed)-size-4*(size/chunk+1))/(size/chunk+1)
		for name, spoilt := range map[string][]byte{
			"of another": sealed, "nothing": nil, "cut off": sealed[:len(sealed)-1],
			"with more": append(bytes.Clone(sealed), sealed...), "without its last piece": sealed[:min(piece, len(sealed)-1)],
		} {
			whose := "a"
			if name == "of another" {
				whose = "b"
			}
			if err := ring.OpenStream("test", io.Discard, bytes.NewReader(spoilt), []byte(whose)); !errors.Is(err, ErrNotOurs) {
				t.Errorf("%d bytes, %s: %v", size, name, err)
			}
		}
	}
}

func TestSealStreamReturnsErrors(t *testing.T) {
	ring, broken := Generate(), errors.New("broken")
	if _, err := io.ReadAll(ring.SealStream("test", iotest.ErrReader(broken), nil)); !errors.Is(err, broken) {
		t.Errorf("sealing: %v", err)
	}
	if err := ring.OpenStream("test", io.Discard, iotest.ErrReader(broken), nil); !errors.Is(err, broken) {
		t.Errorf("opening: %v", err)
	}
}
