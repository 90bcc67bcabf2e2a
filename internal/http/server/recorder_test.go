package server

import (
	"io"
	"net/http/httptest"
	"os"
	"testing"
)

// The middleware must not hide ReadFrom, which lets the kernel send files.
func TestAFileReachesTheKernel(t *testing.T) {
	var inner readerFrom
	out := &recorder{ResponseWriter: &inner}
	f, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.CopyN(out, f, 1000); err != nil {
		t.Fatal(err)
	}
	if limited, ok := inner.from.(*io.LimitedReader); !ok || limited.R != io.Reader(f) ||
		out.bytes != 1000 || out.status != 200 {
		t.Errorf("net/http got %T of %d bytes", inner.from, out.bytes)
	}
}

type readerFrom struct {
	httptest.ResponseRecorder
	from io.Reader
}

func (r *readerFrom) ReadFrom(from io.Reader) (int64, error) {
	r.from = from
	return io.Copy(io.Discard, from)
}
