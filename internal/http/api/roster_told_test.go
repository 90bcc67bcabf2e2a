package api

import (
	"testing"

	"lectern/internal/http/api/rosterapi"
)

// Applying sends exactly the notifications that the preview announced, and undoing notifies as well.
func testImportTells(t *testing.T, s *school) {
	lin := s.actorOf(s.as("lin")).Student
	var term, group, number string
	err := s.db.Reader().QueryRowContext(t.Context(), `SELECT g.term_id, g.code, s.number FROM enrolment AS e
		JOIN course_group AS g ON g.id = e.group_id
		JOIN student AS s ON s.id = e.student_id WHERE e.student_id = $1 AND e.state = 'confirmed' ORDER BY g.code LIMIT 1`,
		lin).Scan(&term, &group, &number)
	if err != nil {
		t.Fatal(err)
	}
	received := func() (n int) {
		t.Helper()
		err := s.db.Reader().QueryRowContext(t.Context(),
			`SELECT COUNT(*) FROM message AS m JOIN message_audience AS a ON a.audience = m.audience AND a.target = m.target
			WHERE a.student_id = $1`, lin).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	all := func() (n int) {
		t.Helper()
		if err := s.db.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM message`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	mine, sent := received(), all()
	draft := s.uploadSheet("dean", "学期,教学班编号,学号,状态\n"+term+","+group+","+number+",退课\n")
	at := draftsPath + "/" + draft.ID
	post[rosterapi.WireDraft](s, "dean", at+"/preview", "")
	s.doImports()
	draft = get[rosterapi.WireDraft](s, "dean", at)
	if draft.Preview == nil || len(draft.Preview.Told) != 1 || draft.Preview.Told[0].What != "drops" {
		t.Fatalf("%+v %+v", draft.Problem, draft.Preview)
	}
	if all() != sent {
		t.Error("a preview has sent something")
	}
	post[rosterapi.WireDraft](s, "dean", at+"/apply",
		`{"fingerprint":"`+draft.Preview.Fingerprint+`","goodRows":false,"confirm":{}}`)
	s.doImports()
	if now := get[rosterapi.WireDraft](s, "dean", at); now.ImportID == nil {
		t.Fatalf("%+v", now.Problem)
	} else if told := draft.Preview.Told[0].Count; all()-sent != told || received()-mine != told {
		t.Errorf("%d were to be told; %d messages were sent, %d to the student", told, all()-sent, received()-mine)
	} else {
		post[rosterapi.WireUndo](s, "dean", "/api/admin/imports/"+*now.ImportID+"/undo", "")
		s.doImports()
		if all()-sent != 2*told || received()-mine != 2*told {
			t.Errorf("after undoing %d messages were sent, %d to the student", all()-sent, received()-mine)
		}
	}
}
