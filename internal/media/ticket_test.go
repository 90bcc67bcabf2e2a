package media_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/access"
	"lectern/internal/dbtest"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

func TestWhoMayWatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newHouse(t, db)
		for _, tc := range []struct {
			name   string
			who    access.Actor
			lesson string
			code   string
		}{
			{"[2.5] a visitor at a preview", access.Actor{}, "three", ""},
			{"[2.5] a visitor elsewhere", access.Actor{}, "one", "course.no_lesson"},
			{"a student of the course", lin, "one", ""},
			{"a student of another", zhou, "one", "course.no_lesson"},
			{"a student of another at a preview", zhou, "three", ""},
			{"not published", lin, "two", "course.no_lesson"},
			{"staff", staff, "two", ""},
			{"no lesson", staff, "none", "course.no_lesson"},
		} {
			_, err := h.Playback(t.Context(), tc.who, tc.lesson)
			wantCode(t, tc.name, err, tc.code)
		}
	})
}

func TestTickets(t *testing.T) {
	h := newHouse(t, dbtest.Open(t, dbtest.SQLite(t)))
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
	for name, text := range map[string]string{
		"empty": "", "no parts": "x", "another asset": "x." + strings.Join(parts[1:], "."),
		"made public": parts[0] + ".preview." + parts[2] + "." + parts[3], "another session": parts[0] + ".s2." + parts[2] + "." + parts[3],
		"longer": parts[0] + "." + parts[1] + ".zzzzzz." + parts[3], "no MAC": parts[0] + "." + parts[1] + "." + parts[2] + ".",
		"bad MAC": mine.Ticket[:len(mine.Ticket)-2] + "xx", "not base64": parts[0] + "." + parts[1] + "." + parts[2] + ".!!",
	} {
		_, err := h.CheckTicket(text)
		wantCode(t, name, err, "media.ticket")
	}
	h.pass(8 * time.Hour)
	_, err = h.CheckTicket(mine.Ticket)
	wantCode(t, "too old", err, "media.ticket")
}

func TestOnlyWhatBelongsToATicketIsFound(t *testing.T) {
	h := newHouse(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("three")
	if err := h.work(&fake{}); err != nil {
		t.Fatal(err)
	}
	paper, err := h.Attach(t.Context(), staff, "three", "slides.pdf", strings.NewReader("%PDF-1.7 …"))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := h.Attach(t.Context(), staff, "one", "exam.pdf", strings.NewReader("%PDF-1.7 …"))
	if err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]string{
		"master.m3u8": "", "v720_00000.m4s": "", "poster.jpg": "", "captions/en-US.vtt": "", "attachments/" + paper.ID: "",
		"captions/fr.vtt": "media.no_file", "attachments/" + elsewhere.ID: "media.no_file", "attachments/none": "media.no_file",
		"": "media.no_file", ".": "media.no_file", "..": "media.no_file", "../source.mp4": "media.no_file", "..m3u8": "media.no_file",
		"../" + asset + "/source.mp4": "media.no_file", "/etc/passwd": "media.no_file", "x/y.m4s": "media.no_file", `..\..\keys.jpg`: "media.no_file",
		"a..jpg": "media.no_file", "source": "media.no_file", "index.html": "media.no_file", "original.mp4": "",
	} {
		file, err := h.File(t.Context(), media.Ticket{Asset: asset}, path)
		wantCode(t, path, err, code)
		if err == nil && file.Key != "" && !strings.HasPrefix(file.Key, "media/"+asset+"/") && !strings.HasPrefix(file.Key, "attachments/"+paper.ID) {
			t.Errorf("%q leads to %s", path, file.Key)
		}
		if strings.HasSuffix(file.Key, "/source.mp4") {
			t.Errorf("%q leads to the source", path)
		}
	}
	_, err = h.File(t.Context(), media.Ticket{Asset: "none"}, "master.m3u8")
	wantCode(t, "no asset", err, "media.no_asset")
}
