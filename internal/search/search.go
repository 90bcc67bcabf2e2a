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
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/civil"
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
	zone     *time.Location
}

// New makes the service of a college in a time zone.
func New(database *sqldb.DB, jobs *job.Queue, now func() time.Time, zone *time.Location) *Service {
	return &Service{database, jobs, now, zone}
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
)

// batches says how many documents each statement looks at, and so how many one page may take. All of a search's words may be in a document without
// standing together; where they do in each, the first statement fills the page and knows that there is more. From the second on, one hit ends the
// page: common words that seldom stand together would take long.
var batches = []int{PageSize + 1, 40, 60}

// Find looks for what somebody typed in all that they may see: staff who look after recordings in everything, students in what is published in their
// courses, teachers in what is published of their own groups, everybody in published previews, and a student's notes for that student alone. A page begins behind after, which is a Next from before.
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
	today, _ := civil.Of(s.now(), s.zone)
	reader, err := readerOf(ctx, s.database.Reader(), who, today.Number())
	if err != nil {
		return Page{}, fmt.Errorf("search: %w", err)
	}
	shown, next, err := collect(ctx, s.database.Reader(), reader, phrases, before)
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
func collect(ctx context.Context, q sqldb.Querier, who reader, phrases []phrase, before int64) (shown []matched, next string, err error) {
	tokens, err := rarestFirst(ctx, q, tokensOf(phrases))
	if err != nil {
		return nil, "", err
	}
	for batch, size := range batches {
		list, err := readCandidates(ctx, q, who, tokens, batch, before)
		if err != nil {
			return nil, "", err
		}
		for i, m := range list {
			before = m.number
			if m.places = match(phrases, m.placesOf); len(m.places) > 0 {
				shown = append(shown, m)
			}
			if len(shown) == PageSize && (i+1 < len(list) || len(list) == size) {
				return shown, strconv.FormatInt(before, 10), nil
			}
		}
		if len(list) < size {
			return shown, "", nil
		}
		if batch > 0 && len(shown) > 0 {
			break
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

// lookup writes the statement for a number of words. It goes through the documents of the first one from the newest, and stops at the limit. What is
// shown of a lesson is read for those within the limit alone: PostgreSQL plans most searches anew, and fewer joins take half as long.
func lookup(terms, size int) string {
	const fixed = 4 // parameters before the words
	var columns, names, joins strings.Builder
	for i := 1; i <= terms; i++ {
		fmt.Fprintf(&columns, ", w%[1]d.places AS places%[1]d", i)
		fmt.Fprintf(&names, ", f.places%d", i)
		if i > 1 {
			fmt.Fprintf(&joins, " JOIN search_word AS w%[1]d ON w%[1]d.token = $%[2]d AND w%[1]d.student_id = $4 AND w%[1]d.document = w1.document", i, fixed+i)
		}
	}
	return `SELECT f.document` + names.String() + `, f.kind, f.language, l.id, l.position, l.title, l.title_en, c.id, c.code, c.name, c.name_en
		FROM (SELECT w1.document AS document` + columns.String() + `, d.kind AS kind, d.language AS language, d.lesson_id AS lesson
			FROM search_word AS w1` + joins.String() + ` JOIN search_document AS d ON d.number = w1.document
			WHERE w1.token = $` + strconv.Itoa(fixed+1) + ` AND w1.student_id = $4 AND w1.document < $1 AND (SELECT ` + seen + ` FROM lesson AS l WHERE l.id = d.lesson_id)
			ORDER BY w1.document DESC LIMIT ` + strconv.Itoa(size) + `) AS f
		JOIN lesson AS l ON l.id = f.lesson JOIN course AS c ON c.id = l.course_id ORDER BY f.document DESC`
}

// lookups are the statements by batch and number of words.
var lookups = func() (list [][maxTerms + 1]string) {
	for _, size := range batches {
		var texts [maxTerms + 1]string
		for n := 1; n <= maxTerms; n++ {
			texts[n] = lookup(n, size)
		}
		list = append(list, texts)
	}
	return list
}()

// readCandidates reads the next documents that have all words, wherever they stand in them: those of everybody, and the reader's own notes.
func readCandidates(ctx context.Context, q sqldb.Querier, who reader, tokens []string, batch int, before int64) ([]matched, error) {
	list, err := readOwned(ctx, q, who, "", tokens, batch, before)
	if err != nil || who.notes == "" {
		return list, err
	}
	own, err := readOwned(ctx, q, who, who.notes, tokens, batch, before)
	list = append(list, own...)
	slices.SortFunc(list, func(a, b matched) int { return cmp.Compare(b.number, a.number) })
	return list[:min(len(list), batches[batch])], err
}

// readOwned reads those that belong to one student, or to everybody.
func readOwned(ctx context.Context, q sqldb.Querier, who reader, owner string, tokens []string, batch int, before int64) (list []matched, err error) {
	args := []any{before, who.all, who.sees, owner}
	for _, token := range tokens {
		args = append(args, []byte(token))
	}
	err = each(ctx, q, func(row *sql.Rows) error {
		m := matched{words: make(map[string][]int64, len(tokens))}
		places := make([][]byte, len(tokens))
		into := []any{&m.number}
		for i := range places {
			into = append(into, &places[i])
		}
		into = append(into, &m.Kind, &m.Language, &m.Lesson, &m.Position, &m.Title, &m.TitleEn, &m.Course, &m.Code, &m.Name, &m.NameEn)
		if err := row.Scan(into...); err != nil {
			return err
		}
		for i, token := range tokens {
			m.words[token] = decode(places[i])
		}
		list = append(list, m)
		return nil
	}, lookups[batch][len(tokens)], args...)
	return list, err
}

// tokensOf lists the tokens of phrases, each once.
func tokensOf(phrases []phrase) (list []string) {
	for _, p := range phrases {
		for _, t := range p {
			list = append(list, t.token)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// probe is up to how many documents of a word are counted to find the rarest. Whatever is in more is common: beginning with any of these, the
// page is filled soon.
const probe = 200

// probes are the statements that count the documents of some words.
var probes = func() (list [maxTerms + 1]string) {
	var text strings.Builder
	for n := 1; n <= maxTerms; n++ {
		if n > 1 {
			text.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&text, `SELECT %[1]d AS n, (SELECT count(*) FROM (SELECT 1 FROM search_word WHERE token = $%[2]d AND student_id = '' LIMIT %[3]d) AS some%[1]d) AS documents`, n-1, n, probe)
		list[n] = text.String()
	}
	return list
}()

// rarestFirst puts the word that is in the fewest documents first: as many are looked at.
func rarestFirst(ctx context.Context, q sqldb.Querier, tokens []string) ([]string, error) {
	if len(tokens) < 2 {
		return tokens, nil
	}
	args := make([]any, len(tokens))
	for i, token := range tokens {
		args[i] = []byte(token)
	}
	rarest, least := 0, int64(probe+1)
	err := each(ctx, q, func(row *sql.Rows) error {
		var n int
		var documents int64
		if err := row.Scan(&n, &documents); err != nil {
			return err
		}
		if documents < least {
			rarest, least = n, documents
		}
		return nil
	}, probes[len(tokens)], args...)
	tokens[0], tokens[rarest] = tokens[rarest], tokens[0]
	return tokens, err
}

// linesAtOnce is how many lines one statement reads.
const linesAtOnce = 10

// lineStatement reads the lines at some places of documents.
var lineStatement = func() string {
	var text strings.Builder
	for i := range linesAtOnce {
		if i > 0 {
			text.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&text, `SELECT * FROM (SELECT %[1]d AS n, first, at_ms, text FROM search_line
			WHERE document = $%[2]d AND first <= $%[3]d ORDER BY first DESC LIMIT 1) AS line%[1]d`, i, 2*i+1, 2*i+2)
	}
	return text.String()
}()

// A place is where a line to show stands, and of which of the documents found.
type place struct {
	of           int
	document, at int64
}

// readHits reads the lines around what was found, and no others.
func readHits(ctx context.Context, q sqldb.Querier, shown []matched) (list []Found, err error) {
	var wanted []place
	for of, m := range shown {
		places := spread(m.places)
		m.Count = len(places)
		list = append(list, m.Found)
		for _, at := range places[:min(len(places), maxHits)] {
			wanted = append(wanted, place{of, m.number, at})
		}
	}
	last := map[int]int64{}
	for some := range slices.Chunk(wanted, linesAtOnce) {
		args := make([]any, 0, 2*linesAtOnce)
		for i := range linesAtOnce {
			p := place{document: -1} // there is none
			if i < len(some) {
				p = some[i]
			}
			args = append(args, p.document, p.at)
		}
		err := each(ctx, q, func(row *sql.Rows) error {
			var n int
			var first, at int64
			var text string
			if err := row.Scan(&n, &first, &at, &text); err != nil {
				return err
			}
			of := some[n].of
			if seen, known := last[of]; known && seen == first {
				return nil // twice in one line
			}
			last[of] = first
			list[of].Hits = append(list[of].Hits, Hit{At: time.Duration(at) * time.Millisecond, Text: text})
			return nil
		}, lineStatement, args...)
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(list, func(f Found) bool { return len(f.Hits) == 0 }), nil
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
