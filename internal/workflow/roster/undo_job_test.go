package roster_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/workflow/roster"
)

// undone undoes an import as the browser does.
func (d *desk) undone(imported string) roster.Undoing {
	d.t.Helper()
	must1(d.service.StartUndo(d.t.Context(), registrar, imported))(d.t)
	d.work()
	return must1(d.service.Undoing(d.t.Context(), registrar, imported))(d.t)
}

// Undo runs on the server: its preview and progress survive reopening the page.
func TestUndoInTheBrowser(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		before := tables(t, d.database)
		var b strings.Builder
		b.WriteString("学号,姓名\n")
		for i := range 600 { // more than a page, so that SQLite works on a copy
			fmt.Fprintf(&b, "U%04d,甲%d\n", i, i)
		}
		imported := d.good(roster.Students, b.String()).ID
		after := tables(t, d.database)
		if now := must1(d.service.StartUndoPreview(t.Context(), registrar, imported))(
			t); now.State != roster.UndoPreviewing || now.Preview != nil {
			t.Fatalf("%+v", now)
		}
		d.work()
		now := must1(d.service.Undoing(t.Context(), registrar, imported))(t)
		if now.State != roster.UndoReady || len(now.Preview.Objects) != 1 || now.Preview.Objects[0].Created != 600 ||
			len(now.Preview.Conflicts) > 0 {
			t.Fatalf("%+v", now)
		}
		if tables(t, d.database) != after {
			t.Error("the preview has written something")
		}
		if now := d.undone(imported); now.State != roster.UndoDone || tables(t, d.database) != before {
			t.Errorf("%+v", now)
		}
		wantCode(t, must2(d.service.StartUndo(t.Context(), registrar, imported)), "roster.undone_already")
		wantCode(t, must2(d.service.StartUndoPreview(t.Context(), registrar, imported)), "roster.undone_already")
		wantCode(t, must2(d.service.Undoing(t.Context(), registrar, "x")), "roster.no_import")
		for _, err := range []error{
			must2(d.service.Undoing(t.Context(), access.Actor{}, imported)),
			must2(d.service.StartUndo(t.Context(), access.Actor{}, imported)),
			must2(d.service.StartUndoPreview(t.Context(), access.Actor{}, imported)),
		} {
			wantCode(t, err, "access.signed_out")
		}
	})
}

// Conflicts link to the page where they can be seen, and nothing is undone.
func TestUndoInTheBrowserNamesWhatStandsInTheWay(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		imported := d.good(roster.Students, "学号,姓名,班级\nV1,甲,一班\nV2,乙,一班\n").ID
		d.good(roster.Students, "学号,姓名,班级\nV1,甲,二班\n")
		before := tables(t, d.database)
		now := d.undone(imported)
		if now.State != roster.UndoReady || now.Problem == nil || now.Problem.Code != "roster.changed_since" ||
			len(now.Preview.Conflicts) != 1 {
			t.Fatalf("%+v", now)
		}
		if c := now.Preview.Conflicts[0]; c.Name == "" || c.Link.Student == "" ||
			c.Reason.Code != "roster.changed_meanwhile" || c.Line != 2 {
			t.Errorf("%+v", c)
		}
		if tables(t, d.database) != before {
			t.Error("something was undone")
		}
	})
}

// If the server is killed, nothing is undone, and the state says so.
func TestKilledUndoSaysSo(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		imported := d.good(roster.Students, "学号,姓名\nK1,甲\n").ID
		must1(d.service.StartUndo(t.Context(), registrar, imported))(t)
		must1(d.jobs.Claim(t.Context(), "killed", time.Minute, "roster.undo"))(t)
		wantCode(t, must2(d.service.StartUndo(t.Context(), registrar, imported)), "roster.undoing")
		must1(d.jobs.Recover(t.Context(), "killed", "roster.undo"))(t)
		d.work()
		if now := must1(d.service.Undoing(t.Context(), registrar, imported))(t); now.State != roster.UndoFailed ||
			now.Problem.Code != "roster.undo_interrupted" {
			t.Fatalf("%+v", now)
		}
		if now := d.undone(imported); now.State != roster.UndoDone {
			t.Errorf("%+v", now)
		}
	})
}
