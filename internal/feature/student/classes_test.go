package student_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestClasses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, _ := newService(t, database)
		put := func(p student.Programme) {
			t.Helper()
			err := database.Write(t.Context(), func(q sqldb.Querier) error {
				return s.PutProgramme(t.Context(), q, access.System(), p)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		add := func(number int, class, programme string) string {
			t.Helper()
			record, err := s.Create(t.Context(), access.System(), student.Changes{
				student.FieldNumber: fmt.Sprint(number), student.FieldName: "n", student.FieldClass: class,
				student.FieldProgramme: programme,
			})
			if err != nil {
				t.Fatal(err)
			}
			return record.ID
		}
		finds := func(who access.Actor, text, want string) {
			t.Helper()
			list, err := s.Classes(t.Context(), who, text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range list {
				got = append(got, strings.TrimSuffix(c.Name+"="+c.NameEn, "="))
			}
			if all := strings.Join(got, " "); all != want {
				t.Errorf("%q finds %q, want %q", text, all, want)
			}
		}
		adviser := access.Actor{Account: "a", Role: access.Staff, Scope: access.Adviser, Classes: "市营2502\nnone"}
		put(student.Programme{Code: "FIN", Name: "金融", NameEn: "Finance"})
		add(1, "市营2501", "MKT")
		add(2, "市营2501", "FIN")
		add(3, "市营2502", "MKT")
		last := add(4, "金融2501", "FIN")
		add(5, "", "FIN")
		all := "市营2501=Marketing 2501 市营2502=Marketing 2502 金融2501=Finance 2501"
		finds(access.System(), "", all)
		finds(access.System(), " 25 ", all)
		finds(access.System(), "营 2501", "市营2501=Marketing 2501")
		finds(access.System(), "marketing-2502", "市营2502=Marketing 2502")
		finds(access.System(), "x", "")
		finds(adviser, "", "市营2502=Marketing 2502")
		finds(adviser, "MARK", "市营2502=Marketing 2502")
		finds(adviser, "fin", "")
		finds(access.Actor{Account: "b", Role: access.Staff, Scope: access.Adviser}, "", "")
		if _, err := s.Classes(t.Context(), access.Actor{Account: "u", Role: access.User}, ""); fault.Code(err) !=
			"access.forbidden" {
			t.Errorf("a student: %v", err)
		}
		t.Run("another English name", func(*testing.T) {
			put(student.Programme{Code: "FIN", Name: "金融", NameEn: "Banking"})
			finds(access.System(), "bank", "金融2501=Banking 2501")
			finds(access.System(), "finance", "")
		})
		t.Run("a class without students", func(*testing.T) {
			if _, err := s.Update(t.Context(), access.System(), last, student.Changes{student.FieldClass: "金融2502"},
				versionOf(t, database, last)); err != nil {
				t.Fatal(err)
			}
			finds(access.System(), "bank", "金融2502=Banking 2502")
		})
		t.Run("the first of many, also by an import", func(t *testing.T) {
			err := database.Write(t.Context(), func(q sqldb.Querier) error {
				bulk, err := s.Bulk(t.Context(), q, access.System())
				if err != nil {
					return err
				}
				for i := range 2 * student.MaxClasses {
					_, err := bulk.Put(t.Context(), student.Changes{
						student.FieldNumber: fmt.Sprint("b", i), student.FieldName: "n", student.FieldClass: fmt.Sprintf("C%03d", i),
					}, "")
					if err != nil {
						return err
					}
				}
				return bulk.Flush(t.Context())
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{"", "c"} {
				list, err := s.Classes(t.Context(), access.System(), text)
				if err != nil || len(list) != student.MaxClasses || list[0].Name != "C000" {
					t.Errorf("%q: %d classes, %v", text, len(list), err)
				}
			}
			finds(access.System(), "c099", "C099")
		})
	})
}

func versionOf(t *testing.T, database *sqldb.DB, student string) (version int64) {
	t.Helper()
	err := database.Reader().QueryRowContext(t.Context(), `SELECT updated_at FROM student WHERE id = $1`, student).
		Scan(&version)
	if err != nil {
		t.Fatal(err)
	}
	return version
}
