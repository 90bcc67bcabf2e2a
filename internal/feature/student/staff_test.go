package student_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestCreateRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		create(t, s, student.Changes{student.FieldPhone: "13800000001", student.FieldNationalID: linID})
		for _, tc := range []struct {
			name    string
			changes student.Changes
			code    string
		}{
			{"no name", student.Changes{student.FieldNumber: "2"}, "student.field_required"},
			{"blank number", student.Changes{student.FieldNumber: " ", student.FieldName: "x"}, "student.field_required"},
			{"number of another", student.Changes{
				student.FieldNumber: "２０２４０１０００１",
				student.FieldName:   "x",
			}, "student.number_taken"},
			{"phone of another", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldPhone: "0086-138-0000-0001",
			}, "student.phone_taken"},
			{"national ID of another", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldNationalID: strings.ToLower(linID),
			}, "student.national_id_taken"},
			{"wrong check digit", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldNationalID: "310115200503141181",
			}, "nationalid.check"},
			{"born tomorrow", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldNationalID: "31011520260908002X",
			}, "nationalid.birth"},
			{"no such programme", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldProgramme: "LAW",
			}, "student.no_programme"},
			{"status", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldStatus: "here",
			}, "student.bad_choice"},
			{"year", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldEntryYear: "24",
			}, "student.bad_year"},
			{"credits", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldCreditsEarned: "NaN",
			}, "student.bad_credits"},
			{"credits in hundredths", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldCreditsEarned: "1.25",
			}, "student.bad_credits"},
			{
				"date",
				student.Changes{student.FieldNumber: "2", student.FieldName: "x", student.FieldGraduation: "2028-02-30"},
				"student.bad_date",
			},
			{"[3.9] region that is nowhere", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldNativePlace: "999999",
			}, "student.bad_region"},
			{"region", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldNativePlace: "Pudong",
			}, "student.bad_region"},
			{"phone", student.Changes{
				student.FieldNumber: "2", student.FieldName: "x",
				student.FieldPhone: "23800000001",
			}, "student.bad_phone"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				_, err := s.Create(t.Context(), access.System(), tc.changes)
				if fault.Code(err) != tc.code {
					t.Errorf("%v; want %s", err, tc.code)
				}
				if strings.HasSuffix(tc.code, "_taken") && fault.All(err)[0].Params["name"] != "林晓雨" {
					t.Errorf("%v doesn't name the other student", err)
				}
				for _, lang := range locale.Languages {
					if text := locale.Text(lang, tc.code, fault.All(err)[0].Params); text == tc.code || strings.Contains(text, "{") {
						t.Errorf("%s says %q", lang, text)
					}
				}
			})
		}
		if n := dbtest.Count(t, database, `SELECT count(*) FROM student`); n != 1 {
			t.Errorf("%d students", n)
		}
	})
}

func TestStaffOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		lin, who := create(t, s)
		for _, tc := range []struct {
			who  access.Actor
			code string
		}{{access.Actor{}, "access.signed_out"}, {who, "access.forbidden"}} {
			_, err := s.Create(t.Context(), tc.who, student.Changes{student.FieldNumber: "2", student.FieldName: "x"})
			_, err2 := s.Update(t.Context(), tc.who, lin.ID, student.Changes{student.FieldName: "x"}, 0)
			_, err3 := s.Get(t.Context(), tc.who, lin.ID)
			_, err4 := s.List(t.Context(), tc.who, student.Query{})
			err5 := database.Write(t.Context(), func(q sqldb.Querier) error {
				return s.LinkIn(t.Context(), q, tc.who, lin.ID, "a", "")
			})
			err6 := database.Write(t.Context(), func(q sqldb.Querier) error {
				return s.PutProgramme(t.Context(), q, tc.who, student.Programme{Code: "X", Name: "X"})
			})
			for i, err := range []error{err, err2, err3, err4, err5, err6} {
				if fault.Code(err) != tc.code {
					t.Errorf("call %d: %v; want %s", i+1, err, tc.code)
				}
			}
		}
	})
}

func TestUpdate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, audit := newService(t, database)
		lin, who := create(t, s, student.Changes{student.FieldNationalID: linID, student.FieldNativePlace: "310115"})
		got, err := s.Update(t.Context(), access.System(), lin.ID, student.Changes{
			student.FieldStatus: "suspended", student.FieldNativePlace: "110105", student.FieldNationalID: wangID,
		}, lin.Updated.UnixMilli())
		if err != nil || got.Status != "suspended" || got.NativePlace != "110105" || got.NationalID != "110***************" {
			t.Fatalf("Update = %+v, %v", got, err)
		}
		if row := audit.last(); !strings.Contains(row, `"status":"enrolled"`) ||
			!strings.Contains(row, `"status":"suspended"`) || !strings.Contains(row, `"nationalId":"***"`) {
			t.Errorf("the log says %s", row)
		}
		if _, err := s.Update(t.Context(), access.System(), lin.ID, student.Changes{student.FieldStatus: "enrolled"},
			lin.Updated.UnixMilli()-1); fault.Code(err) != "student.stale" {
			t.Errorf("changed meanwhile: %v", err)
		}
		written := audit.len()
		if _, err := s.Update(t.Context(), access.System(), lin.ID, student.Changes{student.FieldNationalID: wangID},
			0); err != nil || audit.len() != written {
			t.Errorf("the same again: %v, %s", err, audit.last())
		}
		if number, err := s.Reveal(t.Context(), who); err != nil || number.Reveal() != wangID {
			t.Errorf("Reveal = %s, %v", number.Reveal(), err)
		}
		if got, err := s.Update(t.Context(), access.System(), lin.ID, student.Changes{student.FieldNationalID: ""},
			0); err != nil || got.NationalID != "" {
			t.Errorf("emptied: %+v, %v", got, err)
		}
		if number, err := s.Reveal(t.Context(), who); err != nil || !number.IsZero() {
			t.Errorf("Reveal of none = %v, %v", number, err)
		}
		if _, err := s.Update(t.Context(), access.System(), "nobody", student.Changes{},
			0); fault.Code(err) != "student.no_record" {
			t.Errorf("nobody: %v", err)
		}
		link := func(student, account string) error {
			return database.Write(t.Context(), func(q sqldb.Querier) error {
				return s.LinkIn(t.Context(), q, access.System(), student, account, "")
			})
		}
		if err := link(lin.ID, "a1"); err != nil {
			t.Error(err)
		}
		if got, err := s.Get(t.Context(), access.System(), lin.ID); err != nil || got.Account != "a1" {
			t.Errorf("Get = %+v, %v", got, err)
		}
		other, _ := create(t, s, student.Changes{student.FieldNumber: "2"})
		if err := link(other.ID, "a1"); fault.Code(err) != "student.taken" {
			t.Errorf("one account for two students: %v", err)
		}
		if err := link("nobody", "a2"); fault.Code(err) != "student.no_record" {
			t.Errorf("an account for nobody: %v", err)
		}
	})
}

// openAccount inserts an account with a kind of password for a student.
func openAccount(t *testing.T, database *sqldb.DB, number, kind string, enabled bool, loginAt int) {
	t.Helper()
	dbtest.Exec(t, database, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country,
		area, location_name, introduction,
		website, job, job_name, organization, organization_name, certification, avatar, registered_at, login_at)
		SELECT 'a' || number, number, name, 'user', id, CAST($2 AS BOOLEAN), '', '', '', '', '', '', '', '', '', '', '', '',
		'', 0, CAST($3 AS BIGINT) FROM student WHERE number = $1`, number, enabled, loginAt)
	dbtest.Exec(t, database, `INSERT INTO credential (account_id, kind, secret, changed_at, code_until, code_session,
		totp, totp_pending, totp_step)
		VALUES ($1, $2, '', 0, 0, '', $3, $3, 0)`, "a"+number, kind, []byte{})
	dbtest.Exec(t, database, `UPDATE student SET account_id = $1 WHERE number = $2`, "a"+number, number)
}

func TestList(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		for _, row := range []student.Changes{
			{
				student.FieldNumber: "2024010001", student.FieldName: "林晓雨", student.FieldNameLatin: "Lin Xiaoyu",
				student.FieldPhone: "13800000001", student.FieldClass: "A",
			},
			{
				student.FieldNumber: "2024010002", student.FieldName: "林晓", student.FieldNameLatin: "LIN Xiao",
				student.FieldClass: "B", student.FieldProgramme: "MKT",
			},
			{
				student.FieldNumber: "2023010003", student.FieldName: "王晓雨", student.FieldNameLatin: "Wang Xiao-yu",
				student.FieldClass: "A", student.FieldStatus: "graduated",
			},
			{student.FieldNumber: "EX-7", student.FieldName: "阿迪力·买买提", student.FieldNameLatin: "Adil O'Neil"},
		} {
			create(t, s, row)
		}
		openAccount(t, database, "2024010001", "own", true, 0)
		openAccount(t, database, "2024010002", "code", true, 1)
		openAccount(t, database, "2023010003", "code", false, 0)
		// has never logged in, and isn't a student
		dbtest.Exec(t, database, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country,
			area, location_name, introduction,
			website, job, job_name, organization, organization_name, certification, avatar, registered_at, login_at)
			VALUES ('dean', 'dean', '', 'admin', '', TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0)`)
		for _, tc := range []struct {
			name  string
			query student.Query
			want  string
		}{
			{"all", student.Query{}, "2023010003 2024010001 2024010002 EX-7"},
			{"a number", student.Query{Search: "2024010002"}, "2024010002"},
			{"the beginning of a number", student.Query{Search: "２０２４"}, "2024010001 2024010002"},
			{"a number in the other case", student.Query{Search: "ex7"}, "EX-7"},
			{"a family name", student.Query{Search: "林"}, "2024010001 2024010002"},
			{"the first few of a family name", student.Query{Search: "林", Few: true, Size: 8}, "2024010001 2024010002"},
			{"a whole name", student.Query{Search: " 林晓雨"}, "2024010001"},
			{"a given name", student.Query{Search: "晓雨"}, "2023010003 2024010001"},
			{"pinyin initials", student.Query{Search: "LXY"}, "2024010001"},
			{"pinyin without a Latin name", student.Query{Search: "adilim"}, "EX-7"},
			{"a Latin given name", student.Query{Search: "xiaoy"}, "2023010003 2024010001"},
			{"Latin letters", student.Query{Search: "lin xiaoy"}, "2024010001"},
			{"a hyphen", student.Query{Search: "WANG XIAOYU"}, "2023010003"},
			{"a dot inside", student.Query{Search: "阿迪力买"}, "EX-7"},
			{"a phone", student.Query{Search: "+86 138-0000-0001"}, "2024010001"},
			{"half a phone", student.Query{Search: "1380000"}, "2024010001"},
			{"the end of a phone", student.Query{Search: "0001"}, "2024010001"},
			{"the middle of a phone", student.Query{Search: "800000"}, "2024010001"},
			{"the end of a number", student.Query{Search: "0003"}, "2023010003"},
			{"never logged in, but may", student.Query{NeverIn: true}, "2024010001"},
			{"never logged in, of a class", student.Query{NeverIn: true, Class: "B"}, ""},
			{"with the first password", student.Query{FirstPass: true}, "2024010002"},
			{"by name", student.Query{Sort: student.ByName}, "2024010002 2024010001 2023010003 EX-7"},
			{"from the end", student.Query{Descending: true}, "EX-7 2024010002 2024010001 2023010003"},
			{"a wildcard is a character", student.Query{Search: "%"}, ""},
			{"class", student.Query{Class: "A"}, "2023010003 2024010001"},
			{"programme", student.Query{Programme: "MKT"}, "2024010002"},
			{"status and text", student.Query{Search: "2", Status: "graduated"}, "2023010003"},
			{"year", student.Query{Year: 1999}, ""},
		} {
			t.Run(tc.name, func(t *testing.T) {
				page, err := s.List(t.Context(), access.System(), tc.query)
				if got := numbers(page); err != nil || got != tc.want || page.Next != "" {
					t.Errorf("List = %q, next %q, %v; want %q", got, page.Next, err, tc.want)
				}
				if want := len(strings.Fields(tc.want)); !tc.query.Few && page.Total != want || page.More {
					t.Errorf("%d students, and more: %v; want %d", page.Total, page.More, want)
				}
			})
		}
		t.Run("a few of them say the same of the record", func(t *testing.T) {
			whole, err := s.List(t.Context(), access.System(), student.Query{Search: "林"})
			some, err2 := s.List(t.Context(), access.System(), student.Query{Search: "林", Few: true, Size: 8})
			if err != nil || err2 != nil || len(whole.Items) != 2 || !whole.Items[1].FirstPassword ||
				whole.Items[1].LoggedIn.IsZero() {
				t.Fatalf("%+v, %v, %v", whole, err, err2)
			}
			for i := range whole.Items { // without the fields that were not requested
				whole.Items[i].Enabled, whole.Items[i].FirstPassword, whole.Items[i].LoggedIn = false, false, time.Time{}
			}
			if diff := cmp.Diff(whole.Items, some.Items); diff != "" {
				t.Errorf("(-all +few):\n%s", diff)
			}
		})
		t.Run("pages", func(t *testing.T) {
			for sort, want := range map[string]string{
				student.ByNumber: "2023010003 2024010001 2024010002 EX-7", student.ByName: "2024010002 2024010001 2023010003 EX-7",
			} {
				var seen []string
				query := student.Query{Size: 1, Sort: sort}
				for {
					page, err := s.List(t.Context(), access.System(), query)
					if err != nil || page.Total != 4 || len(page.Items) != 1 {
						t.Fatalf("List = %+v, %v", page, err)
					}
					seen = append(seen, numbers(page))
					if query.After = page.Next; page.Next == "" {
						break
					}
				}
				if got := strings.Join(seen, " "); got != want {
					t.Errorf("pages by %s hold %s", sort, got)
				}
			}
			for _, query := range []student.Query{{After: "x!"}, {After: "_w"}, {Sort: "phone"}} {
				if _, err := s.List(t.Context(), access.System(), query); fault.Code(err) == "" {
					t.Errorf("%+v: %v", query, err)
				}
			}
		})
		t.Run("written before there was an index", func(t *testing.T) {
			dbtest.Exec(t, database, `DELETE FROM lookup`)
			if err := s.IndexAll(t.Context()); err != nil {
				t.Fatal(err)
			}
			if page, err := s.List(t.Context(), access.System(), student.Query{Search: "lxy"}); err != nil ||
				numbers(page) != "2024010001" {
				t.Errorf("found %+v, %v", page, err)
			}
		})
		t.Run("written before the signs of numbers counted", func(t *testing.T) {
			err := database.Write(t.Context(), func(q sqldb.Querier) error {
				_, err := q.ExecContext(t.Context(), `UPDATE student SET number_key = $1 WHERE number = 'EX-7'`, []byte("ex7"))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			dbtest.Exec(t, database, `DELETE FROM lookup WHERE id = (SELECT id FROM student WHERE number = 'EX-7')`)
			if err := s.IndexAll(t.Context()); err != nil {
				t.Fatal(err)
			}
			if page, err := s.List(t.Context(), access.System(), student.Query{Search: "ex7"}); err != nil ||
				numbers(page) != "EX-7" {
				t.Errorf("found %+v, %v", page, err)
			}
		})
		t.Run("by exact number in a transaction", func(t *testing.T) {
			err := database.Read(t.Context(), func(q sqldb.Querier) error {
				found, err := s.IDByNumber(t.Context(), q, "ex-7")
				none, err2 := s.IDByNumber(t.Context(), q, "ex-")
				if err != nil || err2 != nil || found == "" || none != "" {
					return fmt.Errorf("%q %w, %q %w", found, err, none, err2)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	})
}

// A search with too many matches lists the first and reports that there are more; an export has all.
func TestSearchThatFitsMany(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		const many = 1001
		for n := range many {
			create(t, s, student.Changes{
				student.FieldNumber: fmt.Sprintf("N%04d", n),
				student.FieldName:   fmt.Sprintf("王%04d", n),
			})
		}
		pages := func(query student.Query) (found int, first, last student.Page) {
			seen := map[string]bool{}
			for {
				page, err := s.List(t.Context(), access.System(), query)
				if err != nil {
					t.Fatal(err)
				}
				for _, item := range page.Items {
					seen[item.Number] = true
				}
				if query.After == "" {
					first = page
				}
				if query.After, last = page.Next, page; page.Next == "" {
					return len(seen), first, last
				}
			}
		}
		for _, sort := range []string{student.ByNumber, student.ByName} {
			found, first, last := pages(student.Query{Search: "王", Size: 50, Sort: sort})
			if found != 300 || first.Total != 50 || !first.More || !last.More || last.Total != 300 {
				t.Errorf("by %s: %d of %d are listed, the first page says %d %v, the last %d %v", sort, found, many, first.Total,
					first.More, last.Total, last.More)
			}
			if found, _, _ := pages(student.Query{Search: "王", Size: 200, Sort: sort, Whole: true}); found != many {
				t.Errorf("by %s: an export has %d of %d", sort, found, many)
			}
		}
		if found, first, last := pages(student.Query{Search: "王01", Size: 50}); found != 100 || !first.More ||
			last.More || last.Total != 100 {
			t.Errorf("%d are found, the first page says %v, the last %d %v", found, first.More, last.Total, last.More)
		}
		for gone, more := range []bool{true, false} { // first none, then one
			if gone > 0 {
				dbtest.Exec(t, database, `DELETE FROM student WHERE number = 'N0000'`)
			}
			if page, err := s.List(t.Context(), access.System(), student.Query{Size: 50}); err != nil ||
				page.Total != 1000 || page.More != more {
				t.Errorf("of %d: %d, and more: %v, %v", many-gone, page.Total, page.More, err)
			}
		}
	})
}

func numbers(page student.Page) string {
	out := make([]string, 0, len(page.Items))
	for _, item := range page.Items {
		out = append(out, item.Number)
	}
	return strings.Join(out, " ")
}

func TestOneNumberForOneStudent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		var wg sync.WaitGroup
		made := make(chan string, 8)
		for i := range 8 {
			wg.Go(func() {
				record, err := s.Create(t.Context(), access.System(),
					student.Changes{student.FieldNumber: "1", student.FieldName: fmt.Sprint("n", i)})
				switch code := fault.Code(err); {
				case err == nil:
					made <- record.ID
				case code != "student.number_taken" && code != "student.taken":
					t.Errorf("%v", err)
				}
			})
		}
		wg.Wait()
		if len(made) != 1 || dbtest.Count(t, database, `SELECT count(*) FROM student`) != 1 {
			t.Errorf("%d students with one number", len(made))
		}
	})
}
