package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

// blobs copies the media. Files that are deleted in the meantime are no longer referred to.
func (w *writer) blobs(ctx context.Context, store blob.Store) error {
	for info, err := range store.List(ctx, "") {
		if err != nil {
			return err
		}
		if err := w.blob(ctx, store, info.Key); err != nil {
			return fmt.Errorf("media %s: %w", info.Key, err)
		}
	}
	return nil
}

func (w *writer) blob(ctx context.Context, store blob.Store, key string) error {
	body, info, err := store.Open(ctx, key)
	if fault.Code(err) == "blob.not_found" {
		return nil
	}
	if err != nil {
		return err
	}
	defer body.Close()
	header := &tar.Header{
		Name: "blobs/" + key, Mode: 0o600, Size: info.Size,
		ModTime: info.Modified, Typeflag: tar.TypeReg,
	}
	if err := w.tar.WriteHeader(header); err != nil {
		return err
	}
	if _, err := io.CopyN(w.tar, body, info.Size); err != nil {
		return err
	}
	w.sum.Blobs++
	return nil
}

// Target is where a backup is restored to.
type Target struct {
	DB    *sqldb.DB
	Blobs blob.Store
	// Ready is called with the backup's keys when all rows are written, before they are committed. Optional.
	Ready func(ctx context.Context, q sqldb.Querier, keys *keyring.Ring) error
}

// errIncomplete means that a file ends too early.
var errIncomplete = errors.New("the backup is not whole: it was cut off or never finished; nothing was restored")

// Restore reads a backup into the target and replaces every row in one transaction. It returns the backup's keys,
// without which the rows can't be read: Target.Ready stores them before the commit.
func Restore(ctx context.Context, r io.Reader, t Target) (Summary, *keyring.Ring, error) {
	var sum Summary
	zip, err := gzip.NewReader(r)
	if err != nil {
		return sum, nil, fmt.Errorf("this is not a backup: %w", err)
	}
	in := &reader{tar: tar.NewReader(zip), sum: &sum, blobs: t.Blobs}
	if err := in.json("manifest.json", &sum.Manifest); err != nil {
		return sum, nil, fmt.Errorf("this is not a backup: %w", err)
	}
	if sum.Format != format {
		return sum, nil, fmt.Errorf("the backup has format %d, this binary reads %d: use the version of Lectern "+
			"that made it (%s)", sum.Format, format, sum.Version)
	}
	raw, err := in.file("keys")
	if err != nil {
		return sum, nil, err
	}
	keys, err := keyring.Parse("the backup's keys", string(raw))
	if err != nil {
		return sum, nil, err
	}
	err = t.DB.Rebuild(ctx, sum.Schema, func(q sqldb.Querier) error {
		if err := in.rest(ctx, q); err != nil {
			return err
		}
		if t.Ready == nil {
			return nil
		}
		return t.Ready(ctx, q, keys)
	})
	return sum, keys, err
}

type reader struct {
	tar   *tar.Reader
	sum   *Summary
	blobs blob.Store
}

// file reads the next entry, which must have the given name.
func (r *reader) file(name string) ([]byte, error) {
	header, err := r.tar.Next()
	if err != nil || header.Name != name {
		return nil, errIncomplete
	}
	return io.ReadAll(io.LimitReader(r.tar, 1<<20))
}

func (r *reader) json(name string, v any) error {
	raw, err := r.file(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, v)
}

// rest reads tables and media until end.json, and checks that nothing is missing.
func (r *reader) rest(ctx context.Context, q sqldb.Querier) error {
	for {
		header, err := r.tar.Next()
		if err != nil {
			return errIncomplete
		}
		kind, name, _ := strings.Cut(header.Name, "/")
		switch kind {
		case "tables":
			table, _, _ := strings.Cut(name, "/")
			if err := r.rows(ctx, q, table); err != nil {
				return fmt.Errorf("table %s: %w", table, err)
			}
		case "blobs":
			if _, err := r.blobs.Put(ctx, name, r.tar); err != nil {
				return fmt.Errorf("media %s: %w", name, err)
			}
			r.sum.Blobs++
		case "end.json":
			var want end
			if err := json.NewDecoder(r.tar).Decode(&want); err != nil || want.Rows != r.sum.Rows || want.Blobs != r.sum.Blobs {
				return errIncomplete
			}
			return nil
		default:
			return fmt.Errorf("the backup holds %q, which this binary does not know", header.Name)
		}
	}
}

// identifier matches our table and column names: names from the file become part of a statement.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (r *reader) rows(ctx context.Context, q sqldb.Querier, table string) error {
	lines := bufio.NewReader(r.tar)
	head, err := lines.ReadBytes('\n')
	if err != nil {
		return errIncomplete
	}
	var columns []string
	if err := json.Unmarshal(head, &columns); err != nil {
		return err
	}
	statement, err := insert(table, columns)
	if err != nil {
		return err
	}
	stmt, err := q.PrepareContext(ctx, statement)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		if err != nil {
			return errIncomplete
		}
		cells, err := parseRow(line, len(columns))
		if err != nil {
			return err
		}
		if _, err := stmt.ExecContext(ctx, cells...); err != nil {
			return err
		}
		r.sum.Rows++
	}
}

func insert(table string, columns []string) (string, error) {
	places := make([]string, len(columns))
	for i, name := range append([]string{table}, columns...) {
		if !identifier.MatchString(name) {
			return "", fmt.Errorf("%q is no name of ours", name)
		}
		if i > 0 {
			places[i-1] = "$" + strconv.Itoa(i)
		}
	}
	return "INSERT INTO " + table + " (" + strings.Join(columns,
		", ") + ") VALUES (" + strings.Join(places, ", ") + ")", nil
}
