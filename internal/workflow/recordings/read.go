package recordings

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/recordings/filename"
)

type group struct{ id, code, course, term string }

type courseRow struct{ id, code, name, nameEn string }

type lesson struct {
	id, course, title, titleEn, class string
	position                          int
	published                         bool
	beside                            bool   // an additional recording of its class, not the main one
	plays                             string // name of the file it plays, or empty
}

// snapshot is the data that files are matched against, read in one transaction.
type snapshot struct {
	zone     *time.Location
	today    civil.Date
	terms    []timetable.Term
	names    *filename.Reader
	courses  map[string]courseRow // by id
	byCode   map[string][]string  // group ids by code; a course's code means all of its groups
	courseOf map[string]string    // by code of a course or group
	groups   map[string]group
	classes  []timetable.Class
	byDay    map[civil.Date][]int // by actual and by original day
	rooms    []roomName
	roomByID map[string]timetable.Room
	teachers map[string][]string // ids by name
	lessons  map[string][]lesson // by course, in order
	ofClass  map[string]lesson   // by class
	known    []known
}

type known struct {
	Known
	file        string
	size        int64
	fingerprint string
	modified    int64
	account     string
}

func (s *Service) read(ctx context.Context, who access.Actor, days []civil.Date) (*snapshot, error) {
	x := &snapshot{
		zone: s.o.Timetables.Zone(), today: s.o.Timetables.Today(), courses: map[string]courseRow{},
		byCode: map[string][]string{}, courseOf: map[string]string{}, groups: map[string]group{},
		byDay: map[civil.Date][]int{}, roomByID: map[string]timetable.Room{}, teachers: map[string][]string{},
		lessons: map[string][]lesson{}, ofClass: map[string]lesson{},
	}
	err := s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		for _, read := range []func(context.Context, sqldb.Querier) error{x.readCourses, x.readPlaces, x.readLessons} {
			if err := read(ctx, q); err != nil {
				return err
			}
		}
		if err := x.readKnown(ctx, q, who.Account); err != nil {
			return err
		}
		return s.readClasses(ctx, q, x, days)
	})
	return x, err
}

func (x *snapshot) readCourses(ctx context.Context, q sqldb.Querier) error {
	var c courseRow
	var codes []string
	err := scan(ctx, q, `SELECT id, code, name, name_en FROM course ORDER BY code`,
		[]any{&c.id, &c.code, &c.name, &c.nameEn}, func() {
			x.courses[c.id], x.courseOf[c.code] = c, c.id
			codes = append(codes, c.code)
		})
	if err != nil {
		return err
	}
	var g group
	err = scan(ctx, q, `SELECT id, code, course_id, term_id FROM course_group
		ORDER BY code, id`, []any{&g.id, &g.code, &g.course, &g.term}, func() {
		x.groups[g.id] = g
		if x.courseOf[g.code] == "" {
			x.courseOf[g.code] = g.course
			codes = append(codes, g.code)
		}
		x.byCode[g.code] = append(x.byCode[g.code], g.id)
		if code := x.courses[g.course].code; code != g.code {
			x.byCode[code] = append(x.byCode[code], g.id)
		}
	})
	x.names = filename.NewReader(codes, x.today)
	return err
}

func (x *snapshot) readPlaces(ctx context.Context, q sqldb.Querier) error {
	var r timetable.Room
	err := scan(ctx, q, `SELECT id, name, name_en, building FROM room`,
		[]any{&r.ID, &r.Name, &r.NameEn, &r.Building}, func() {
			x.roomByID[r.ID] = r
			x.rooms = append(x.rooms, newRoomName(r))
		})
	if err != nil {
		return err
	}
	var id, name string
	return scan(ctx, q, `SELECT id, name FROM teacher`, []any{&id, &name}, func() {
		if len([]rune(name)) > 1 {
			x.teachers[name] = append(x.teachers[name], id)
		}
	})
}

func (x *snapshot) readLessons(ctx context.Context, q sqldb.Querier) error {
	var l lesson
	return scan(ctx, q, `SELECT l.id, l.course_id, l.position, l.title, l.title_en, l.class_id,
		l.published, l.beside, COALESCE(a.file, '')
		FROM lesson AS l LEFT JOIN asset AS a ON a.lesson_id = l.id AND a.current ORDER BY l.course_id, l.position, l.id`,
		[]any{&l.id, &l.course, &l.position, &l.title, &l.titleEn, &l.class, &l.published, &l.beside, &l.plays}, func() {
			x.lessons[l.course] = append(x.lessons[l.course], l)
			if _, taken := x.ofClass[l.class]; l.class != "" && !l.beside && !taken {
				x.ofClass[l.class] = l
			}
		})
}

// readKnown reads the stored recordings and the uploads in progress.
func (x *snapshot) readKnown(ctx context.Context, q sqldb.Querier, account string) error {
	var k known
	var created int64
	put := func() {
		k.Created, k.Mine = time.UnixMilli(created), k.account == account
		x.known = append(x.known, k)
	}
	err := scan(ctx, q, `SELECT a.id, a.file, a.size, a.fingerprint, a.modified_at,
		a.account_id, a.created_at, a.lesson_id,
		COALESCE(l.title, ''), COALESCE(c.code, ''), COALESCE(u.name, '')
		FROM asset AS a LEFT JOIN lesson AS l ON l.id = a.lesson_id LEFT JOIN course AS c ON c.id = l.course_id LEFT
		JOIN account AS u ON u.id = a.account_id
		WHERE a.deleted_at = 0 AND a.state NOT IN ('failed', 'cancelled')
			AND NOT EXISTS (SELECT 1 FROM removed_lesson AS r WHERE r.id = a.lesson_id)`,
		[]any{
			&k.Asset, &k.file, &k.size, &k.fingerprint, &k.modified, &k.account, &created, &k.Lesson,
			&k.Title, &k.Code, &k.By,
		}, put)
	if err != nil {
		return err
	}
	k = known{}
	err = scan(ctx, q, `SELECT p.id, p.asset_id, p.file, p.size, p.fingerprint, p.modified_at,
		p.account_id, p.created_at, a.lesson_id,
		COALESCE(l.title, ''), COALESCE(c.code, ''), COALESCE(u.name, '')
		FROM asset_part AS p JOIN asset AS a ON a.id = p.asset_id LEFT JOIN lesson AS l ON l.id = a.lesson_id LEFT
		JOIN course AS c ON c.id = l.course_id
		LEFT JOIN account AS u ON u.id = p.account_id
		WHERE p.source <> '' AND a.deleted_at = 0 AND a.state NOT IN ('failed', 'cancelled')
			AND NOT EXISTS (SELECT 1 FROM removed_lesson AS r WHERE r.id = a.lesson_id)`,
		[]any{
			&k.Asset, &k.Joined, &k.file, &k.size, &k.fingerprint, &k.modified, &k.account, &created, &k.Lesson,
			&k.Title, &k.Code, &k.By,
		}, put)
	if err != nil {
		return err
	}
	k = known{}
	var to media.Target
	return scan(ctx, q, `SELECT p.id, p.file, p.size, p.fingerprint, p.modified_at, p.account_id, p.created_at,
		COALESCE(ja.lesson_id, p.lesson_id), p.course_id, p.title, p.title_en, p.group_id,
		p.class_id, p.beside, p.publish, COALESCE(u.name, ''), COALESCE(j.asset_id, '')
		FROM upload AS p LEFT JOIN asset_part AS j ON j.id = p.id LEFT JOIN asset AS ja ON ja.id = j.asset_id
		LEFT JOIN account AS u ON u.id = p.account_id WHERE p.asset_id = '' AND p.expires_at > 0`,
		[]any{
			&k.Upload, &k.file, &k.size, &k.fingerprint, &k.modified, &k.account, &created, &to.Lesson, &to.Course,
			&to.Title, &to.TitleEn, &to.Group, &to.Class, &to.Beside, &to.Publish, &k.By, &k.Joined,
		}, func() {
			k.To, k.Lesson, k.Title, k.Code = to, to.Lesson, to.Title, x.courses[to.Course].code
			put()
		})
}

// readClasses expands the terms of the days, and the current term.
func (s *Service) readClasses(ctx context.Context, q sqldb.Querier, x *snapshot, days []civil.Date) (err error) {
	if x.terms, err = s.o.Timetables.TermsIn(ctx, q); err != nil {
		return err
	}
	current, _ := timetable.CurrentTerm(x.terms, x.today)
	for _, term := range x.terms {
		wanted := term.ID == current.ID
		for _, day := range days {
			wanted = wanted || term.Contains(day)
		}
		if !wanted {
			continue
		}
		whole, err := s.o.Timetables.WholeTerm(ctx, q, term.ID)
		if err != nil {
			return err
		}
		x.classes = append(x.classes, whole.Classes()...)
	}
	for i := range x.classes {
		c := &x.classes[i]
		x.byDay[c.Place.Day] = append(x.byDay[c.Place.Day], i)
		if c.Was != nil && c.Was.Day != c.Place.Day {
			x.byDay[c.Was.Day] = append(x.byDay[c.Was.Day], i)
		}
	}
	return nil
}

// inTerm reports whether a day is in a term and not in the future.
func (x *snapshot) inTerm(day civil.Date) bool {
	if day.After(x.today.AddDays(1)) { // a camera may be a time zone ahead
		return false
	}
	for _, term := range x.terms {
		if term.Contains(day) {
			return true
		}
	}
	return false
}

func scan(ctx context.Context, q sqldb.Querier, statement string, places []any, put func()) error {
	return sqldb.Each(ctx, q, "read what files are compared with", statement, nil, func(row *sql.Rows) error {
		if err := row.Scan(places...); err != nil {
			return err
		}
		put()
		return nil
	})
}

// roomName is a room's name as it may occur in file names.
type roomName struct {
	id       string
	building string   // squashed, or empty
	whole    []string // squashed names
	number   string   // its last word, such as a305
}

func newRoomName(r timetable.Room) roomName {
	out := roomName{id: r.ID, building: squash(r.Building)}
	for _, name := range []string{r.Name, r.NameEn} {
		if whole := squash(name); len(whole) >= 4 {
			out.whole = append(out.whole, whole)
		}
		words := strings.Fields(name)
		if len(words) > 0 && out.number == "" && strings.ContainsAny(words[len(words)-1], "0123456789") {
			out.number = strings.ToLower(words[len(words)-1])
		}
	}
	return out
}

// squash keeps only letters and digits, in lower case, so that LectureHall equals Lecture Hall.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t_-.·()（）[]【】#", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}
