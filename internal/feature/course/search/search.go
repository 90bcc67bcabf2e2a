// Package search owns the index of what is said and written in lectures: captions, chapters, titles, file names, and
// students' notes. Packages course and media own the content and say, in the transaction that changes it, which lesson
// or note to index again. Start at Service.Find, then Service.IndexLesson.
//
// Chinese has no spaces between words, so it is indexed by characters and pairs of neighbours with their positions: a
// phrase is where its pairs are adjacent. Other words are indexed completely and by their prefixes.
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

// A Kind is the kind of a result.
type Kind string

// The kinds in display order.
const (
	Title   Kind = "title"
	Chapter Kind = "chapter"
	File    Kind = "file"
	Note    Kind = "note"
	Caption Kind = "caption"
)

// ranks orders the kinds: higher ones first.
var ranks = map[Kind]int64{Title: 5, Chapter: 4, File: 3, Note: 2, Caption: 1}

// A Service searches and maintains the index. It is safe for concurrent use, also by several nodes.
type Service struct {
	database *sqldb.DB
	jobs     *job.Queue
	now      func() time.Time
	zone     *time.Location
}

// New makes a service with the college's time zone.
func New(database *sqldb.DB, jobs *job.Queue, now func() time.Time, zone *time.Location) *Service {
	return &Service{database, jobs, now, zone}
}

// A Found is a document that matches: the captions of a lesson in one language, its title, one note …
type Found struct {
	Kind           Kind
	Lesson         string
	Position       int // of the lesson in its course
	Title, TitleEn string
	Course, Code   string
	Name, NameEn   string // of the course
	Language       string // of captions
	Count          int    // how many of its lines match
	Hits           []Hit  // the first maxHits of them
}

// A Hit is a matching line and its time in the recording.
type Hit struct {
	At   time.Duration
	Text string
}

// A Page is a page of results.
type Page struct {
	Found []Found
	Next  string // After of the next page; empty on the last
}

const (
	// PageSize is the number of results per page.
	PageSize = 10
	maxHits  = 3
)

// maxLooked limits how many documents with all words of a search are checked per page. The words may not be adjacent in
// them, and common words that rarely are would take long. Such a page is short, or empty, and the next one continues
// where it ended.
const (
	maxLooked = 32
	lookSize  = 16
)

// lookAt is how many documents one statement reads. A single word always matches. A phrase mostly does, so half of them
// usually fill the page. For several phrases all are read at once, because starting again costs more than reading on.
func lookAt(phrases []phrase, tokens []string) int {
	switch {
	case len(tokens) == 1:
		return PageSize + 1
	case len(phrases) == 1:
		return lookSize
	}
	return maxLooked
}

// Find searches everything the caller may see: staff who look after recordings everything, students what is published
// in their courses, teachers what is published of their groups, everyone published previews, and students their own
// notes. after is Next of the previous page.
func (s *Service) Find(ctx context.Context, who access.Actor, text, after string) (Page, error) {
	before, err := cursor(after)
	if err != nil {
		return Page{}, err
	}
	phrases := parse(text)
	if len(phrases) == 0 {
		return Page{}, nil
	}
	// Separate prepared statements. A document that is reindexed between them loses its lines, and the next search
	// finds it.
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

// collect fills a page with documents that contain the phrases, and returns where the next one starts.
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

// cursor returns the document number after which a page starts.
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

// candidates builds the statement that reads the next documents with all words, at any position: shared ones, and the
// reader's own notes. It scans the documents of the first word, newest first, up to the limit. CASE checks the other
// words only in documents that the reader may see.
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
			others.WriteString(" AND (SELECT 1" + where + " = 1") // not the positions, which aren't in the index
		}
		return `SELECT w.document, w.places AS places0` + places.String() + ` FROM search_word AS w
			WHERE w.token = ` + words[0] + ` AND w.student_id = ` + owner + ` AND w.document < ` + behind + ` AND CASE
				WHEN ` + seen + ` THEN TRUE` + others.String() + ` ELSE FALSE END
			ORDER BY w.document DESC LIMIT ` + limit
	}
	if who.notes == "" {
		return of("''"), args
	}
	// Each with its own limit: PostgreSQL would read and sort all documents of a word to merge the two.
	return `SELECT * FROM (` + of("''") + `) AS shared UNION ALL SELECT * FROM (` + of(args.add(who.notes)) + `) AS own
		ORDER BY document DESC LIMIT ` + limit, args
}

// errEnough stops the reading of rows.
var errEnough = errors.New("no more rows are wanted")

// eachCandidate calls do for each candidate until it returns false; SQLite then doesn't look for the rest.
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

// tokensOf lists the distinct tokens of phrases.
func tokensOf(phrases []phrase) (list []string) {
	for _, p := range phrases {
		for _, t := range p {
			list = append(list, t.token)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// probe is how many documents of a word are counted at most to find the rarest. More than that is common: starting with
// any of these, the page fills quickly.
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

// rarestFirst sorts words by the number of their documents: those of the first are read, and the others rule out most
// of them in this order.
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
