// Package search answers "where was that said?". It owns the index of what is said and written in lectures: captions,
// chapters, titles, names of files, and students' own notes. What is indexed belongs to packages course and media; they
// say, in the transaction that changes it, which lesson or note to look at again. Start at Service.Find, then
// Service.IndexLesson.
//
// Chinese has no blanks between words, so it is indexed by single characters and by pairs of neighbours, with the place
// of each: a phrase is found where its pairs stand side by side. Other words are indexed whole and by their beginnings.
package search

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
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

// A Found is a place where all that was looked for stands: the captions of a lesson in a language, its title,
// one note …
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

// So many documents that have all of a search's words are looked at for a page. The words may be in a document without
// standing together, and common words that seldom do would take long. Such a page is short, or empty, and the next one
// goes on where it ended.
const (
	maxLooked = 32
	lookSize  = 16
)

// lookAt is how many documents are looked at in one statement. One word is found wherever it is. A phrase seldom is
// not, so that half of them usually fill the page; of words far from each other all are read at once, because to begin
// again costs more than to read on.
func lookAt(phrases []phrase, tokens []string) int {
	switch {
	case len(tokens) == 1:
		return PageSize + 1
	case len(phrases) == 1:
		return lookSize
	}
	return maxLooked
}

// Find looks for what somebody typed in all that they may see: staff who look after recordings in everything, students
// in what is published in their courses, teachers in what is published of their own groups, everybody in published
// previews, and a student's notes for that student alone. A page begins behind after, which is a Next from before.
func (s *Service) Find(ctx context.Context, who access.Actor, text, after string) (Page, error) {
	before, err := cursor(after)
	if err != nil {
		return Page{}, err
	}
	phrases := parse(text)
	if len(phrases) == 0 {
		return Page{}, nil
	}
	// Single statements, which are prepared once. What is indexed anew between them loses its lines, and is found by the
	// next search.
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
func collect(ctx context.Context, q sqldb.Querier, who *reader, phrases []phrase,
	before int64,
) (shown []matched, next string, err error) {
	tokens, err := rarestFirst(ctx, q, tokensOf(phrases))
	if err != nil {
		return nil, "", err
	}
	size := lookAt(phrases, tokens)
	for looked := 0; looked < maxLooked; looked += size {
		read, more := 0, false
		err := eachCandidate(ctx, q, who, tokens, before, size, func(m matched) bool {
			if more = len(shown) == PageSize; more {
				return false
			}
			read, before = read+1, m.number
			if m.places = match(phrases, m.placesOf); len(m.places) > 0 {
				shown = append(shown, m)
			}
			return true
		})
		switch {
		case err != nil:
			return nil, "", err
		case more, read == size && len(shown) == PageSize:
			return shown, strconv.FormatInt(before, 10), nil
		case read < size:
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
	number int64
	words  map[string][]int64
	places []int64
}

func (m *matched) placesOf(token string) []int64 { return m.words[token] }

// candidates writes the statement that reads the next documents that have all words, wherever they stand in them: those
// of everybody, and the reader's own notes. It goes through the documents of the first word from the newest, and stops
// at the limit. CASE asks for the other words in what may be seen alone.
func candidates(who *reader, tokens []string, before int64, size int) (text string, args arguments) {
	seen, behind, limit := who.seen(&args), args.add(before), args.add(size)
	words := make([]string, len(tokens))
	for i, token := range tokens {
		words[i] = args.add([]byte(token))
	}
	of := func(owner string) string {
		var places, others strings.Builder
		for i, word := range words[1:] {
			where := " FROM search_word AS o WHERE o.token = " + word + " AND o.student_id = " + owner +
				" AND o.document = w.document)"
			fmt.Fprintf(&places, ", (SELECT o.places%s AS places%d", where, i+1)
			others.WriteString(" AND (SELECT 1" + where + " = 1") // without the places, which are not in the index
		}
		return `SELECT w.document, w.places AS places0` + places.String() + ` FROM search_word AS w
			WHERE w.token = ` + words[0] + ` AND w.student_id = ` + owner + ` AND w.document < ` + behind + ` AND CASE
				WHEN ` + seen + ` THEN TRUE` + others.String() + ` ELSE FALSE END
			ORDER BY w.document DESC LIMIT ` + limit
	}
	if who.notes == "" {
		return of("''"), args
	}
	// Each has its own limit: PostgreSQL would read and sort all documents of a word to merge the two.
	return `SELECT * FROM (` + of("''") + `) AS shared UNION ALL SELECT * FROM (` + of(args.add(who.notes)) + `) AS own
		ORDER BY document DESC LIMIT ` + limit, args
}

// errEnough ends the reading of rows.
var errEnough = errors.New("no more rows are wanted")

// eachCandidate calls do with each of them until it returns false; SQLite has then not looked for the others.
func eachCandidate(ctx context.Context, q sqldb.Querier, who *reader, tokens []string, before int64, size int,
	do func(m matched) bool,
) error {
	text, args := candidates(who, tokens, before, size)
	places := make([][]byte, len(tokens))
	m := matched{}
	into := []any{&m.number}
	for i := range places {
		into = append(into, &places[i])
	}
	err := sqldb.Each(ctx, q, "read candidates", text, args, func(row *sql.Rows) error {
		if err := row.Scan(into...); err != nil {
			return err
		}
		m.words = make(map[string][]int64, len(tokens))
		for i, token := range tokens {
			m.words[token] = decode(places[i])
		}
		if !do(m) {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
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

// probe is up to how many documents of a word are counted to find the rarest. Whatever is in more is common: beginning
// with any of these, the page is filled soon.
const probe = 200

// probes are the statements that count the documents of some words.
var probes = func() (list [maxTerms + 1]string) {
	var text strings.Builder
	for n := 1; n <= maxTerms; n++ {
		if n > 1 {
			text.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&text, `SELECT %[1]d AS n, (SELECT count(*) FROM (SELECT 1 FROM search_word WHERE token = $%[2]d
			AND student_id = '' LIMIT %[3]d) AS some%[1]d) AS documents`, n-1, n, probe)
		list[n] = text.String()
	}
	return list
}()

// rarestFirst sorts words by how many documents they are in: those of the first are looked at, and the others rule most
// of them out in this order.
func rarestFirst(ctx context.Context, q sqldb.Querier, tokens []string) ([]string, error) {
	if len(tokens) < 2 {
		return tokens, nil
	}
	documents := make(map[string]int64, len(tokens))
	var args arguments
	for _, token := range tokens {
		args.add([]byte(token))
	}
	err := sqldb.Each(ctx, q, "count documents", probes[len(tokens)], args, func(row *sql.Rows) error {
		var n int
		var count int64
		err := row.Scan(&n, &count)
		documents[tokens[n]] = count
		return err
	})
	sorted := slices.SortedStableFunc(slices.Values(tokens), func(a, b string) int {
		return cmp.Compare(documents[a], documents[b])
	})
	return sorted, err
}
