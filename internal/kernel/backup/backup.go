// Package backup writes a whole installation to one file and restores it: the rows of every table, the keys and the
// local media. Rows are written as text that is the same for both engines, so a backup of SQLite restores into
// PostgreSQL and the other way round. Start at Write.
//
// The file is a gzipped tar: manifest.json, keys, tables/NAME/N.jsonl, blobs/KEY and end.json. A file without
// end.json is incomplete.
package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

// format is the version of the file's layout.
const format = 1

// Manifest describes a backup.
type Manifest struct {
	Format  int       `json:"format"`
	Schema  int64     `json:"schema"`
	Engine  string    `json:"engine"`
	Version string    `json:"version"`
	Made    time.Time `json:"made"`
}

// end closes a backup, with the counts that the reader must reach.
type end struct {
	Rows  int64 `json:"rows"`
	Blobs int64 `json:"blobs"`
}

// Source is the installation to back up.
type Source struct {
	DB      *sqldb.DB
	Keys    *keyring.Ring
	Blobs   blob.Store
	Version string
	Now     time.Time
}

// Summary tells people what was written or read.
type Summary struct {
	Manifest
	Tables, Rows, Blobs int64
}

// chunk limits how many bytes of a table are held in memory at once.
const chunk = 4 << 20

// Write writes a backup. It may run while the portal serves: the rows are one snapshot. Media that they refer to
// never changes afterwards, so it can be read later.
func Write(ctx context.Context, w io.Writer, s Source) (Summary, error) {
	schema, err := s.DB.Schema(ctx)
	if err != nil {
		return Summary{}, err
	}
	sum := Summary{Manifest: Manifest{
		Format: format, Schema: schema.Version, Engine: s.DB.Engine(),
		Version: s.Version, Made: s.Now.UTC(),
	}}
	zip := gzip.NewWriter(w)
	out := &writer{tar: tar.NewWriter(zip), now: s.Now, sum: &sum}
	if err := out.json("manifest.json", sum.Manifest); err != nil {
		return sum, err
	}
	if err := out.file("keys", s.Keys.Encode()); err != nil {
		return sum, err
	}
	if err := out.tables(ctx, s.DB); err != nil {
		return sum, err
	}
	if err := out.blobs(ctx, s.Blobs); err != nil {
		return sum, err
	}
	if err := out.json("end.json", end{sum.Rows, sum.Blobs}); err != nil {
		return sum, err
	}
	if err := out.tar.Close(); err != nil {
		return sum, err
	}
	return sum, zip.Close()
}

type writer struct {
	tar *tar.Writer
	now time.Time
	sum *Summary
}

func (w *writer) file(name string, body []byte) error {
	header := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(body)), ModTime: w.now, Typeflag: tar.TypeReg}
	if err := w.tar.WriteHeader(header); err != nil {
		return err
	}
	_, err := w.tar.Write(body)
	return err
}

func (w *writer) json(name string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.file(name, append(body, '\n'))
}

func (w *writer) tables(ctx context.Context, db *sqldb.DB) error {
	names, err := db.Tables(ctx)
	if err != nil {
		return err
	}
	return db.Read(ctx, func(q sqldb.Querier) error {
		for _, name := range names {
			if err := w.table(ctx, q, name); err != nil {
				return fmt.Errorf("table %s: %w", name, err)
			}
		}
		return nil
	})
}

// table writes one table in chunks. Every chunk begins with the column names.
func (w *writer) table(ctx context.Context, q sqldb.Querier, name string) error {
	rows, err := q.QueryContext(ctx, "SELECT * FROM "+name)
	if err != nil {
		return err
	}
	defer rows.Close()
	reader, err := newRowReader(rows)
	if err != nil {
		return err
	}
	w.sum.Tables++
	var buf bytes.Buffer
	part := 0
	flush := func() error {
		part++
		err := w.file("tables/"+name+"/"+strconv.Itoa(part)+".jsonl", buf.Bytes())
		buf.Reset()
		return err
	}
	for rows.Next() {
		if buf.Len() == 0 {
			buf.Write(reader.head)
		}
		line, err := reader.line(rows)
		if err != nil {
			return err
		}
		buf.Write(line)
		w.sum.Rows++
		if buf.Len() >= chunk {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if buf.Len() > 0 {
		if err := flush(); err != nil {
			return err
		}
	}
	return rows.Err()
}
