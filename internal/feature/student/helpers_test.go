package student_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

// trail reads the audit log.
type trail struct {
	t        *testing.T
	database *sqldb.DB
}

func (tr trail) rows() []string {
	tr.t.Helper()
	rows, err := audit.List(tr.t.Context(), tr.database.Reader(), "", 1000)
	if err != nil {
		tr.t.Fatal(err)
	}
	out := make([]string, 0, len(rows))
	for _, row := range rows {
		out = append(out, fmt.Sprint(row.Account, " ", row.Action, " ", row.Object, " ", row.Before, " → ", row.After))
	}
	return out
}

func (tr trail) last() string { return tr.rows()[0] }
func (tr trail) len() int     { return len(tr.rows()) }

var today = time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC)

func newService(t *testing.T, database *sqldb.DB) (*student.Service, trail) {
	t.Helper()
	s := student.New(database, keyring.Generate(), func() time.Time { return today })
	err := database.Write(t.Context(), func(q sqldb.Querier) error {
		return s.PutProgramme(t.Context(), q, access.System(), student.Programme{
			Code: "MKT", Name: "市场营销", NameEn: "Marketing", College: "工商管理学院", CollegeEn: "School of Business Administration",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, trail{t, database}
}

func create(t *testing.T, s *student.Service, changes ...student.Changes) (student.Record, access.Actor) {
	t.Helper()
	all := student.Changes{student.FieldNumber: "2024010001", student.FieldName: "林晓雨"}
	for _, more := range changes {
		maps.Copy(all, more)
	}
	record, err := s.Create(t.Context(), access.System(), all)
	if err != nil {
		t.Fatal(err)
	}
	return record, access.Actor{Account: "account of " + record.ID, Student: record.ID, Role: access.User}
}
