package student_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

const (
	linID  = "31011520050314118X"
	wangID = "110105194912310046" // born long before, but a number like any other
)

func TestClassEn(t *testing.T) {
	for _, tc := range []struct{ class, programme, want string }{
		{"市营2401", "Marketing", "Marketing 2401"},
		{"2024级会计学1班", "Accounting", "Accounting 2024-1"},
		{"金融A班", "Finance", "Finance A"},
		{"会计班", "Accounting", "Accounting"},
		{"MKT 2401", "Marketing", ""}, // unchanged
		{"市营2401", "", ""},
		{"", "Marketing", ""},
	} {
		record := student.Record{Class: tc.class, Programme: student.Named{NameEn: tc.programme}}
		if got := record.ClassEn(); got != tc.want {
			t.Errorf("[1.3] %q of %q is %q, want %q", tc.class, tc.programme, got, tc.want)
		}
	}
}

func TestRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, audit := newService(t, database)
		dbtest.Exec(t, database,
			`INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北校区', 'North campus', 1)`)
		dbtest.Exec(t, database, `INSERT INTO teacher (id, number, name, name_en) VALUES ('t1', 'T001', '周明', 'Zhou Ming')`)
		lin, who := create(t, s, student.Changes{
			student.FieldNameLatin: "Lin Xiaoyu", student.FieldPhone: "+86 138 0000 0001",
			student.FieldNationalID: strings.ToLower(linID), student.FieldCampus: "north", student.FieldProgramme: "MKT",
			student.FieldClass: "市营2401", student.FieldEntryYear: "2024", student.FieldStudyMode: "full-time",
			student.FieldGraduation: "2028-06-30", student.FieldAdviser: "周明", student.FieldCreditsEarned: "42.5",
			student.FieldCreditsRequired: "160", student.FieldEmail: "lin@example.com", student.FieldNativePlace: "310115",
		})
		graduation, _ := civil.NewDate(2028, 6, 30)
		t.Run("[1.3] the names of classes are those of the records", func(t *testing.T) {
			for name, actor := range map[string]access.Actor{
				"staff": access.System(), "a teacher": {Account: "a", Teacher: "t1", Role: access.User},
			} {
				list, err := s.ClassNames(t.Context(), actor)
				if err != nil || len(list) != 1 || list[0] != (student.ClassName{Name: "市营2401", NameEn: "Marketing 2401"}) {
					t.Errorf("%s: %+v, %v", name, list, err)
				}
			}
			if _, err := s.ClassNames(t.Context(), who); fault.Code(err) != "access.forbidden" {
				t.Errorf("a student: %v", err)
			}
		})
		t.Run("[2.20] every field comes back, the national ID masked", func(t *testing.T) {
			got, err := s.Record(t.Context(), who)
			want := student.Record{
				ID: lin.ID, Number: "2024010001", Name: "林晓雨", NameLatin: "Lin Xiaoyu", Gender: "female",
				Phone: "13800000001", NationalID: "310***************", Campus: student.Named{
					Code: "north", Name: "北校区",
					NameEn: "North campus",
				}, Programme: student.Named{Code: "MKT", Name: "市场营销", NameEn: "Marketing"},
				College: student.Named{Name: "工商管理学院", NameEn: "School of Business Administration"},
				Class:   "市营2401", EntryYear: 2024, StudyMode: "full-time", Status: "enrolled", Graduation: graduation,
				Adviser: "周明", AdviserEn: "Zhou Ming", CreditsEarned: 425, CreditsRequired: 1600, NativePlace: "310115",
				Email: "lin@example.com", Created: today.Local(), Updated: today.Local(),
			}
			if diff := cmp.Diff(want, got,
				cmp.Comparer(func(a, b civil.Date) bool { return a == b })); err != nil || diff != "" {
				t.Errorf("%v %s", err, diff)
			}
			if got.CreditsEarned.Float() != 42.5 || got.College.In(locale.Chinese) != "工商管理学院" ||
				got.College.In(locale.English) != "School of Business Administration" {
				t.Error("credits or names come out wrong")
			}
		})
		t.Run("[1.3] two teachers of the adviser's name: neither's English name is taken", func(t *testing.T) {
			dbtest.Exec(t, database,
				`INSERT INTO teacher (id, number, name, name_en) VALUES ('t2', 'T002', '周明', 'Zhou Ming the younger')`)
			if got, err := s.Record(t.Context(), who); err != nil || got.AdviserEn != "" {
				t.Errorf("the adviser is %q in English, %v", got.AdviserEn, err)
			}
		})
		t.Run("[7.3] nobody else's record can be had", func(t *testing.T) {
			other, hers := create(t, s, student.Changes{student.FieldNumber: "2024010002", student.FieldName: "王芳"})
			if got, err := s.Record(t.Context(), hers); err != nil || got.ID != other.ID {
				t.Errorf("Record = %s, %v", got.ID, err)
			}
			for code, who := range map[string]access.Actor{
				"access.signed_out": {}, "student.no_record": {Account: "a", Role: access.Staff},
			} {
				_, err := s.Record(t.Context(), who)
				_, err2 := s.Edit(t.Context(), who, student.Changes{})
				_, err3 := s.Reveal(t.Context(), who)
				_, err4 := s.Export(t.Context(), who)
				for _, err := range []error{err, err2, err3, err4} {
					if fault.Code(err) != code {
						t.Errorf("%v; want %s", err, code)
					}
				}
			}
		})
		t.Run("reveal shows the number and is written down", func(t *testing.T) {
			number, err := s.Reveal(t.Context(), who)
			if err != nil || number.Reveal() != linID {
				t.Fatalf("Reveal = %s, %v", number.Reveal(), err)
			}
			if !strings.Contains(audit.last(), "student.reveal_national_id "+lin.ID) {
				t.Errorf("the log says %s", audit.last())
			}
		})
		t.Run("export holds the whole record", func(t *testing.T) {
			all, err := s.Export(t.Context(), who)
			if err != nil || all.Record.Email != "lin@example.com" || len(all.Official) == 0 || !all.Taken.Equal(today) {
				t.Errorf("Export = %+v, %v", all, err)
			}
			if !strings.Contains(audit.last(), "student.export") {
				t.Errorf("the log says %s", audit.last())
			}
		})
		t.Run("nothing private is stored or written down in the open", func(t *testing.T) {
			n := dbtest.Count(t, database, `SELECT count(*) FROM student WHERE id = $1 AND national_id IS NOT NULL
				AND length(national_id) > 40`, lin.ID)
			if n != 1 {
				t.Error("the national ID is not sealed")
			}
			for _, row := range audit.rows() {
				for _, private := range []string{linID, "0314118", "13800000001", "lin@example.com"} {
					if strings.Contains(row, private) {
						t.Errorf("%s shows in %s", private, row)
					}
				}
			}
		})
		t.Run("a sealed number belongs to its row and its keys", func(t *testing.T) {
			dbtest.Exec(t, database, `UPDATE student SET national_id = (SELECT s.national_id FROM student AS s WHERE s.id = $1)
				WHERE number = '2024010002'`, lin.ID)
			thief, err := s.List(t.Context(), access.System(), student.Query{Search: "2024010002"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Reveal(t.Context(), access.Actor{Account: "x", Student: thief.Items[0].ID}); err == nil ||
				fault.Code(err) != "" {
				t.Errorf("a copied number opens: %v", err)
			}
			stranger := student.New(database, keyring.Generate(), nil)
			if _, err := stranger.Record(t.Context(), who); err == nil {
				t.Error("other keys open it")
			}
		})
	})
}

func TestEdit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s, audit := newService(t, database)
		_, who := create(t, s, student.Changes{student.FieldNativePlace: "310115"})
		for _, tc := range []struct {
			name    string
			changes student.Changes
			codes   string
		}{
			{"official: number", student.Changes{student.FieldNumber: "1"}, "student.field_official"},
			{"official: its own value", student.Changes{student.FieldName: "林晓雨"}, "student.field_official"},
			{"official: national ID", student.Changes{student.FieldNationalID: linID}, "student.field_official"},
			{"official: phone", student.Changes{student.FieldPhone: "13800000009"}, "student.field_official"},
			{"official: credits", student.Changes{student.FieldCreditsEarned: "200"}, "student.field_official"},
			{"filled once", student.Changes{student.FieldNativePlace: "110105"}, "student.field_filled"},
			{"filled once, emptied", student.Changes{student.FieldNativePlace: " "}, "student.field_filled"},
			{
				"two refusals at once",
				student.Changes{student.FieldStatus: "graduated", student.FieldEmail: "no"},
				"student.field_official student.bad_email",
			},
			{"required", student.Changes{student.FieldEmail: " "}, "student.field_required"},
			{"unknown", student.Changes{"password": "x"}, "student.field_unknown"},
			{"e-mail", student.Changes{student.FieldEmail: "Lin <lin@example.com>"}, "student.bad_email"},
			{"NUL", student.Changes{student.FieldAddress: "a\x00b"}, "student.bad_character"},
			{"too long", student.Changes{student.FieldAddress: strings.Repeat("长", 201)}, "student.too_long"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				written := audit.len()
				_, err := s.Edit(t.Context(), who, tc.changes)
				var codes []string
				for _, refusal := range fault.All(err) {
					codes = append(codes, refusal.Code)
				}
				if strings.Join(codes, " ") != tc.codes {
					t.Errorf("%v; want %s", err, tc.codes)
				}
				if audit.len() != written {
					t.Errorf("the log says %s", audit.last())
				}
			})
		}
		if got, err := s.Record(t.Context(), who); err != nil || got.Email != "" || got.Status != "enrolled" {
			t.Errorf("a refused edit wrote something: %+v, %v", got, err)
		}
		t.Run("free fields and empty ones", func(t *testing.T) {
			changes := student.Changes{
				student.FieldEmail: "lin@example.com", student.FieldAddress: " 北校区 3 号楼 402 ",
				student.FieldEmergencyName: "林建国", student.FieldEmergencyPhone: "021-5555 0100", student.FieldNativePlace: "310115",
			}
			got, err := s.Edit(t.Context(), who, changes)
			if err != nil || got.Address != "北校区 3 号楼 402" || got.EmergencyPhone != "02155550100" ||
				got.Email != "lin@example.com" {
				t.Fatalf("Edit = %+v, %v", got, err)
			}
			if row := audit.last(); strings.Contains(row, "林建国") || strings.Contains(row, "lin@") ||
				!strings.Contains(row, "emergencyName") {
				t.Errorf("the log says %s", row)
			}
			written := audit.len()
			if _, err := s.Edit(t.Context(), who, changes); err != nil || audit.len() != written {
				t.Errorf("the same again: %v, %s", err, audit.last())
			}
			if _, err := s.Edit(t.Context(), who,
				student.Changes{student.FieldEmergencyName: "林"}); fault.Code(err) != "student.field_filled" {
				t.Errorf("a second fill: %v", err)
			}
		})
	})
}
