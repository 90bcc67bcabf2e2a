package search

import (
	"context"
	"database/sql"
	"errors"
	"html"
	"strconv"
	"strings"

	"lectern/internal/kernel/sqldb"
)

// indexed is a document as stored in the index.
type indexed struct {
	number                int64
	source, student, hash string
}

func readIndexed(ctx context.Context, q sqldb.Querier, lesson string) ([]indexed, error) {
	return sqldb.Select(ctx, q, "read what is indexed", `SELECT number, source, student_id, hash FROM search_document
		WHERE lesson_id = $1`, []any{lesson}, func(row *sql.Rows, d *indexed) error {
		return row.Scan(&d.number,
			&d.source, &d.student, &d.hash)
	})
}

// readLesson reads the documents of a lesson except notes. there is false if the lesson no longer exists.
func readLesson(ctx context.Context, q sqldb.Querier, lesson string) (list []document, there bool, err error) {
	var title, titleEn string
	var made int64
	err = q.QueryRowContext(ctx, `SELECT title, title_en, created_at FROM lesson WHERE id = $1`,
		lesson).Scan(&title, &titleEn, &made)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	list = append(list, document{
		source: "title", kind: Title, lesson: lesson, made: made,
		lines: named(0, title, titleEn),
	})
	var asset string
	err = q.QueryRowContext(ctx, `SELECT id FROM asset WHERE lesson_id = $1 AND current`, lesson).Scan(&asset)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, true, err
	}
	if asset != "" {
		for _, read := range []func(context.Context, sqldb.Querier, string) ([]document, error){readChapters, readCaptions} {
			more, err := read(ctx, q, asset)
			if err != nil {
				return nil, true, err
			}
			list = append(list, more...)
		}
	}
	err = sqldb.Each(ctx, q, "read attachments", `SELECT id, name FROM attachment WHERE lesson_id = $1`,
		[]any{lesson}, func(row *sql.Rows) error {
			var id, name string
			err := row.Scan(&id, &name)
			list = append(list, document{source: "file:" + id, kind: File, lines: named(0, name, "")})
			return err
		})
	for i := range list {
		list[i].lesson, list[i].made = lesson, made
	}
	return list, true, err
}

// named returns the lines of a name in its languages.
func named(at int64, name, nameEn string) (list []line) {
	list = append(list, line{at, name})
	if nameEn != "" && nameEn != name {
		list = append(list, line{at, nameEn})
	}
	return list
}

func readChapters(ctx context.Context, q sqldb.Querier, asset string) ([]document, error) {
	d := document{source: "chapters:" + asset, kind: Chapter}
	text := `SELECT start_ms, title, title_en FROM chapter WHERE asset_id = $1 ORDER BY position`
	err := sqldb.Each(ctx, q, "read chapters", text, []any{asset}, func(row *sql.Rows) error {
		var at int64
		var title, titleEn string
		err := row.Scan(&at, &title, &titleEn)
		d.lines = append(d.lines, named(at, title, titleEn)...)
		return err
	})
	if len(d.lines) == 0 {
		return nil, err
	}
	return []document{d}, err
}

func readCaptions(ctx context.Context, q sqldb.Querier, asset string) ([]document, error) {
	text := `SELECT language, text FROM caption WHERE asset_id = $1 ORDER BY position, language`
	return sqldb.Select(ctx, q, "read captions", text, []any{asset}, func(row *sql.Rows, d *document) error {
		var language, text string
		err := row.Scan(&language, &text)
		*d = document{source: "captions:" + asset + ":" + language, kind: Caption, language: language, lines: cues(text)}
		return err
	})
}

// cues reads WebVTT as stored by package media: a timing line, then lines of text up to an empty one.
func cues(vtt string) (list []line) {
	inside := false
	for text := range strings.Lines(vtt) {
		text = strings.TrimSpace(text)
		from, _, timed := strings.Cut(text, " --> ")
		switch {
		case text == "":
			inside = false
		case timed:
			list, inside = append(list, line{at: milliseconds(from)}), true
		case inside:
			last := &list[len(list)-1]
			last.text = strings.TrimSpace(last.text + " " + html.UnescapeString(text))
		}
	}
	return list
}

// milliseconds reads a time such as 01:02:03.456.
func milliseconds(clock string) (ms int64) {
	whole, rest, _ := strings.Cut(clock, ".")
	for part := range strings.SplitSeq(whole, ":") {
		n, _ := strconv.ParseInt(part, 10, 64) // written by package media, so valid
		ms = ms*60 + n
	}
	n, _ := strconv.ParseInt((rest + "000")[:3], 10, 64)
	return ms*1000 + n
}
