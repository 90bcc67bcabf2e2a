package desk_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// searched is a college with courses, groups of three terms, teachers and rooms, written as imports and pages do.
type searched struct {
	*testing.T
	db         *sqldb.DB
	courses    *course.Service
	timetables *timetable.Service
	groups     []course.Group
	texts      map[string][]string // by kind and id: the texts it is found by
}

func newSearched(t *testing.T, db *sqldb.DB) *searched {
	t.Helper()
	now := func() time.Time { return noon }
	s := &searched{
		T: t, db: db, courses: course.New(db, now, time.UTC), texts: map[string][]string{},
		timetables: timetable.New(db, now, time.UTC,
			func(context.Context, sqldb.Querier, access.Actor, []timetable.News) error { return nil }),
	}
	dbtest.Exec(t, db, `INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北校区', 'North', 1)`)
	for _, term := range []string{"2025-autumn", "2026-autumn", "2026-spring"} {
		dbtest.Exec(t, db, `INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
			VALUES ($1, $1, '', '2026-09-07', 739866, 16)`, term)
		for n := range 3 {
			s.groups = append(s.groups,
				course.Group{Course: "c1", Term: term, Code: fmt.Sprint("MKT_1-0", n+1), Name: fmt.Sprint("营销 0", n+1, " 班")})
		}
	}
	err := db.Write(t.Context(), func(q sqldb.Querier) error {
		courses := []course.Course{
			{ID: "c1", Code: "MKT_1", Name: "市场营销", NameEn: "Marketing"},
			{ID: "c2", Code: "LAW201", Name: "经济法", NameEn: "Business Law"},
		}
		teachers := []course.Teacher{
			{ID: "t1", Number: "T7", Name: "王伟", NameEn: "Wang Wei"},
			{ID: "t2", Name: "Grace O’Neill"},
		}
		_, err := s.courses.PutTeachers(t.Context(), q, access.System(), teachers)
		if err == nil {
			_, err = s.courses.PutCourses(t.Context(), q, access.System(), courses)
		}
		if err == nil {
			_, err = s.courses.PutGroups(t.Context(), q, access.System(), s.groups)
		}
		if err == nil {
			_, err = s.timetables.PutRoom(t.Context(), q, access.System(),
				timetable.Room{ID: "r1", Campus: "north", Name: "明德楼 A101", NameEn: "Mingde Hall A101"})
		}
		for _, c := range courses {
			s.texts["course "+c.ID] = []string{c.Code, c.Name, c.NameEn}
		}
		for _, one := range teachers {
			s.texts["teacher "+one.ID] = []string{one.Number, one.Name, one.NameEn}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.texts["room r1"] = []string{"明德楼 A101", "Mingde Hall A101"}
	for _, g := range s.groups {
		s.texts["group "+g.ID] = []string{g.Code, g.Name}
	}
	return s
}

func (s *searched) found(text string) (list []string) {
	s.Helper()
	found, err := newDesk(s.db).Search(s.Context(), access.System(), text)
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range found {
		list = append(list, f.Kind+" "+f.ID)
	}
	return list
}

// compare searches for every part of every text and expects exactly the rows that contain it.
func (s *searched) compare() {
	s.Helper()
	tried := map[string]bool{}
	for _, texts := range s.texts {
		for _, text := range texts {
			runes := []rune(text)
			for from := range runes {
				for until := from + 1; until <= len(runes); until++ {
					tried[string(runes[from:until])] = true
				}
			}
		}
	}
	for part := range tried {
		if fold.Key(part) == "" {
			continue
		}
		want := map[string]int{}
		var have []string
		for thing, texts := range s.texts {
			if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(fold.Key(text), fold.Key(part)) }) {
				kind, _, _ := strings.Cut(thing, " ")
				want[kind] = min(want[kind]+1, 6)
				have = append(have, thing)
			}
		}
		got := map[string]int{}
		for _, thing := range s.found(part) {
			kind, _, _ := strings.Cut(thing, " ")
			if got[kind]++; !slices.Contains(have, thing) {
				s.Errorf("%q found %s", part, thing)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			s.Errorf("%q (-want +got):\n%s", part, diff)
		}
	}
}

func TestSearch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newSearched(t, db)
		s.compare()
		for text, want := range map[string][]string{
			"ｔ７": {"teacher t1"}, "%": nil, " ": nil, "!": nil, "-": nil,
			"o'neill": {"teacher t2"}, "LAW 201": {"course c2"},
		} {
			if diff := cmp.Diff(want, s.found(text)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", text, diff)
			}
		}
		// Of nine groups six are shown, those of the later terms.
		found, err := newDesk(db).Search(t.Context(), access.System(), "mkt_1-0")
		var shown []string
		for _, f := range found {
			if f.Kind == "group" {
				shown = append(shown, f.Code+" "+f.Where)
			}
		}
		slices.Sort(shown)
		want := []string{
			"MKT_1-01 2026-autumn", "MKT_1-01 2026-spring", "MKT_1-02 2026-autumn", "MKT_1-02 2026-spring",
			"MKT_1-03 2026-autumn", "MKT_1-03 2026-spring",
		}
		if diff := cmp.Diff(want, shown); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

func TestSearchAfterAChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newSearched(t, db)
		changed := s.groups[0]
		changed.Code = "ACC101-1"
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := s.courses.PutGroups(t.Context(), q, access.System(), []course.Group{changed})
			if err == nil {
				_, err = s.timetables.PutRoom(t.Context(), q, access.System(),
					timetable.Room{ID: "r1", Campus: "north", Name: "B7"})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.texts["group "+changed.ID] = []string{changed.Code, changed.Name}
		s.texts["room r1"] = []string{"B7"}
		s.compare()
		for _, gone := range []string{"A101", "Mingde"} {
			if got := s.found(gone); len(got) > 0 {
				t.Errorf("%q found %v", gone, got)
			}
		}
		dbtest.Exec(t, db, `DELETE FROM lookup`) // as if all rows were older than the index
		for _, fill := range []func(context.Context) error{s.courses.IndexAll, s.timetables.IndexAll} {
			if err := fill(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.compare()
	})
}
