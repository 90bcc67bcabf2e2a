package search

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// A document is one searchable item: the captions of a recording in one language, a title, a note …
type document struct {
	source   string
	kind     Kind
	lesson   string
	student  string
	language string
	made     int64 // when the lesson or note was created, in ms
	lines    []line
}

// joined reports whether a word may span two lines.
func (d *document) joined() bool { return d.kind == Caption || d.kind == Note }

func (d *document) hash() string {
	h := sha256.New()
	fmt.Fprintln(h, version)
	for _, l := range d.lines {
		fmt.Fprintf(h, "%d %s\n", l.at, l.text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// maxAtOnce is how many bytes of captions are indexed in the transaction that changes them: about five hours of speech.
// A job indexes longer ones.
const maxAtOnce = 256 << 10

// IndexLesson updates the index of a lesson in the transaction that changed it. Unchanged documents aren't written;
// very long ones can be found only after a job has indexed them.
func (s *Service) IndexLesson(ctx context.Context, q sqldb.Querier, lesson string) error {
	if lesson == "" {
		return nil
	}
	size, err := captionBytes(ctx, q, lesson)
	if err != nil {
		return err
	}
	if size <= maxAtOnce {
		return s.indexLesson(ctx, q, lesson)
	}
	if err := copySeen(ctx, q, lesson); err != nil {
		return err
	}
	_, err = s.jobs.Add(ctx, q, job.Spec{Kind: lessonKind, Payload: lessonPayload{lesson}})
	return err
}

// copySeen copies who may see the documents of a lesson.
func copySeen(ctx context.Context, q sqldb.Querier, lesson string) error {
	for _, statement := range []string{
		`DELETE FROM search_seen WHERE document IN (SELECT d.number FROM search_document AS d WHERE d.lesson_id = $1)`,
		`INSERT INTO search_seen (document, course_id, group_id, preview)
			SELECT d.number, l.course_id, l.group_id, l.preview FROM lesson AS l JOIN search_document AS d ON d.lesson_id = l.id
			WHERE l.id = $1 AND l.published`,
	} {
		if _, err := q.ExecContext(ctx, statement, lesson); err != nil {
			return fmt.Errorf("note who may see a lesson: %w", err)
		}
	}
	return nil
}

func captionBytes(ctx context.Context, q sqldb.Querier, lesson string) (size int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT CAST(COALESCE(SUM(length(t.text)), 0) AS BIGINT)
		FROM caption AS t JOIN asset AS a ON a.id = t.asset_id WHERE a.lesson_id = $1 AND a.current`, lesson).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("measure captions: %w", err)
	}
	return size, nil
}

func (s *Service) indexLesson(ctx context.Context, q sqldb.Querier, lesson string) error {
	wanted, there, err := readLesson(ctx, q, lesson)
	if err != nil {
		return fmt.Errorf("read what a lesson is found by: %w", err)
	}
	indexed, err := readIndexed(ctx, q, lesson)
	if err != nil {
		return fmt.Errorf("read what a lesson was found by: %w", err)
	}
	if !there { // notes of a deleted lesson stay until it is deleted for good, and nobody sees them until then
		err := q.QueryRowContext(ctx, `SELECT count(*) > 0 FROM removed_lesson WHERE id = $1`, lesson).Scan(&there)
		if err != nil {
			return fmt.Errorf("look for a deleted lesson: %w", err)
		}
	}
	for _, old := range indexed {
		at := slices.IndexFunc(wanted, func(d document) bool { return d.source == old.source && d.hash() == old.hash })
		switch {
		case at >= 0:
			wanted = slices.Delete(wanted, at, at+1)
		case old.student == "" || !there: // notes are indexed separately, and deleted with their lesson
			if err := remove(ctx, q, old.number); err != nil {
				return err
			}
		}
	}
	for i := range wanted {
		if err := insert(ctx, q, &wanted[i]); err != nil {
			return err
		}
	}
	return copySeen(ctx, q, lesson)
}

// IndexNote updates the index of a note, in the transaction that wrote or deleted it.
func (s *Service) IndexNote(ctx context.Context, q sqldb.Querier, lesson, note string) error {
	source := "note:" + note
	var number int64
	err := q.QueryRowContext(ctx, `SELECT number FROM search_document WHERE lesson_id = $1
		AND source = $2`, lesson, source).Scan(&number)
	if err == nil {
		err = remove(ctx, q, number)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("take a note out of the index: %w", err)
	}
	d := document{source: source, kind: Note, lesson: lesson}
	var at int64
	var text string
	err = q.QueryRowContext(ctx, `SELECT student_id, at_ms, text, created_at FROM note WHERE id = $1`,
		note).Scan(&d.student, &at, &text, &d.made)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a note: %w", err)
	}
	d.lines = noteLines(at, text)
	if err := insert(ctx, q, &d); err != nil {
		return err
	}
	return copySeen(ctx, q, lesson)
}

// noteLength is about how many characters of a note are shown around a match.
const noteLength = 120

// noteLines splits a note into lines to show: at line ends, and after noteLength characters.
func noteLines(at int64, text string) (list []line) {
	for piece := range strings.Lines(text) {
		for piece = strings.TrimSpace(piece); piece != ""; {
			end := len(piece)
			if utf8.RuneCountInString(piece) > noteLength {
				end = cut(piece)
			}
			list = append(list, line{at, piece[:end]})
			piece = piece[end:]
		}
	}
	return list
}

// cut returns where a piece ends: at the last space, or after noteLength characters if there is none.
func cut(text string) int {
	end := 0
	for range noteLength {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if blank := strings.LastIndexByte(text[:end], ' '); blank > 0 {
		return blank
	}
	return end
}

func insert(ctx context.Context, q sqldb.Querier, d *document) error {
	number, err := insertDocument(ctx, q, d)
	if err != nil {
		return fmt.Errorf("index %s: %w", d.kind, err)
	}
	found, firsts := scan(d.lines, d.joined())
	lines := sqldb.NewBatch(q, "search_line", "document", "first", "at_ms", "text")
	for i, l := range d.lines {
		if err := lines.Add(ctx, number, firsts[i], l.at, l.text); err != nil {
			return fmt.Errorf("index a line: %w", err)
		}
	}
	words := sqldb.NewBatch(q, "search_word", "token", "student_id", "document", "places")
	for _, token := range slices.Sorted(maps.Keys(found)) { // neighbours in the index are written in order
		if err := words.Add(ctx, []byte(token), d.student, number, encode(found[token])); err != nil {
			return fmt.Errorf("index a word: %w", err)
		}
	}
	return errors.Join(lines.Flush(ctx), words.Flush(ctx), lines.Close(), words.Close())
}

// insertDocument gives a document its number. Two from the same second differ by a random part; on a collision it tries
// again.
func insertDocument(ctx context.Context, q sqldb.Querier, d *document) (int64, error) {
	for {
		number := ranks[d.kind]<<59 | (d.made/1000&(1<<32-1))<<27 | rand.Int64N(1<<27) //nolint:gosec // not a secret
		result, err := q.ExecContext(ctx,
			`INSERT INTO search_document (number, source, kind, lesson_id, student_id, language, hash)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (number) DO NOTHING`, number, d.source, string(d.kind), d.lesson,
			d.student, d.language, d.hash())
		if err != nil {
			return 0, err
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return number, err
		}
	}
}

func remove(ctx context.Context, q sqldb.Querier, number int64) error {
	for _, statement := range []string{
		`DELETE FROM search_word WHERE document = $1`, `DELETE FROM search_line WHERE document = $1`,
		`DELETE FROM search_seen WHERE document = $1`, `DELETE FROM search_document WHERE number = $1`,
	} {
		if _, err := q.ExecContext(ctx, statement, number); err != nil {
			return fmt.Errorf("take something out of the index: %w", err)
		}
	}
	return nil
}
