package app

import (
	"testing"

	"lectern/internal/kernel/config"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
)

// A college without a configured name doesn't get the sample's name.
func TestNameOfTheCollege(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		names := func(zh, en string) [2]string {
			t.Helper()
			inst := &instance{config: &config.Config{CollegeZh: zh, CollegeEn: en}, db: db}
			if err := inst.nameCollege(t.Context()); err != nil {
				t.Fatal(err)
			}
			return [2]string{inst.collegeZh, inst.collegeEn}
		}
		want := func(zh, en string, is [2]string) {
			t.Helper()
			if got := names(zh, en); got != is {
				t.Errorf("configured as %q and %q it is called %q, not %q", zh, en, got, is)
			}
		}
		want("", "", [2]string{"学生门户", "Student Portal"})
		want("东湖学院", "", [2]string{"东湖学院", "东湖学院"})
		want("", "East Lake College", [2]string{"East Lake College", "East Lake College"})
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			// as sample.Load does
			_, err := q.ExecContext(t.Context(), `INSERT INTO setting (name, value) VALUES ('sample', '')`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want("", "", [2]string{sample.Name, sample.NameEn})
		want("东湖学院", "East Lake College", [2]string{"东湖学院", "East Lake College"})
	})
}
