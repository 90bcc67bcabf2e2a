package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"lectern/bench/college"
	"lectern/internal/feature/course/search"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	perCourse = 20  // lessons
	cues      = 900 // per hour: four seconds each
	cueLength = 17  // characters, about 250 a minute
	enrolled  = 8   // courses per student
)

// language generates words of two to four characters, a few common and most rare, as in speech.
type language struct {
	vocabulary []string
	zipf       *rand.Zipf
}

func newLanguage(seed uint64) *language {
	const characters, words = 2500, 12000
	fixed := rand.New(rand.NewPCG(1, 1)) // the same words for every seed
	l := &language{zipf: rand.NewZipf(rand.New(rand.NewPCG(seed, 2)), 1.1, 8, words-1)}
	for range words {
		var word strings.Builder
		for range 2 + fixed.IntN(5)/2 {
			word.WriteRune('\u4e00' + rune(fixed.IntN(characters)))
		}
		l.vocabulary = append(l.vocabulary, word.String())
	}
	return l
}

func (l *language) word() string { return l.vocabulary[l.zipf.Uint64()] }

func (l *language) captions() string {
	var out strings.Builder
	out.WriteString("WEBVTT\n")
	for i := range cues {
		at := i * 4
		fmt.Fprintf(&out, "\n%02d:%02d:%02d.000 --> %02d:%02d:%02d.900\n", at/3600, at/60%60, at%60,
			(at+3)/3600, (at+3)/60%60, (at+3)%60)
		for n := 0; n < cueLength; {
			word := l.word()
			out.WriteString(word)
			n += len(word) / 3
		}
		out.WriteString("\n")
	}
	return out.String()
}

func lessonID(i int) string { return fmt.Sprintf("lesson-%06d", i) }

// fill writes courses with lessons of an hour and their captions, enrols every student of the sample college in
// eight courses, and indexes everything as the server does.
func fill(ctx context.Context, c *college.College) error {
	address := c.Database
	if address == "" {
		address = filepath.Join(c.Folder, "data", "lectern.db")
	}
	db, err := sqldb.Open(ctx, sqldb.Options{URL: address})
	if err != nil {
		return err
	}
	defer db.Close()
	finder, spoken := search.New(db, job.New(db, time.Now), time.Now, time.UTC), newLanguage(1)
	courses := (*hours + perCourse - 1) / perCourse
	statements := []string{`INSERT INTO setting (name, value) VALUES ('search', '1')`} // everything is indexed here
	for i := range courses {
		statements = append(statements, fmt.Sprintf(`INSERT INTO course (id, code, name, name_en, credits, summary,
			summary_en) VALUES ('c%d', 'c%[1]d', 'c', 'c', 0, '', '')`, i), fmt.Sprintf(`INSERT INTO course_group (id,
				course_id, term_id, code, name, name_en) VALUES ('g%d', 'c%[1]d', 't', 'g%[1]d', '', '')`, i))
	}
	for k := range min(enrolled, courses) {
		statements = append(statements, fmt.Sprintf(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			SELECT id, 'g%d', 'confirmed', 0 FROM student`, k*courses/min(enrolled, courses)))
	}
	err = run(ctx, db, statements)
	const together = 25
	made := min(*different, *hours)
	for from := 0; from < made && err == nil; from += together {
		err = db.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
			for i := from; i < min(from+together, made); i++ {
				if err := fillLesson(ctx, q, finder, i, spoken); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err == nil && made < *hours {
		err = run(ctx, db, copies(made))
	}
	if err == nil && c.Database != "" { // PostgreSQL does that automatically within a minute of so many changes
		err = db.WriteOne(ctx, func(q sqldb.Querier) error { _, err := q.ExecContext(ctx, "VACUUM ANALYZE"); return err })
	}
	return err
}

func run(ctx context.Context, db *sqldb.DB, statements []string) error {
	return db.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
		for _, statement := range statements {
			if _, err := q.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}

// copies duplicates the first lessons and their index until there are enough, because indexing 2,000 different
// hours takes an hour. Each copy is a separate, later lesson. The words are copied in index order; any other order
// would be as slow.
func copies(made int) []string {
	list := []string{
		`CREATE TABLE bench_copy (lesson TEXT NOT NULL, original TEXT NOT NULL, course TEXT NOT NULL, shift BIGINT NOT NULL)`,
		`CREATE TABLE bench_document AS SELECT * FROM search_document WHERE lesson_id LIKE 'lesson-%'`,
		`CREATE TABLE bench_line AS SELECT l.* FROM search_line AS l JOIN bench_document AS d ON d.number = l.document`,
		`CREATE TABLE bench_word AS SELECT w.*, d.lesson_id FROM search_word AS w
			JOIN bench_document AS d ON d.number = w.document ORDER BY w.token, w.student_id, w.document`,
		`CREATE INDEX bench_copy_original ON bench_copy (original)`,
		`DROP INDEX search_word_document`,
	}
	for i := made; i < *hours; i++ {
		later := int64(i/made*made) * 3600 << 27 // seconds, as encoded in a document number
		list = append(list, fmt.Sprintf(`INSERT INTO bench_copy (lesson, original, course, shift)
			VALUES ('%s', '%s', 'c%d', %d)`, lessonID(i), lessonID(i%made), i/perCourse, later))
	}
	return append(list,
		`INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at)
			SELECT c.lesson, c.course, l.position, l.title, l.title_en, l.group_id, l.class_id, l.published, l.preview,
			l.created_at + c.shift / 134217728 * 1000, l.updated_at FROM bench_copy AS c JOIN lesson AS l ON l.id = c.original`,
		`INSERT INTO search_document (number, source, kind, lesson_id, student_id, language, hash)
			SELECT d.number + c.shift, d.source, d.kind, c.lesson, d.student_id, d.language, d.hash FROM bench_document AS d
			JOIN bench_copy AS c ON c.original = d.lesson_id`, `INSERT INTO search_seen (document, course_id, group_id, preview)
			SELECT s.document + c.shift, c.course, s.group_id, s.preview FROM search_seen AS s
			JOIN bench_document AS d ON d.number = s.document JOIN bench_copy AS c ON c.original = d.lesson_id`,
		`INSERT INTO search_line (document, first, at_ms, text)
			SELECT l.document + c.shift, l.first, l.at_ms, l.text FROM bench_line AS l
			JOIN bench_document AS d ON d.number = l.document JOIN bench_copy AS c ON c.original = d.lesson_id`,
		`INSERT INTO search_word (token, student_id, document, places)
			SELECT w.token, w.student_id, w.document + c.shift, w.places FROM bench_word AS w
			JOIN bench_copy AS c ON c.original = w.lesson_id`, `CREATE INDEX search_word_document ON search_word (document)`,
		`DROP TABLE bench_word`, `DROP TABLE bench_line`, `DROP TABLE bench_document`, `DROP TABLE bench_copy`)
}

func fillLesson(ctx context.Context, q sqldb.Querier, finder *search.Service, i int, spoken *language) error {
	for _, one := range []struct {
		statement string
		args      []any
	}{
		{
			`INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview, created_at,
				updated_at) VALUES ($1, $2, $3, $4, '', '', '', TRUE, $5, $6, 0)`,
			[]any{
				lessonID(i), fmt.Sprint("c", i/perCourse), i%perCourse + 1, spoken.word() + spoken.word(),
				i%perCourse == 0, int64(i) * 3_600_000,
			},
		},
		{`INSERT INTO asset (id, lesson_id, state, percent, reason, reason_params, file, format, size, source, output, parts,
			duration_ms, width, height, current, job_id, account_id, created_at, updated_at)
			VALUES ($1, $1, 'ready', 100, '', '', 'a.mp4', 'mp4', 1, 's', 'o', 'hls', 3600000, 640, 360, TRUE, '',
			'', 0, 0)`, []any{lessonID(i)}},
		{
			`INSERT INTO caption (asset_id, language, label, position, text) VALUES ($1, 'zh-CN', 'zh', 1, $2)`,
			[]any{lessonID(i), spoken.captions()},
		},
	} {
		if _, err := q.ExecContext(ctx, one.statement, one.args...); err != nil {
			return err
		}
	}
	return finder.IndexLesson(ctx, q, lessonID(i))
}
