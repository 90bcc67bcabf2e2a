package watching

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

const (
	// MaxPage is the longest page that Rows answers.
	MaxPage = 1000
	// maxCount is how far Rows counts.
	maxCount = 10_000
)

// A State narrows a list down to how far students are in a lesson.
type State string

// The states. The empty one is all of them.
const (
	Never      State = "never"      // nothing of it was watched
	Started    State = "started"    // in part, and not done
	Unfinished State = "unfinished" // never or started
	Done       State = "done"
)

// condition is the state as SQL, of a table with columns that are named so.
var condition = map[State]string{
	"":         "TRUE",
	Never:      "r.seconds = 0 AND NOT r.done",
	Started:    "r.seconds > 0 AND NOT r.done",
	Unfinished: "NOT r.done",
	Done:       "r.done",
}

// The orders of a list. Within each, students follow by number and lessons by their place.
const (
	ByNumber  = "number"
	BySeconds = "seconds"
	BySeen    = "seen"
	ByLesson  = "lesson"
)

var sortColumn = map[string]string{"": "", ByNumber: "", BySeconds: "seconds", BySeen: "seen_at", ByLesson: "position"}

// A Query says which rows to list. Empty fields do not filter, but for the term: without one it is the newest
// that has rows.
type Query struct {
	Term, Course, Group, Class, Lesson string
	State                              State
	Search                             string // the beginning of a student's number or name
	Sort                               string
	Descending                         bool
	After                              string // Next of the page before
	Size                               int    // at most MaxPage; 0: MaxPage
	Uncounted                          bool   // the caller does not need Total and More
}

// A Row is one student and one lesson.
type Row struct {
	Student                        string // id
	Number, Name, NameLatin, Class string
	Course, Group                  Named
	Lesson                         Named // without code
	Position                       int   // of the lesson in its course
	Duration                       int64 // of what the lesson plays now, in ms
	Seconds                        int64
	Percent                        int
	Done                           bool
	Seen                           time.Time // zero: never opened
}

// A Page is a part of what a Query finds.
type Page struct {
	Age
	Rows  []Row
	Total int    // on all pages
	More  bool   // there are more than Total: it was not counted further
	Next  string // After of the next page; empty on the last
}

// Rows lists who has watched what, for an adviser the students of the own classes. Registrars and advisers only;
// watching.bad_cursor, watching.bad_sort.
func (s *Service) Rows(ctx context.Context, who access.Actor, query Query) (Page, error) {
	may, err := staff(who)
	if err != nil {
		return Page{}, err
	}
	return s.rows(ctx, may, query)
}

// GroupRows is the same of a group that the caller teaches: course.no_group. Teachers only.
func (s *Service) GroupRows(ctx context.Context, who access.Actor, group string, query Query) (Page, error) {
	may, row, err := s.teacher(ctx, who, group)
	if err != nil {
		return Page{}, err
	}
	query.Term, query.Course, query.Group = row.TermID, row.CourseID, group
	return s.rows(ctx, may, query)
}

// NoteExport writes into the log that a list is taken away. Registrars and advisers only.
func (s *Service) NoteExport(ctx context.Context, who access.Actor, query Query) error {
	if _, err := staff(who); err != nil {
		return err
	}
	return s.noteExport(ctx, who, query)
}

// NoteGroupExport is the same of a group that the caller teaches: course.no_group. Teachers only.
func (s *Service) NoteGroupExport(ctx context.Context, who access.Actor, group string, query Query) error {
	if _, _, err := s.teacher(ctx, who, group); err != nil {
		return err
	}
	query.Group = group
	return s.noteExport(ctx, who, query)
}

func (s *Service) noteExport(ctx context.Context, who access.Actor, query Query) error {
	after := map[string]any{}
	for name, value := range map[string]string{
		"term": query.Term, "course": query.Course, "group": query.Group, "class": query.Class, "lesson": query.Lesson,
		"state": string(query.State), "search": query.Search,
	} {
		if value != "" {
			after[name] = value
		}
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		return audit.Append(ctx, q, who,
			audit.Entry{At: s.o.Now(), Action: "watching.export", Object: "watching", After: after})
	})
}

func (s *Service) rows(ctx context.Context, may reach, query Query) (page Page, err error) {
	if query.Size <= 0 || query.Size > MaxPage {
		query.Size = MaxPage
	}
	column, known := sortColumn[query.Sort]
	if _, state := condition[query.State]; !known || !state {
		return Page{}, fault.New(fault.Invalid, "watching.bad_sort")
	}
	page.Rows = []Row{}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		if page.Age, err = s.age(ctx, q, may.group); err != nil {
			return err
		}
		if query.Term, _, err = s.termsWithRows(ctx, q, query.Term); err != nil {
			return err
		}
		where := query.filter(may)
		if !query.Uncounted {
			if page.Total, page.More, err = where.count(ctx, q); err != nil {
				return err
			}
		}
		page.Rows, page.Next, err = where.page(ctx, q, query, column)
		return err
	})
	return page, err
}

// A filter is a Query on its way to the database.
type filter struct {
	sqldb.Where
	people bool // a condition is about the student
}

func (q *Query) filter(may reach) *filter {
	f := &filter{}
	f.Add("r.term_id = ?", q.Term)
	if q.Course != "" {
		f.Add("r.course_id = ?", q.Course)
	}
	if q.Group != "" {
		f.Add("r.group_id = ?", q.Group)
	}
	if may.group != "" {
		f.Add("r.group_id = ?", may.group)
	}
	if q.Lesson != "" {
		f.Add("r.lesson_id = ?", q.Lesson)
	}
	if q.State != "" {
		f.Add(condition[q.State])
	}
	if q.Class != "" {
		f.people = true
		f.Add("s.class = ?", q.Class)
	}
	if may.limited { // by the class of today: an adviser who has lost a student sees them no more
		f.people = true
		places, classes := []string{"NULL"}, []any{}
		for _, class := range may.classes {
			places, classes = append(places, "?"), append(classes, class)
		}
		f.Add("s.class IN ("+strings.Join(places, ", ")+")", classes...)
	}
	if text := fold.Key(strings.ToValidUTF8(q.Search, "?")); text != "" {
		f.people = true
		first, end := fold.Range(text)
		f.Add("(s.number_key >= ? AND s.number_key < ? OR s.name_key >= ? AND s.name_key < ? OR s.latin_key >= ? AND "+
			"s.latin_key < ?)", first, end, first, end, first, end)
	}
	return f
}

// from is where rows are looked for, with the student where a condition needs it.
func (f *filter) from() string {
	text := "FROM watching_row AS r"
	if f.people {
		text += " JOIN student AS s ON s.id = r.student_id"
	}
	return text + " WHERE " + strings.Join(f.Conditions, " AND ")
}

func (f *filter) count(ctx context.Context, q sqldb.Querier) (n int, more bool, err error) {
	text := "SELECT count(*) FROM (SELECT 1 " + f.from() + " LIMIT " + strconv.Itoa(maxCount+1) + ") AS matching"
	if err := q.QueryRowContext(ctx, text, f.Args...).Scan(&n); err != nil {
		return 0, false, fmt.Errorf("count rows: %w", err)
	}
	return min(n, maxCount), n > maxCount, nil
}

func (f *filter) page(ctx context.Context, q sqldb.Querier, query Query,
	column string,
) (list []Row, next string, err error) {
	columns := []string{"r.number_key", "r.position", "r.lesson_id", "r.group_id"}
	if column != "" {
		columns = append([]string{"r." + column}, columns...)
	}
	direction, than := "", ">"
	if query.Descending {
		direction, than = " DESC", "<"
	}
	if query.After != "" {
		last, err := readCursor(query.After, column != "")
		if err != nil {
			return nil, "", err
		}
		f.Add("("+strings.Join(columns,
			", ")+") "+than+" ("+strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")+")", last...)
	}
	order := " ORDER BY " + strings.Join(columns, direction+", ") + direction
	// What is shown beside the rows is looked up for those on the page alone.
	text := `SELECT r.student_id, COALESCE(p.number, ''), COALESCE(p.name, ''),
		COALESCE(p.name_latin, ''), COALESCE(p.class, ''),
		r.course_id, COALESCE(c.code, ''), COALESCE(c.name, ''), COALESCE(c.name_en, ''), r.group_id, COALESCE(g.code, ''),
		COALESCE(g.name, ''), COALESCE(g.name_en, ''),
		r.lesson_id, COALESCE(l.title, ''), COALESCE(l.title_en, ''), r.position, COALESCE(a.duration_ms, 0), r.seconds,
		r.percent, r.done, r.seen_at, r.number_key,
		p.id IS NOT NULL AND l.id IS NOT NULL AND c.id IS NOT NULL AND g.id IS NOT NULL
	FROM (SELECT r.* ` + f.from() + order + " LIMIT " + strconv.Itoa(query.Size+1) + `) AS r
	LEFT JOIN student AS p ON p.id = r.student_id
	LEFT JOIN lesson AS l ON l.id = r.lesson_id
	LEFT JOIN course AS c ON c.id = r.course_id
	LEFT JOIN course_group AS g ON g.id = r.group_id
	LEFT JOIN asset AS a ON a.lesson_id = r.lesson_id AND a.current` + order
	list = make([]Row, 0, query.Size)
	read := 0
	err = sqldb.Each(ctx, q, "list rows", text, f.Args, func(row *sql.Rows) error {
		if read++; read > query.Size {
			return nil
		}
		var one Row
		var seen int64
		var there bool
		var number []byte
		err := row.Scan(&one.Student, &one.Number, &one.Name, &one.NameLatin, &one.Class, &one.Course.ID, &one.Course.Code,
			&one.Course.Name, &one.Course.NameEn, &one.Group.ID, &one.Group.Code, &one.Group.Name, &one.Group.NameEn,
			&one.Lesson.ID, &one.Lesson.Name, &one.Lesson.NameEn, &one.Position, &one.Duration, &one.Seconds, &one.Percent,
			&one.Done, &seen, &number, &there)
		one.Seen = sqldb.Instant(seen)
		if there { // what was deleted since it was computed is passed over
			list = append(list, one)
		}
		sorted := map[string]int64{"seconds": one.Seconds, "seen_at": seen, "position": int64(one.Position)}[column]
		next = cursor(sorted, number, one.Position, one.Lesson.ID, one.Group.ID)
		return err
	})
	if read <= query.Size {
		next = ""
	}
	return list, next, err
}

// A cursor is what the last row of a page is sorted by.
func cursor(sorted int64, number []byte, position int, lesson, group string) string {
	parts := []string{strconv.FormatInt(sorted, 10), hex.EncodeToString(number), strconv.Itoa(position), lesson, group}
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(parts, "\n")))
}

func readCursor(text string, sorted bool) ([]any, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	parts := strings.Split(strings.ToValidUTF8(strings.ReplaceAll(string(raw), "\x00", ""), ""), "\n")
	if err != nil || len(parts) != 5 {
		return nil, fault.New(fault.Invalid, "watching.bad_cursor")
	}
	first, errFirst := strconv.ParseInt(parts[0], 10, 64)
	number, errNumber := hex.DecodeString(parts[1])
	position, errPosition := strconv.ParseInt(parts[2], 10, 64)
	if errors.Join(errFirst, errNumber, errPosition) != nil {
		return nil, fault.New(fault.Invalid, "watching.bad_cursor")
	}
	last := []any{number, position, parts[3], parts[4]}
	if sorted {
		last = append([]any{first}, last...)
	}
	return last, nil
}
