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
	// MaxPage is the largest page size.
	MaxPage = 1000
	// maxCount is the number at which counting stops.
	maxCount = 10_000
)

// State filters rows by how much of the lesson the student has watched.
type State string

// The states; empty means all.
const (
	Never      State = "never"      // nothing watched
	Started    State = "started"    // watched in part, not done
	Unfinished State = "unfinished" // never or started
	Done       State = "done"
)

// condition is the SQL condition of each state.
var condition = map[State]string{
	"":         "TRUE",
	Never:      "r.seconds = 0 AND NOT r.done",
	Started:    "r.seconds > 0 AND NOT r.done",
	Unfinished: "NOT r.done",
	Done:       "r.done",
}

// The sort orders. Equal rows are ordered by student number and lesson position.
const (
	ByNumber  = "number"
	BySeconds = "seconds"
	BySeen    = "seen"
	ByLesson  = "lesson"
)

var sortColumn = map[string]string{"": "", ByNumber: "", BySeconds: "seconds", BySeen: "seen_at", ByLesson: "position"}

// Query selects rows. Empty fields don't filter, except that an empty term means the newest with rows.
type Query struct {
	Term, Course, Group, Class, Lesson string
	State                              State
	Search                             string // prefix of a student's number or name
	Sort                               string
	Descending                         bool
	After                              string // Next of the previous page
	Size                               int    // at most MaxPage; 0: MaxPage
	Uncounted                          bool   // Total and More aren't needed
}

// Row is one student's progress in one lesson.
type Row struct {
	Student                        string
	Number, Name, NameLatin, Class string
	Course, Group                  Named
	Lesson                         Named // without code
	Position                       int   // in the course
	Duration                       int64 // of the recording when this was computed, in ms
	Seconds                        int64
	Percent                        int
	Done                           bool
	Seen                           time.Time // zero: never opened
	// What the student watched of an earlier recording, which was replaced by one of another length.
	EarlierPercent int
	EarlierSeen    time.Time // zero: none
}

// Page is one page of a Query.
type Page struct {
	Age
	Rows  []Row
	Total int    // on all pages
	More  bool   // counting stopped at Total
	Next  string // After for the next page; empty on the last
}

// Rows lists who has watched what; advisers see the students of their classes. Registrars and advisers only.
// Errors: watching.bad_cursor, watching.bad_sort.
func (s *Service) Rows(ctx context.Context, who access.Actor, query Query) (Page, error) {
	may, err := staff(who)
	if err != nil {
		return Page{}, err
	}
	return s.rows(ctx, may, query)
}

// GroupRows is Rows for a group that the caller teaches. Teachers only. Error: course.no_group.
func (s *Service) GroupRows(ctx context.Context, who access.Actor, group string, query Query) (Page, error) {
	may, row, err := s.teacher(ctx, who, group)
	if err != nil {
		return Page{}, err
	}
	query.Term, query.Course, query.Group = row.TermID, row.CourseID, group
	return s.rows(ctx, may, query)
}

// NoteExport records an export of rows in the audit log. Registrars and advisers only.
func (s *Service) NoteExport(ctx context.Context, who access.Actor, query Query) error {
	if _, err := staff(who); err != nil {
		return err
	}
	return s.noteExport(ctx, who, query)
}

// NoteGroupExport is NoteExport for a group that the caller teaches. Teachers only. Error: course.no_group.
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
	err = s.o.DB.ReadSlow(ctx, func(q sqldb.Querier) error {
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

// filter is the SQL form of a Query.
type filter struct {
	sqldb.Where
	people bool // a condition uses the student table
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
	if may.limited { // by current class: advisers lose access to students who leave theirs
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

// from returns the FROM and WHERE clauses, with a join on student if needed.
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
	// The details are looked up only for the rows of the page.
	text := `SELECT r.student_id, COALESCE(p.number, ''), COALESCE(p.name, ''),
		COALESCE(p.name_latin, ''), COALESCE(p.class, ''),
		r.course_id, COALESCE(c.code, ''), COALESCE(c.name, ''), COALESCE(c.name_en, ''), r.group_id, COALESCE(g.code, ''),
		COALESCE(g.name, ''), COALESCE(g.name_en, ''),
		r.lesson_id, COALESCE(l.title, ''), COALESCE(l.title_en, ''), r.position, COALESCE((SELECT MAX(n.duration_ms)
			FROM watching_count AS n WHERE n.group_id = r.group_id AND n.lesson_id = r.lesson_id), 0),
		r.seconds, r.percent, r.done, r.seen_at,
		COALESCE((SELECT MAX(e.percent) FROM watching_earlier AS e WHERE e.student_id = r.student_id
			AND e.lesson_id = r.lesson_id), 0), COALESCE((SELECT MAX(e.at) FROM watching_earlier AS e
			WHERE e.student_id = r.student_id AND e.lesson_id = r.lesson_id), 0), r.number_key,
		p.id IS NOT NULL AND l.id IS NOT NULL AND c.id IS NOT NULL AND g.id IS NOT NULL
	FROM (SELECT r.* ` + f.from() + order + " LIMIT " + strconv.Itoa(query.Size+1) + `) AS r
	LEFT JOIN student AS p ON p.id = r.student_id
	LEFT JOIN lesson AS l ON l.id = r.lesson_id
	LEFT JOIN course AS c ON c.id = r.course_id
	LEFT JOIN course_group AS g ON g.id = r.group_id` + order
	list = make([]Row, 0, query.Size)
	read := 0
	err = sqldb.Each(ctx, q, "list rows", text, f.Args, func(row *sql.Rows) error {
		if read++; read > query.Size {
			return nil
		}
		var one Row
		var seen, earlier int64
		var there bool
		var number []byte
		err := row.Scan(&one.Student, &one.Number, &one.Name, &one.NameLatin, &one.Class, &one.Course.ID, &one.Course.Code,
			&one.Course.Name, &one.Course.NameEn, &one.Group.ID, &one.Group.Code, &one.Group.Name, &one.Group.NameEn,
			&one.Lesson.ID, &one.Lesson.Name, &one.Lesson.NameEn, &one.Position, &one.Duration, &one.Seconds, &one.Percent,
			&one.Done, &seen, &one.EarlierPercent, &earlier, &number, &there)
		one.Seen, one.EarlierSeen = sqldb.Instant(seen), sqldb.Instant(earlier)
		if there { // skip what was deleted since the computation
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

// cursor encodes the sort key of a page's last row.
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
