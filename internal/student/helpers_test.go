package student_test

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"lectern/internal/access"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
	"lectern/internal/student"
)

// A trail remembers what was written down.
type trail struct {
	mu   sync.Mutex
	rows []string
}

func (tr *trail) append(_ context.Context, _ sqldb.Querier, who access.Actor, action, object string, before, after map[string]string) error {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.rows = append(tr.rows, fmt.Sprint(who.Account, " ", action, " ", object, " ", before, " → ", after))
	return nil
}

func (tr *trail) last() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if len(tr.rows) == 0 {
		return ""
	}
	return tr.rows[len(tr.rows)-1]
}

func (tr *trail) len() int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return len(tr.rows)
}

var today = time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC)

func newService(t *testing.T, database *sqldb.DB) (*student.Service, *trail) {
	t.Helper()
	audit := &trail{}
	s := student.New(database, keyring.Generate(), func() time.Time { return today }, audit.append)
	err := database.Write(t.Context(), func(q sqldb.Querier) error {
		return s.PutProgramme(t.Context(), q, access.System(), student.Programme{
			Code: "MKT", Name: "市场营销", NameEn: "Marketing", College: "工商管理学院", CollegeEn: "School of Business Administration",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, audit
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
