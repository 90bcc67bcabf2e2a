package keyring

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// chunk is the size of one sealed piece.
const chunk = 64 << 10

// SealStream returns a reader of the sealed content of in, for files too large to seal at once. Each piece is bound
// to its position and to whether it is the last, so none can be omitted, moved or repeated. OpenStream reads it back.
func (r *Ring) SealStream(purpose string, in io.Reader, additional []byte) io.Reader {
	return &sealing{ring: r, purpose: purpose, in: bufio.NewReaderSize(in, chunk), additional: additional}
}

type sealing struct {
	ring       *Ring
	purpose    string
	in         *bufio.Reader
	additional []byte
	pieces     uint64
	out        bytes.Buffer
	done       bool
}

func (s *sealing) Read(p []byte) (int, error) {
	for s.out.Len() == 0 {
		if s.done {
			return 0, io.EOF
		}
		if err := s.next(); err != nil {
			return 0, err
		}
	}
	return s.out.Read(p)
}

func (s *sealing) next() error {
	plain := make([]byte, chunk)
	n, err := io.ReadFull(s.in, plain)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	if _, err := s.in.Peek(1); errors.Is(err, io.EOF) {
		s.done = true
	} else if err != nil {
		return err
	}
	sealed := s.ring.Seal(s.purpose, plain[:n], place(s.additional, s.pieces, s.done))
	s.pieces++
	var head [4]byte
	binary.BigEndian.PutUint32(head[:], uint32(len(sealed)))
	s.out.Write(head[:])
	s.out.Write(sealed)
	return nil
}

// place binds a piece to its position.
func place(additional []byte, n uint64, last bool) []byte {
	out := binary.BigEndian.AppendUint64(bytes.Clone(additional), n)
	if last {
		return append(out, 1)
	}
	return append(out, 0)
}

// OpenStream writes the content that SealStream sealed. It returns ErrNotOurs if anything is missing or was changed;
// the output written so far must then not be used.
func (r *Ring) OpenStream(purpose string, out io.Writer, in io.Reader, additional []byte) error {
	from := bufio.NewReaderSize(in, chunk)
	for n := uint64(0); ; n++ {
		var head [4]byte
		if _, err := io.ReadFull(from, head[:]); err != nil {
			return cutOff(err)
		}
		size := binary.BigEndian.Uint32(head[:])
		if size > 2*chunk {
			return ErrNotOurs
		}
		sealed := make([]byte, size)
		if _, err := io.ReadFull(from, sealed); err != nil {
			return cutOff(err)
		}
		_, after := from.Peek(1)
		last := errors.Is(after, io.EOF)
		if after != nil && !last {
			return fmt.Errorf("read what is sealed: %w", after)
		}
		plain, err := r.Open(purpose, sealed, place(additional, n, last))
		if err != nil {
			return err
		}
		if _, err := out.Write(plain); err != nil {
			return fmt.Errorf("write what was sealed: %w", err)
		}
		if last {
			return nil
		}
	}
}

func cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrNotOurs
	}
	return fmt.Errorf("read what is sealed: %w", err)
}
