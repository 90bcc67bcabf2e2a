package account_test

import (
	"os"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// Older installations kept two addresses of a student. The upgrade loses none: the record's own wins, an empty one is filled.
func TestUpgradeKeepsEmails(t *testing.T) {
	upgrade, err := os.ReadFile("../../kernel/sqldb/migrations/0021_one_email.sql")
	if err != nil {
		t.Fatal(err)
	}
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for i, s := range []struct{ id, record, account string }{{"both", "record@x.org", "account@x.org"}, {"account", "", "account@x.org"}, {"neither", "", ""}} {
			dbtest.Exec(t, c.db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id, programme_code,
				class, entry_year, study_mode, status, graduation, adviser, credits_earned, credits_required, native_place, emergency_name,
				emergency_phone, email, address, number_key, name_key, latin_key, created_at, updated_at)
				VALUES ($1, $1, $1, $1, '', '', '', '', '', '', '', 2024, '', 'enrolled', '', '', 0, 0, '', '', '', $2, '', $3, $3, $3, 0, 0)`, s.id, s.record, []byte(s.id))
			made := c.create(account.Draft{Phone: "1380000020" + string(rune('0'+i)), Name: s.id, Role: access.User, Student: s.id})
			dbtest.Exec(t, c.db, `UPDATE account SET email = $2 WHERE id = $1`, made.ID, s.account)
		}
		dbtest.Exec(t, c.db, `UPDATE account SET email = 'dean@x.org' WHERE id = $1`, c.staff)
		err := c.db.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := q.ExecContext(t.Context(), string(upgrade))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		all, err := c.List(t.Context(), access.System(), account.Search{})
		for _, p := range all {
			got[p.Name] = p.Email
		}
		if err != nil || got["both"] != "record@x.org" || got["account"] != "account@x.org" || got["neither"] != "" || got["Wang"] != "dean@x.org" {
			t.Errorf("[2.20] [3.2] %v, %v", got, err)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM account WHERE email <> ''`); n != 1 {
			t.Errorf("%d accounts keep an address of their own, and only staff may", n)
		}
	})
}
