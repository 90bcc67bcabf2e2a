// Package search answers "where was that said?". It owns the index of what is said and written in lectures: captions, chapters, titles, names of
// files, and students' own notes. What is indexed belongs to packages course and media; they say, in the transaction that changes it, which lesson
// or note to look at again. Start at Service.Find, then Service.IndexLesson.
//
// Chinese has no blanks between words, so it is indexed by single characters and by pairs of neighbours, with the place of each: a phrase is found
// where its pairs stand side by side. Other words are indexed whole and by their beginnings.
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/job"
	"lectern/internal/sqldb"
)

// A Kind is what was found.
type Kind string

// The kinds, in the order in which they are shown.
const (
	Title   Kind = "title"
	Chapter Kind = "chapter"
	File    Kind = "file"
	Note    Kind = "note"
	Caption Kind = "caption"
)

// ranks of the kinds: the larger the earlier.
var ranks = map[Kind]int64{Title: 5, Chapter: 4, File: 3, Note: 2, Caption: 1}

// A Service finds, and keeps the index. It is safe for concurrent use, by several nodes too.
type Service struct {
	database *sqldb.DB
	jobs     *job.Queue
	now      func() time.Time
}

// New makes the service.
func New(database *sqldb.DB, jobs *job.Queue, now func() time.Time) *Service {
	return &Service{database, jobs, now}
}

// A Found is a place where all that was looked for stands: the captions of a lesson in a language, its title, one note …
type Found struct {
	Kind           Kind
	Lesson         string
	Position       int // of the lesson in its course
	Title, TitleEn string
	Course, Code   string
	Name, NameEn   string // of the course
	Language       string // of captions
	Count          int    // how many lines of it fit
	Hits           []Hit  // the first of them, maxHits at the most
}

// A Hit is a line that was found and where it stands in the recording.
type Hit struct {
	At   time.Duration
	Text string
}

// A Page is some of what was found.
type Page struct {
	Found []Found
	Next  string // what After of the next page is; empty: there is no more
}

const (
	// PageSize is how many things a page has.
	PageSize = 10
	maxHits  = 3
	// candidates is how many documents are looked at in one statement, and rounds how many such statements one page may take. All of a search's
	// words may be in a document without standing together.
	candidates = 20
	rounds     = 10
)

// Find looks for what somebody typed in all that they may see: staff who look after recordings in everything, students in what is published in their
// courses, everybody in published previews, and a student's notes for that student alone. A page begins behind after, which is a Next from before.
func (s *Service) Find(ctx context.Context, who access.Actor, text, after string) (Page, error) {
	before, err := cursor(after)
	if err != nil {
		return Page{}, err
	}
	phrases := parse(text)
	if len(phrases) == 0 {
		return Page{}, nil
	}
	// Single statements, which are prepared once. What is indexed anew between them loses its lines, and is found by the next search.
	shown, next, err := collect(ctx, s.database.Reader(), who, phrases, before)
	if err != nil {
		return Page{}, fmt.Errorf("search: %w", err)
	}
	found, err := readHits(ctx, s.database.Reader(), shown)
	if err != nil {
		return Page{}, fmt.Errorf("search: %w", err)
	}
	return Page{Found: found, Next: next}, nil
}

// collect fills a page with documents in which the phrases really stand, and says where the next one begins.
func collect(ctx context.Context, q sqldb.Querier, who access.Actor, phrases []phrase, before int64) (shown []matched, next string, err error) {
	for range rounds {
		list, err := readCandidates(ctx, q, who, phrases, before)
		if err != nil {
			return nil, "", err
		}
		for i, m := range list {
			before = m.number
			if m.places = match(phrases, m.placesOf); len(m.places) > 0 {
				shown = append(shown, m)
			}
			if len(shown) == PageSize && (i+1 < len(list) || len(list) == candidates) {
				return shown, strconv.FormatInt(before, 10), nil
			}
		}
		if len(list) < candidates {
			return shown, "", nil
		}
	}
	return shown, strconv.FormatInt(before, 10), nil
}

// cursor reads the number behind which a page begins.
func cursor(after string) (int64, error) {
	if after == "" {
		return 1<<63 - 1, nil
	}
	n, err := strconv.ParseInt(after, 10, 64)
	if err != nil || n <= 0 {
		return 0, fault.New(fault.Invalid, "search.cursor")
	}
	return n, nil
}

// matched is a document that has all words of a search.
type matched struct {
	Found
	number int64
	words  map[string][]int64
	places []int64
}

func (m *matched) placesOf(token string) []int64 { return m.words[token] }

// lookup writes the statement for a number of words. It goes through the documents of the first one from the newest, and stops at the limit. Who may
// see a lesson is the rule of package course: Service.Lesson there says the same, and a test compares the two.
func lookup(terms int) string {
	var places, joins strings.Builder
	for i := range terms {
		fmt.Fprintf(&places, ", w%[1]d.places AS places%[1]d", i+1)
		if i > 0 {
			fmt.Fprintf(&joins, " JOIN search_word AS w%[1]d ON w%[1]d.token = $%[2]d AND w%[1]d.student_id = w1.student_id AND w%[1]d.document = w1.document", i+1, fixed+i+1)
		}
	}
	part := func(owner string) string {
		return `SELECT * FROM (SELECT w1.document AS document` + places.String() + `, d.kind AS kind, d.language AS language, l.id AS lesson, l.position AS position, l.title AS title, l.title_en AS title_en,
			c.id AS course, c.code AS code, c.name AS name, c.name_en AS name_en
		FROM search_word AS w1` + joins.String() + `
		JOIN search_document AS d ON d.number = w1.document
		JOIN lesson AS l ON l.id = d.lesson_id
		JOIN course AS c ON c.id = l.course_id
		WHERE w1.token = $` + strconv.Itoa(fixed+1) + ` AND ` + owner + ` AND w1.document < $1
			AND (CAST($2 AS BOOLEAN) OR l.published AND (l.preview OR l.course_id IN (
				SELECT g.course_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id WHERE e.student_id = $3 AND e.state = 'confirmed')))
		ORDER BY w1.document DESC LIMIT $5)`
	}
	return part(`w1.student_id = ''`) + ` AS everybodys UNION ALL ` + part(`w1.student_id = $4 AND CAST($4 AS TEXT) <> ''`) + ` AS own ORDER BY document DESC LIMIT $5`
}

// fixed is how many parameters of lookup come before the words.
const fixed = 5

var lookups = func() (list [maxTerms + 1]string) {
	for n := 1; n <= maxTerms; n++ {
		list[n] = lookup(n)
	}
	return list
}()

// readCandidates reads the next documents that have all words, wherever they stand in them.
func readCandidates(ctx context.Context, q sqldb.Querier, who access.Actor, phrases []phrase, before int64) (list []matched, err error) {
	tokens := tokensOf(phrases)
	owner := who.Student
	if who.Viewer != "" {
		owner = "" // staff who look at the portal as a student do not read their notes
	}
	args := []any{before, access.Recordings.Check(who) == nil, who.Student, owner, candidates}
	for _, token := range tokens {
		args = append(args, []byte(token))
	}
	rows, err := q.QueryContext(ctx, lookups[len(tokens)], args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		m := matched{words: make(map[string][]int64, len(tokens))}
		places := make([][]byte, len(tokens))
		into := []any{&m.number}
		for i := range places {
			into = append(into, &places[i])
		}
		into = append(into, &m.Kind, &m.Language, &m.Lesson, &m.Position, &m.Title, &m.TitleEn, &m.Course, &m.Code, &m.Name, &m.NameEn)
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, token := range tokens {
			m.words[token] = decode(places[i])
		}
		list = append(list, m)
	}
	return list, rows.Err()
}

// tokensOf lists the tokens of phrases, each once. Long ones come first: they are in fewer documents.
func tokensOf(phrases []phrase) (list []string) {
	for _, p := range phrases {
		for _, t := range p {
			list = append(list, t.token)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(list)
}

// lineStatement reads the lines at some places of documents, as many as a page can have: one statement instead of thirty.
var lineStatement = func() string {
	var text strings.Builder
	for i := range PageSize * maxHits {
		if i > 0 {
			text.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&text, `SELECT * FROM (SELECT %[1]d AS n, first, at_ms, text FROM search_line
			WHERE document = $%[2]d AND first <= $%[3]d ORDER BY first DESC LIMIT 1) AS line%[1]d`, i, 2*i+1, 2*i+2)
	}
	return text.String()
}()

// readHits reads the lines around what was found.
func readHits(ctx context.Context, q sqldb.Querier, shown []matched) (list []Found, err error) {
	if len(shown) == 0 {
		return nil, nil
	}
	args := make([]any, 0, PageSize*maxHits*2)
	for _, m := range shown {
		places := spread(m.places)
		for i := range maxHits {
			if i < len(places) {
				args = append(args, m.number, places[i])
			} else {
				args = append(args, int64(-1), int64(0)) // there is none
			}
		}
	}
	for len(args) < cap(args) {
		args = append(args, int64(-1), int64(0))
	}
	rows, err := q.QueryContext(ctx, lineStatement, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for _, m := range shown {
		m.Count = len(spread(m.places))
		list = append(list, m.Found)
	}
	last := map[int]int64{}
	for rows.Next() {
		var n int
		var first, at int64
		var text string
		if err := rows.Scan(&n, &first, &at, &text); err != nil {
			return nil, err
		}
		of := n / maxHits
		if seen, known := last[of]; known && seen == first {
			continue // twice in one line
		}
		last[of] = first
		list[of].Hits = append(list[of].Hits, Hit{At: time.Duration(at) * time.Millisecond, Text: text})
	}
	list = slices.DeleteFunc(list, func(f Found) bool { return len(f.Hits) == 0 })
	return list, rows.Err()
}

// spread leaves out what is so close to the one before that it is surely shown with it.
func spread(places []int64) (list []int64) {
	const close = 12
	for _, at := range places {
		if n := len(list); n == 0 || at-list[n-1] > close {
			list = append(list, at)
		}
	}
	return list
}
