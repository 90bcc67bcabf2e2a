package sample_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
)

var now = time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)

func services(database *sqldb.DB, first string) sample.Services {
	return servicesAt(database, first, now)
}

func servicesAt(database *sqldb.DB, first string, now time.Time) sample.Services {
	clock, keys := func() time.Time { return now }, keyring.Generate()
	return sample.Services{
		Database: database, Now: clock, Zone: time.FixedZone("UTC+8", 8*60*60),
		Accounts: account.New(account.Options{
			DB: database, Keys: keys, Now: clock,
			Policy: account.Policy{FirstPassword: first, SessionIdle: time.Hour, SessionMax: time.Hour},
			Cost:   account.Cost{Memory: 64, Time: 1, Threads: 1},
		}),
		Students: student.New(database, keys, clock),
		Courses:  course.New(database, clock, time.UTC),
		Messages: message.New(database, clock),
	}
}

func TestLoad(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := services(database, account.KindLastSix)
		logins, err := sample.Load(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		data := sample.College(date(t, "2026-11-15"))
		t.Run("the logins work", func(t *testing.T) {
			if len(logins) < 4 || logins[0].Phone != "13800000001" ||
				logins[0].Password != data.Students[0].NationalID.LastSix() || logins[len(logins)-1].Role != access.Staff {
				t.Fatalf("logins are %+v", logins)
			}
			for _, login := range logins {
				password := login.Password
				if login.Role == access.User {
					password = strings.ToLower(password) // [1.1] X is not case-sensitive
				}
				welcome, err := s.Accounts.Login(t.Context(), account.Login{
					Token: s.Accounts.IssueToken(), Phone: login.Phone, Password: secret.New(password),
				})
				if err != nil || welcome.Name != login.Name || welcome.Actor.Role != login.Role {
					t.Errorf("%s: %+v, %v", login.Phone, welcome, err)
				}
			}
		})
		first := access.Actor{Account: "x", Role: access.User}
		t.Run("[2.20] the first student's record is complete", func(t *testing.T) {
			page, err := s.Students.List(t.Context(), access.System(), student.Query{Search: "13800000001"})
			if err != nil || len(page.Items) != 1 {
				t.Fatalf("%+v, %v", page, err)
			}
			first.Student, first.Account = page.Items[0].ID, page.Items[0].Account
			record, err := s.Students.Record(t.Context(), first)
			if err != nil || record.Programme.In(locale.English) != "Marketing" || record.Campus.In(locale.Chinese) != "北校区" ||
				record.NationalID != data.Students[0].NationalID.Masked() ||
				record.CreditsRequired != 1600 || record.NativePlace != "" {
				t.Errorf("%+v, %v", record, err)
			}
			all, err := s.Students.List(t.Context(), access.System(), student.Query{})
			if err != nil || all.Total != 300 {
				t.Errorf("%d students, %v", all.Total, err)
			}
		})
		t.Run("the timetable matches the data", func(t *testing.T) {
			table := timetable.New(database, s.Now, s.Zone, nil)
			for _, term := range []timetable.Term{data.Current, data.Past} {
				got, err := table.Timetable(t.Context(), first, term.ID)
				want := timetable.Expand(data.Plan(term, data.Students[0].Number))
				if err != nil || summary(got.Classes) != summary(want) {
					t.Errorf("%s: %v\n%s\nwant\n%s", term.ID, err, summary(got.Classes), summary(want))
				}
			}
			got, err := table.Timetable(t.Context(), first, "")
			if err != nil || got.Term.ID != data.Current.ID || len(got.Conflicts) == 0 || len(got.Missing) != 2 {
				t.Errorf("%s, %d conflicts, missing %+v, %v", got.Term.ID, len(got.Conflicts), got.Missing, err)
			}
		})
		t.Run("there are messages of every kind", func(t *testing.T) {
			counts, err := s.Messages.Unread(t.Context(), first)
			if err != nil || counts.Unread[message.Plain] == 0 || counts.Unread[message.Notice] == 0 ||
				counts.Unread[message.Todo] == 0 || counts.Acknowledge != 1 {
				t.Errorf("%+v, %v", counts, err)
			}
		})
		t.Run("a second time is refused and changes nothing", func(t *testing.T) {
			before := dbtest.Count(t, database, `SELECT count(*) FROM audit`)
			_, err := sample.Load(t.Context(), s)
			if fault.Code(err) != "sample.not_empty" ||
				locale.Text(locale.Chinese, "sample.not_empty", nil) == "sample.not_empty" {
				t.Errorf("%v", err)
			}
			if after := dbtest.Count(t, database, `SELECT count(*) FROM audit`); after != before {
				t.Errorf("%d audit rows more", after-before)
			}
			dbtest.Audited(t, database)
		})
	})
}

// summary prints classes without IDs, which differ from load to load.
func summary(classes []timetable.Class) string {
	var out strings.Builder
	for _, c := range classes {
		fmt.Fprintln(&out, c.Kind, c.Week, c.Place.Day, c.Place.Hours, c.Place.Campus, c.Place.Room, c.State, c.Cause, c.Note)
	}
	return out.String()
}

func TestLoadWithCodes(t *testing.T) {
	database := dbtest.Open(t, dbtest.SQLite(t))
	s := services(database, account.KindCode)
	logins, err := sample.Load(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.Login(t.Context(), account.Login{
		Token: s.Accounts.IssueToken(), Phone: logins[0].Phone, Password: secret.New(logins[0].Password),
	})
	if err != nil {
		t.Errorf("the code %s does not work: %v", logins[0].Password, err)
	}
}
