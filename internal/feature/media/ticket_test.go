package media_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestWhoMayWatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.employ()
		teacher := func(id string) access.Actor {
			return access.Actor{Account: id, Role: access.User, Teacher: id, Session: "s3"}
		}
		dbtest.Exec(t, db, insertLesson, "group g", 4, "x", true, false)
		dbtest.Exec(t, db, insertLesson, "draft g", 5, "x", false, false)
		dbtest.Exec(t, db, `UPDATE lesson SET group_id = 'g' WHERE id IN ('group g', 'draft g')`)
		for _, tc := range []struct {
			name   string
			who    access.Actor
			lesson string
			code   string
		}{
			{"[6.1] a teacher, for all groups of the course", teacher("of g"), "one", ""},
			{"[6.1] a teacher, of their own group", teacher("of g"), "group g", ""},
			{"[6.1] a teacher, not published", teacher("of g"), "draft g", "course.no_lesson"},
			{"[6.1] a teacher of another group, for all groups", teacher("of h"), "one", ""},
			{"[6.1] a teacher of another group", teacher("of h"), "group g", "course.no_lesson"},
			{"[6.1] a teacher of another course", teacher("of nothing"), "one", "course.no_lesson"},
			{"[2.5] a visitor at a preview", access.Actor{}, "three", ""},
			{"[2.5] a visitor elsewhere", access.Actor{}, "one", "course.no_lesson"},
			{"a student of the course", lin, "one", ""},
			{"a student of another course", zhou, "one", "course.no_lesson"},
			{"a student of another course, preview", zhou, "three", ""},
			{"not published", lin, "two", "course.no_lesson"},
			{"staff", staff, "two", ""},
			{"no lesson", staff, "none", "course.no_lesson"},
		} {
			_, err := h.Playback(t.Context(), tc.who, tc.lesson)
			wantCode(t, tc.name, err, tc.code)
		}
	})
}

// employ gives group g, and another group of the course, a teacher each.
func (h *fixture) employ() {
	h.t.Helper()
	dbtest.Exec(h.t, h.db, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
		VALUES ('h', 'c', 't', 'h', '', '')`)
	for _, group := range []string{"g", "h"} {
		dbtest.Exec(h.t, h.db, `INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends,
			weeks, campus_id, room_id, teacher_id)
			VALUES ($1, $1, 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'k', '', $2)`, group, "of "+group)
	}
}

// Posters follow the same rules as watching.
func TestPostersOfManyLessons(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.employ()
		for _, lesson := range []string{"one", "two", "three"} {
			h.add(lesson)
			if err := h.work(&fake{}); err != nil {
				t.Fatal(err)
			}
		}
		h.add("three") // the new recording isn't ready: the old one plays
		dbtest.Exec(t, db, `UPDATE asset SET parts = 'hls' WHERE lesson_id = 'three' AND current`)
		for _, tc := range []struct {
			name    string
			who     access.Actor
			lessons []string
			want    []string
		}{
			{"a student of the course", lin, []string{"one", "two", "three", "none"}, []string{"one"}},
			{
				"a teacher of it",
				access.Actor{Account: "t", Role: access.User, Teacher: "of g", Session: "s3"},
				[]string{"one", "two", "three", "none"},
				[]string{"one"},
			},
			{
				"a teacher of another",
				access.Actor{Account: "t", Role: access.User, Teacher: "of x", Session: "s3"},
				[]string{"one", "two", "three", "none"},
				nil,
			},
			{"a student of another course", zhou, []string{"one", "two", "three"}, nil},
			{"a visitor", access.Actor{}, []string{"one", "two", "three"}, nil},
			{"staff", staff, []string{"one", "two", "three"}, []string{"one", "two"}},
			{"only what is asked for", staff, []string{"two"}, []string{"two"}},
			{"nothing is asked for", staff, nil, nil},
		} {
			got, err := h.Posters(t.Context(), tc.who, tc.lessons)
			if diff := cmp.Diff(tc.want, slices.Sorted(maps.Keys(got))); err != nil || diff != "" {
				t.Errorf("%s: %v\n%s", tc.name, err, diff)
			}
		}
		dbtest.Exec(t, db, `UPDATE asset SET parts = 'hls poster' WHERE lesson_id = 'three' AND current`)
		got, err := h.Posters(t.Context(), access.Actor{}, []string{"one", "three"})
		text, path, _ := strings.Cut(got["three"], "/")
		if err != nil || len(got) != 1 || path != "poster.jpg" {
			t.Fatalf("[2.5] a visitor at a preview: %v, %v", got, err)
		}
		ticket, err := h.CheckTicket(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.File(t.Context(), ticket, access.Actor{}, path); err != nil {
			t.Error(err)
		}
	})
}

func TestTickets(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("three")
	if err := h.work(&fake{}); err != nil {
		t.Fatal(err)
	}
	mine, err := h.Playback(t.Context(), lin, "three")
	if err != nil {
		t.Fatal(err)
	}
	open, err := h.Playback(t.Context(), access.Actor{}, "three")
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.CheckTicket(mine.Ticket)
	if err != nil || got.Asset != asset || got.Session != "s1" || !got.Expires.Equal(mine.Expires) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := h.CheckTicket(open.Ticket); err != nil || got.Session != "" {
		t.Errorf("a preview: %+v, %v", got, err)
	}
	parts := strings.Split(mine.Ticket, ".")
	changed := func(part int, to string) string {
		other := slices.Clone(parts)
		other[part] = to
		return strings.Join(other, ".")
	}
	for name, text := range map[string]string{
		"empty": "", "no parts": "x", "another asset": "x." + strings.Join(parts[1:], "."),
		"made public": changed(1, "preview"), "another session": changed(1, "s2"),
		"longer": changed(2, "zzzzzz"), "no MAC": changed(3, ""), "bad MAC": mine.Ticket[:len(mine.Ticket)-2] + "xx",
		"not base64": changed(3, "!!"),
	} {
		_, err := h.CheckTicket(text)
		wantCode(t, name, err, "media.ticket")
	}
	h.pass(8 * time.Hour)
	_, err = h.CheckTicket(mine.Ticket)
	wantCode(t, "too old", err, "media.ticket")
}

// A ticket follows its holder's rights within a second, without a query for every request.
func TestTicketsFollowTheLesson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		holders := map[string]access.Actor{"a visitor": {}, "lin": lin, "zhou": zhou, "staff": staff}
		tickets := map[string]media.Ticket{}
		h.add("three")
		if err := h.work(&fake{}); err != nil {
			t.Fatal(err)
		}
		for name, who := range holders {
			p, err := h.Playback(t.Context(), who, "three")
			if err != nil {
				t.Fatal(err)
			}
			if tickets[name], err = h.CheckTicket(p.Ticket); err != nil {
				t.Fatal(err)
			}
		}
		for _, step := range []struct {
			name, change string
			refused      string // who is
		}{
			{"[2.5] a preview", "", ""},
			{"[2.5] the preview is withdrawn", `UPDATE lesson SET preview = FALSE WHERE id = 'three'`, "a visitor, zhou"},
			{"the enrolment ends", `UPDATE enrolment SET state = 'dropped'`, "a visitor, lin, zhou"},
			{"it starts again", `UPDATE enrolment SET state = 'confirmed'`, "a visitor, zhou"},
			{"the lesson is withdrawn", `UPDATE lesson SET published = FALSE, preview = TRUE
				WHERE id = 'three'`, "a visitor, lin, zhou"},
			{"everything restored", `UPDATE lesson SET published = TRUE WHERE id = 'three'`, ""},
		} {
			if step.change != "" {
				dbtest.Exec(t, db, step.change)
			}
			h.pass(time.Second)
			for _, name := range slices.Sorted(maps.Keys(holders)) {
				code := ""
				if strings.Contains(step.refused, name) {
					code = "media.ticket"
				}
				_, err := h.File(t.Context(), tickets[name], holders[name], "v720_00000.m4s")
				wantCode(t, step.name+": "+name, err, code)
			}
		}
		dbtest.Exec(t, db, `DELETE FROM enrolment`)
		dbtest.Exec(t, db, `DELETE FROM caption`)
		dbtest.Exec(t, db, `DELETE FROM chapter`)
		dbtest.Exec(t, db, `DELETE FROM asset`)
		if _, err := h.File(t.Context(), tickets["lin"], lin, "v720_00000.m4s"); err != nil {
			t.Errorf("a segment asks the database: %v", err)
		}
		h.pass(-time.Hour) // setting the clock back doesn't extend it
		_, err := h.File(t.Context(), tickets["lin"], lin, "v720_00000.m4s")
		wantCode(t, "the clock was set back", err, "media.no_asset")
	})
}

func TestOnlyWhatBelongsToATicketIsFound(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("three")
	if err := h.work(&fake{}); err != nil {
		t.Fatal(err)
	}
	slides, err := h.Attach(t.Context(), staff, "three", "slides.pdf", strings.NewReader("%PDF-1.7 …"))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := h.Attach(t.Context(), staff, "one", "exam.pdf", strings.NewReader("%PDF-1.7 …"))
	if err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]string{
		"master.m3u8": "", "v720_00000.m4s": "", "poster.jpg": "", "captions/en-US.vtt": "", "attachments/" + slides.ID: "",
		"captions/fr.vtt": "media.no_file", "attachments/" + elsewhere.ID: "media.no_file",
		"attachments/none": "media.no_file", "": "media.no_file", ".": "media.no_file", "..": "media.no_file",
		"../source.mp4": "media.no_file", "..m3u8": "media.no_file", "../" + asset + "/source.mp4": "media.no_file",
		"/etc/passwd": "media.no_file", "x/y.m4s": "media.no_file", `..\..\keys.jpg`: "media.no_file",
		"a..jpg": "media.no_file", "source": "media.no_file", "index.html": "media.no_file", "original.mp4": "",
	} {
		file, err := h.File(t.Context(), media.Ticket{Asset: asset}, access.Actor{}, path)
		wantCode(t, path, err, code)
		if err == nil && file.Key != "" && !strings.HasPrefix(file.Key, "media/"+asset+"/") &&
			!strings.HasPrefix(file.Key, "attachments/"+slides.ID) {
			t.Errorf("%q leads to %s", path, file.Key)
		}
		if strings.HasSuffix(file.Key, "/source.mp4") {
			t.Errorf("%q leads to the source", path)
		}
	}
	_, err = h.File(t.Context(), media.Ticket{Asset: "none"}, access.Actor{}, "master.m3u8")
	wantCode(t, "no asset", err, "media.no_asset")
}
