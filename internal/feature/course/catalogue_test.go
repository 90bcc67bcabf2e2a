package course_test

import (
	"strconv"
	"testing"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"

	"github.com/google/go-cmp/cmp"
)

// The database does the searching, filtering and paging.
func TestFindCourses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for i := range 5 {
			n := strconv.Itoa(i)
			dbtest.Exec(t, db, `INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
				VALUES ($1, $2, $3, 'Physics', 20, '', '')`, "p"+n, "ZP"+n, "物理"+n)
		}
		find := func(query course.CatalogueQuery) (codes string, page course.CataloguePage) {
			t.Helper()
			if query.Size == 0 {
				query.Size = 50
			}
			page, err := h.FindCourses(t.Context(), access.System(), query)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range page.Items {
				codes += c.Code + " "
			}
			return codes, page
		}
		all, page := find(course.CatalogueQuery{})
		if page.Total != len(page.Items) || page.Total < 6 {
			t.Fatalf("%s %d", all, page.Total)
		}
		own := page.Items[0].Code
		for _, tc := range []struct {
			query course.CatalogueQuery
			want  string
		}{
			{course.CatalogueQuery{Search: "ｚｐ3"}, "ZP3 "},
			{course.CatalogueQuery{Search: "物理4"}, "ZP4 "},
			{course.CatalogueQuery{Search: "physics", Size: 2}, "ZP0 ZP1 "},
			{course.CatalogueQuery{Search: "physics", Size: 2, After: "ZP1"}, "ZP2 ZP3 "},
			{course.CatalogueQuery{Search: "physics", Size: 2, After: "ZP3"}, "ZP4 "},
			{course.CatalogueQuery{Search: "wang f"}, own + " "},
			{course.CatalogueQuery{Search: "%"}, ""},
			{course.CatalogueQuery{Term: "2026-autumn"}, own + " "},
			{course.CatalogueQuery{Term: "1999"}, ""},
		} {
			if got, _ := find(tc.query); got != tc.want {
				t.Errorf("%+v: %q, want %q", tc.query, got, tc.want)
			}
		}
		if _, page := find(course.CatalogueQuery{Search: "physics", Size: 2}); page.Next != "ZP1" || page.Total != 5 {
			t.Errorf("%+v", page)
		}
		_, page = find(course.CatalogueQuery{Term: "2026-autumn"})
		if got := page.Items[0]; got.Groups != 1 || got.Students != 1 || len(got.Teachers) == 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestGroupsOfACourseAndTheirStudents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		groups, err := h.GroupsOf(t.Context(), access.System(), h.course)
		if err != nil || len(groups) != 2 {
			t.Fatalf("%+v, %v", groups, err)
		}
		students := map[string]int{}
		for _, g := range groups {
			students[g.ID] = g.Students
		}
		if students[h.group] != 1 {
			t.Errorf("%v", students)
		}
		for i, id := range []string{"lin", "zhou"} {
			dbtest.Exec(t, db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id,
				programme_code, class, entry_year, study_mode,
				status, graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email,
				address, number_key, name_key, latin_key, created_at, updated_at)
				VALUES ($1, $1, $2, $1, '', '', '', '', '', '', 'A', 2026, '', 'enrolled', '', '', 0, 0, '', '', '', '', '', $3, $3,
				$3, 0, 0)`, id, "N"+strconv.Itoa(i), []byte(id))
		}
		var got []course.Member
		for after := ""; ; {
			list, next, err := h.ClassList(t.Context(), access.System(), h.group, after, 1)
			if err != nil || len(list) != 1 {
				t.Fatalf("%+v, %v", list, err)
			}
			got = append(got, list...)
			if after = next; next == "" {
				break
			}
		}
		want := []course.Member{
			{ID: "lin", Number: "N0", Name: "lin", Class: "A", State: course.Confirmed},
			{ID: "zhou", Number: "N1", Name: "zhou", Class: "A", State: course.Pending},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		_, noCourse := h.GroupsOf(t.Context(), access.System(), "none")
		_, _, noGroup := h.ClassList(t.Context(), access.System(), "none", "", 1)
		adviser := access.Actor{Account: "a", Role: access.Staff, Scope: access.Adviser, Classes: "A"}
		_, forbidden := h.FindCourses(t.Context(), adviser, course.CatalogueQuery{Size: 1})
		_, _, forbiddenToo := h.ClassList(t.Context(), adviser, h.group, "", 1)
		for err, code := range map[error]string{
			noCourse: "course.no_course", noGroup: "course.no_group",
			forbidden: "access.forbidden", forbiddenToo: "access.forbidden",
		} {
			if fault.Code(err) != code {
				t.Errorf("%v, want %s", err, code)
			}
		}
	})
}
