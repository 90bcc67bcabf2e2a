package recordings_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/recordings"
)

var (
	staff = access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar}
	lin   = access.Actor{Account: "a1", Student: "lin", Role: access.User}
	zone  = time.FixedZone("college", 8*3600)
	// A Wednesday in the fifth week of the term that begins on 7 September 2026.
	now = time.Date(2026, 10, 7, 18, 0, 0, 0, zone)
)

// fixture is a college of two courses in one term: MKT201-1 on Mondays 08:00 in A305, MKT201-2 on Tuesdays 08:00 in
// A305, LAW201-1 on Mondays 08:00 in the lecture hall.
type fixture struct {
	*recordings.Service
	t     *testing.T
	db    *sqldb.DB
	films *media.Service
}

func newFixture(t *testing.T, db *sqldb.DB) *fixture {
	t.Helper()
	clock := func() time.Time { return now }
	courses := course.New(db, clock, zone)
	timetables := timetable.New(db, clock, zone, nil)
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	films := media.New(media.Options{
		DB: db, Keys: keyring.Generate(), Blobs: blobs, Jobs: job.New(db, clock), Now: clock, Folder: t.TempDir(),
		MakeLesson: func(ctx context.Context, q sqldb.Querier, who access.Actor, to media.Target) (string, error) {
			made, err := courses.PutLessonIn(ctx, q, who,
				course.Lesson{
					Course: to.Course, Title: to.Title, TitleEn: to.TitleEn, Group: to.Group, Class: to.Class, Beside: to.Beside,
				})
			return made.ID, err
		},
		Plays: func(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error {
			return courses.PlaysNow(ctx, q, access.System(), lesson, publish)
		},
	})
	h := &fixture{recordings.New(
		recordings.Options{DB: db, Courses: courses, Timetables: timetables, Media: films, Now: clock}), t, db, films}
	for _, statement := range []string{
		`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks) VALUES ('t', '', '', '2026-09-07', 739866, 16)`,
		`INSERT INTO campus (id, name, name_en, position) VALUES ('n', '', '', 1)`,
		`INSERT INTO period_scheme (id, campus_id, from_date, to_date) VALUES ('s', 'n', '2026-09-01', '2027-01-31')`,
		`INSERT INTO period (scheme_id, number, starts, ends) VALUES ('s', 1, '08:00', '08:45'), ('s', 2, '08:55', '09:40'),
			('s', 3, '10:00', '10:45'), ('s', 4, '10:55', '11:40')`,
		`INSERT INTO room (id, campus_id, name, name_en, building) VALUES ('a305', 'n', '明德楼 A305', 'Mingde Hall A305',
			'明德楼'), ('hall', 'n', '报告厅', 'Lecture Hall', '明德楼'), ('r101', 'n', '湖心楼 101', 'Huxin 101', '湖心楼')`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('mkt', 'MKT201', '市场营销', 'Marketing', 10, '', ''), ('law', 'LAW201', '商法', 'Commercial Law', 10, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ('m1', 'mkt', 't', 'MKT201-1', '', ''),
			('m2', 'mkt', 't', 'MKT201-2', '', ''), ('l1', 'law', 't', 'LAW201-1', '', '')`,
		`INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview,
			created_at, updated_at) VALUES
			('one', 'mkt', 1, '导论', 'Introduction', '', '', FALSE, FALSE, 0, 0), ('two', 'mkt', 2, '定价', 'Pricing', 'm1',
			'mm1.2', FALSE, FALSE, 0, 0)`,
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id) VALUES
			('mm1', 'm1', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'n', 'a305', ''), ('mm2', 'm2', 'class', 2, 1, 2, '00:00',
			'00:00', '1-16', 'n', 'a305', ''),
			('ml1', 'l1', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'n', 'hall', '')`,
	} {
		dbtest.Exec(t, db, statement)
	}
	return h
}

func (h *fixture) match(files ...recordings.File) []recordings.Match {
	h.t.Helper()
	for i := range files {
		if files[i].Size == 0 {
			files[i].Size = int64(1000 + i)
		}
	}
	out, err := h.Match(h.t.Context(), staff, files)
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

func written(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		panic(err)
	}
	return at
}

// said returns a match in one line: state, place, and code of the reason.
func said(m *recordings.Match) string {
	out := string(m.State)
	if best := m.Best(); best != nil {
		place := best.Class
		if place == "" {
			place = best.Lesson
		}
		if place == "" {
			place = "new " + best.Title
		}
		out += " " + place
	}
	if m.Reason != nil {
		out += " " + strings.TrimPrefix(m.Reason.Code, "recordings.")
	}
	return out
}

func TestFilesAreMatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		hour := 98 * time.Minute
		for _, tc := range []struct {
			file recordings.File
			want string
		}{
			{recordings.File{Path: "cameras/A305_20260914_0801.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "A305_20260915_0758.mp4", Length: hour}, "sure mm2.2"},
			{recordings.File{Path: "LectureHall_20260914_0801.mkv", Length: hour}, "sure ml1.2"},
			{recordings.File{Path: "A305/20260914 0801.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "MKT201-1 2026-09-14.mp4"}, "sure mm1.2"},
			{recordings.File{Path: "MKT201 2026-09-14 0800.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "商法 2026-09-14 0800.mp4", Length: hour}, "sure ml1.2"},
			{recordings.File{Path: "A305_20260914_0801.mp4", Length: 12 * time.Minute}, "likely mm1.2 short"},
			{recordings.File{Path: "A305.mp4", Length: hour, Modified: written("2026-09-14 09:41")}, "sure mm1.2"},
			{recordings.File{Path: "\u5f55\u5c4f 2026-09-14 080112.mov", Length: hour}, "doubt ml1.2 several"},
			{recordings.File{Path: "holiday.mp4"}, "none unnamed"},
			{recordings.File{Path: "A305_20260916_0801.mp4", Length: hour}, "doubt mm2.2 none_on"},
			{recordings.File{Path: "LectureHall_20000101_0001.mp4", Length: hour}, "doubt ml1.5 clock"},
			{recordings.File{Path: "MKT201 01.mp4"}, "sure one"},
			{recordings.File{Path: "MKT201 02 Introduction.mp4"}, "likely two other_title"},
			{recordings.File{Path: "MKT201 Channels.mp4"}, "likely new Channels make"},
			{recordings.File{Path: "notes.docx"}, "left not_media"},

			// Names as meeting programs, cameras and people write them.
			{recordings.File{Path: "GMT20260914-000100_Recording_1920x1080.mp4", Length: hour}, "doubt ml1.2 several"},
			{recordings.File{Path: "ch03_20260915080012.mp4", Length: hour}, "doubt mm2.2 by_hour"},
			{recordings.File{Path: "2026-09-14 08.00.00 商法 123456/video1.mp4", Length: hour}, "sure ml1.2"},
			{recordings.File{Path: "市场营销 第2周 周一 1-2节.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "市场营销第二周周二第一二节.mp4", Length: hour}, "sure mm2.2"},
			{recordings.File{Path: "第2周/商法 周一.mp4", Length: hour}, "likely ml1.2"},
			{recordings.File{Path: "市场营销01班 第2周.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "市场营销 第2周.mp4", Length: hour}, "doubt mm1.2 several"},
			{recordings.File{Path: "市场营销(2班) 9.15.mp4", Length: hour}, "likely mm2.2"},
			{recordings.File{Path: "Commercial Law 14 Sep 2026 0800.mp4", Length: hour}, "sure ml1.2"},
			{recordings.File{Path: "商法 9月14日.mp4", Length: hour}, "likely ml1.2"},
			{recordings.File{Path: "商法 第3次课.mp4", Length: hour}, "likely ml1.3"},
			{recordings.File{Path: "MKT201-2 第四次课.mp4", Length: hour}, "likely mm2.4"},
			{recordings.File{Path: "商法 合同的订立.mp4"}, "likely new 合同的订立 make"},
			{recordings.File{Path: "商法.mp4", Length: hour, Modified: written("2026-09-14 09:41")}, "sure ml1.2"},
			{recordings.File{Path: "商法 录屏.mp4", Length: hour, Modified: written("2026-09-16 12:00")}, "doubt ml1.2 several"},
			{recordings.File{Path: "商法 第1讲.mp4", Length: hour}, "doubt ml1.5 several"},
			{recordings.File{Path: "A305 商法 2026-09-14 0801.mp4", Length: hour}, "doubt ml1.2 several"},
			{recordings.File{Path: "A-305 2026-09-14 0801.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "MKT201 2班 第2周.mp4", Length: hour}, "sure mm2.2"},
			{recordings.File{Path: "MKT201-01 第2周 周一.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "commercial law (1班) Contracts and duties.mp4"}, "likely new Contracts and duties make"},
			{recordings.File{Path: "MKT201 1.2 定价.mp4"}, "likely new 1.2 定价 make"},
			{recordings.File{Path: "商法 第9周 周一.mp4", Length: hour}, "doubt ml1.5 several"},
			{recordings.File{Path: "101 intro.mp4"}, "none unnamed"},
			{recordings.File{Path: "MKT 201-1 2026-09-14 0800.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "mkt-201 2班 第2周.mp4", Length: hour}, "sure mm2.2"},
			{recordings.File{Path: "MKT201 1班/20260914 0800.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "MKT201(02)2026-09-15.mp4", Length: hour}, "sure mm2.2"},
			{recordings.File{Path: "MKT201_01_20260914.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "MKT201-3 2026-09-14.mp4", Length: hour}, "doubt mm1.2 other_group"},
			{recordings.File{Path: "市场营销3班 9月14日.mp4", Length: hour}, "doubt mm1.2 other_group"},
			{recordings.File{Path: "MKT201-3 第2次课.mp4", Length: hour}, "doubt mm1.2 several"},
			{recordings.File{Path: "A305_WIN_20260914_08_01_05_Pro.mp4", Length: hour}, "sure mm1.2"},
			{recordings.File{Path: "LectureHall_19700101_000012.mp4", Length: hour}, "doubt ml1.5 clock"},
		} {
			if got := said(&h.match(tc.file)[0]); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.file.Path, got, tc.want)
			}
		}
		if _, err := h.Match(t.Context(), lin, nil); fault.Code(err) != "access.forbidden" {
			t.Errorf("a student: %v", err)
		}
		if _, err := h.Match(t.Context(), staff,
			make([]recordings.File, recordings.MaxFiles+1)); fault.Code(err) != "recordings.too_many" {
			t.Errorf("too many: %v", err)
		}
	})
}

// A published change moves the place of a recording.
func TestPublishedChangesCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		timetables := timetable.New(db, func() time.Time { return now }, zone, nil)
		day, _ := civil.ParseDate("2026-09-19")
		_, err := timetables.Publish(t.Context(), access.System(), []timetable.Change{
			{ID: "c1", Action: timetable.Move, Group: "l1", Class: "ml1.2", Room: "a305"},
			{ID: "c2", Action: timetable.Cancel, Group: "m2", Class: "mm2.2"},
			{ID: "c3", Action: timetable.Move, Group: "m1", Class: "mm1.3", Day: day.AddDays(7)},
		})
		if err != nil {
			t.Fatal(err)
		}
		both := h.match(recordings.File{Path: "A305_20260914_0801.mp4", Length: 98 * time.Minute})[0]
		if got := said(&both); got != "likely mm1.2 several" && got != "doubt mm1.2 several" {
			t.Errorf("two in one room: %s", got)
		}
		if len(both.Candidates) != 2 || both.Candidates[0].Percent <= both.Candidates[1].Percent ||
			both.Candidates[0].Percent+both.Candidates[1].Percent > 100 {
			t.Errorf("candidates %+v", both.Candidates)
		}
		for path, want := range map[string]string{
			"A305_20260915_0801.mp4":  "doubt mm2.2 cancelled",
			"A305_20260921_0801.mp4":  "doubt mm1.3 held_on",
			"LAW201-1 2026-09-14.mp4": "sure ml1.2",
		} {
			if got := said(&h.match(recordings.File{Path: path, Length: 98 * time.Minute})[0]); got != want {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
	})
}

func TestAFolderIsSeenAsAWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		mark := strings.Repeat("a", 64)
		got := h.match(
			recordings.File{Path: "w/A305_20260914_0801.mp4", Length: 60 * time.Minute, Size: 5, Fingerprint: mark},
			recordings.File{Path: "w/A305_20260914_0801_2.mp4", Length: 37 * time.Minute},
			recordings.File{Path: "w/copy.mp4", Size: 5, Fingerprint: mark},
			recordings.File{Path: "w/A305_20260914_0801.zh.srt"},
			recordings.File{Path: "w/A305_20260914_0801.en.vtt"},
			recordings.File{Path: "w/A305_20260914_0801 slides.pdf"},
			recordings.File{Path: "w/A305_20260914_0801.txt"},
			recordings.File{Path: "w/readme.txt"},
			recordings.File{Path: "w/MKT201-2 2026-09-15 0800.mp4"},
			recordings.File{Path: "w/MKT201-2 2026-09-15 0830.mp4", Length: 60 * time.Minute},
			recordings.File{Path: "w/copy.pdf"},
		)
		var lines []string
		for i := range got {
			lines = append(lines, fmt.Sprintf("%s %s %d %s%s", got[i].Kind, got[i].State, got[i].Of, got[i].Language,
				map[bool]string{true: fmt.Sprint(got[i].Number)}[got[i].Number > 0]))
		}
		want := []string{
			"recording sure -1 ", "recording part 0 2", "recording twice 0 ", "captions beside 0 zh-CN",
			"captions beside 0 en-US", "slides beside 0 ", "chapters beside 0 ", "chapters left -1 ", "recording sure -1 ",
			"recording part 8 2", "slides beside 0 ",
		}
		if d := cmp.Diff(want, lines); d != "" {
			t.Error(d)
		}
		if !got[1].Join || got[9].Join { // the second isn't known to end before the third begins
			t.Errorf("to be joined: %v %v", got[1].Join, got[9].Join)
		}
		if best := got[1].Best(); best == nil || best.Class == "" || best.Group == "" || !best.Target.Beside ||
			best.Course != "mkt" || best.Title != "定价 (2)" {
			t.Errorf("a second part: %+v", best)
		}
	})
}

// Files that are parts of one recording by their names or times.
func TestParts(t *testing.T) {
	half := 45 * time.Minute
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for _, tc := range []struct {
			name  string
			paths []string
			want  string // per file: state, series and number, and whether to join it
		}{
			{"words", []string{"A305_20260914_0801_part2.mp4", "A305_20260914_0801_part1.mp4"}, "part 1#2 join, sure"},
			{
				"three",
				[]string{"w/MKT201-1 2026-09-14 p1.mp4", "w/MKT201-1 2026-09-14 p3.mp4", "w/MKT201-1 2026-09-14 p2.mp4"},
				"sure, part 0#3 join, part 0#2 join",
			},
			{"numbers behind a time", []string{"A305_20260914_0801-01.mp4", "A305_20260914_0801-02.mp4"}, "sure, part 0#2 join"},
			{"brackets", []string{"MKT201 Pricing.mp4", "MKT201 Pricing (2).mp4"}, "sure, part 0#2 join"},
			{"a title", []string{"MKT201 Channels part 1.mp4", "MKT201 Channels part 2.mp4"}, "likely, part 0#2 join"},
			{"Chinese", []string{"商法 2026-09-14 0800 第1段.mp4", "商法 2026-09-14 0800 第2段.mp4"}, "sure, part 0#2 join"},
			{"halves", []string{"9.14 商法 上.mp4", "9.14 商法 下.mp4"}, "likely, part 0#2 join"},
			{"halves of a group", []string{"市场营销01班第2周下.mp4", "市场营销01班第2周上.mp4"}, "part 1#2 join, sure"},
			{"lessons, not parts", []string{"MKT201 01.mp4", "MKT201 02.mp4"}, "sure, sure"},
			{"lessons that are called parts", []string{"MKT201 part1.mp4", "MKT201 part2.mp4"}, "sure, sure"},
			{"another folder", []string{"a/A305_20260914_0801_part1.mp4", "b/A305_20260915_0801_part2.mp4"}, "likely, likely"},
			{"no first part", []string{"A305_20260914_0801_part2.mp4", "A305_20260914_0801_part3.mp4"}, "likely, part 0#2"},
			{"one after the other", []string{
				"MKT201-1 2026-09-14 0801.mp4",
				"MKT201-1 2026-09-14 0847.mp4",
			}, "sure, part 0#2 join"},
			{"a part is missing", []string{"A305_20260914_0801_part1.mp4", "A305_20260914_0801_part3.mp4"}, "sure, part 0#3"},
			{"two cameras", []string{"MKT201-1 2026-09-14 0801 a.mp4", "MKT201-1 2026-09-14 0805 b.mp4"}, "likely, part 0#2"},
		} {
			var files []recordings.File
			for _, path := range tc.paths {
				files = append(files, recordings.File{Path: path, Length: half})
			}
			var got []string
			for _, m := range h.match(files...) {
				one := string(m.State)
				if m.Of >= 0 {
					one += fmt.Sprintf(" %d#%d", m.Of, m.Number)
				}
				if m.Join {
					one += " join"
				}
				got = append(got, one)
			}
			if all := strings.Join(got, ", "); all != tc.want {
				t.Errorf("%s: %s, want %s", tc.name, all, tc.want)
			}
		}
	})
}

// A folder that was uploaded before, also by a colleague, is recognised.
func TestKnownFiles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		mark := strings.Repeat("b", 64)
		asset := sqldb.NewID()
		dbtest.Asset(t, db, asset, "two", "ready", 1000, true)
		dbtest.Exec(t, db, `UPDATE asset SET size = 7, fingerprint = $1, account_id = 'dean',
			file = 'a.mp4' WHERE id = $2`, mark, asset)
		insert := `INSERT INTO upload (id, account_id, file, size, lesson_id, course_id, title, asset_id, created_at,
			expires_at, fingerprint, modified_at)
			VALUES ($1, $2, $3, $4, '', '', '', '', 0, 9000000000000, '', $5)`
		dbtest.Exec(t, db, insert, "u1", "dean", "b.mp4", 8, 5)
		dbtest.Exec(t, db, insert, "u2", "other", "c.mp4", 9, 0)
		got := h.match(
			recordings.File{Path: "w/renamed.mp4", Size: 7, Fingerprint: mark}, recordings.File{
				Path: "a.mp4", Size: 7,
				Fingerprint: strings.Repeat("c", 64),
			}, recordings.File{Path: "b.mp4", Size: 8, Modified: time.UnixMilli(5)},
			recordings.File{Path: "b.mp4", Size: 8, Modified: time.UnixMilli(6)}, recordings.File{Path: "c.mp4", Size: 9},
		)
		if got[0].State != recordings.Here || got[0].Known.Asset != asset || !got[0].Known.Mine {
			t.Errorf("the same file: %+v", got[0])
		}
		if got[1].Known != nil || got[3].Known != nil {
			t.Error("other files are taken for known ones")
		}
		if k := got[2].Known; k == nil || k.Upload != "u1" || !k.Mine {
			t.Errorf("an upload of one's own: %+v", k)
		}
		if k := got[4].Known; k == nil || k.Mine || got[4].Reason.Code != "recordings.coming" {
			t.Errorf("a colleague's: %+v", got[4])
		}
		unplaced := sqldb.NewID()
		dbtest.Asset(t, db, unplaced, "", "ready", 1000, false)
		dbtest.Exec(t, db, `UPDATE asset SET size = 11, fingerprint = $1, account_id = 'other',
			file = 'A305_20260915_0801.mp4' WHERE id = $2`, strings.Repeat("d", 64), unplaced)
		again := h.match(recordings.File{
			Path: "A305_20260915_0801.mp4", Size: 11,
			Fingerprint: strings.Repeat("d", 64), Length: 98 * time.Minute,
		})[0]
		if got := said(&again); got != "sure mm2.2" || again.Known == nil || again.Known.Asset != unplaced {
			t.Errorf("one that is here but in no lesson: %s %+v", got, again.Known)
		}
		anew := h.match(
			recordings.File{Path: "w/renamed.mp4", Size: 7, Fingerprint: mark, Anew: true}, recordings.File{
				Path: "c.mp4",
				Size: 9, Anew: true,
			}, recordings.File{Path: "b.mp4", Size: 8, Modified: time.UnixMilli(5), Anew: true},
		)
		if anew[0].Known != nil || anew[0].State == recordings.Here || anew[1].Known != nil {
			t.Errorf("what somebody brings in all the same: %+v", anew[:2])
		}
		if k := anew[2].Known; k == nil || k.Upload != "u1" {
			t.Errorf("an upload of one's own goes on, whatever was said: %+v", k)
		}
		taken := h.match(recordings.File{Path: "A305_20260914_0801.mp4", Length: 98 * time.Minute})[0]
		if got := said(&taken); got != "likely mm1.2 has" || taken.Best().Replaces != "a.mp4" {
			t.Errorf("a class that has one: %s", got)
		}
	})
}

// A college without classes yet: the camera's clock isn't to blame.
func TestWithoutATimetable(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Exec(t, db, `DELETE FROM meeting`)
		for path, want := range map[string]string{
			"A305_20260914_0801.mp4": "none no_timetable",
			"holiday.mp4":            "none no_timetable",
			"MKT201 01.mp4":          "sure one",
		} {
			if got := said(&h.match(recordings.File{Path: path})[0]); got != want {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
	})
}
