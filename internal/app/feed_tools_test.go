package app_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

//go:embed testdata/read_feed.py
var readFeed string

// Zones of the college and of the reader: one without summer time, and two that change their clocks on different
// days.
var feedZones = []struct {
	college string
	readers []string
}{
	{"Asia/Shanghai", []string{"Asia/Shanghai", "Europe/Berlin", "America/New_York"}},
	{"Europe/Berlin", []string{"America/New_York"}},
}

// feedTable is a term as the timetable page of a student or teacher gets it.
type feedTable struct {
	TimeZone string
	Groups   []struct{ ID, Code string }
	Rooms    []struct{ ID, Campus, Name string }
	Mappings []struct {
		Date string
		Off  bool
	}
	Seats   []struct{ Class, Seat string }
	Classes []feedClass
}

type feedClass struct {
	ID, Group, Kind, State string
	Place                  struct {
		Day, Starts, Ends, Campus, Room string
		FirstPeriod                     int
	}
}

// feedReader is a person with a calendar address and a folder for the tools.
type feedReader struct {
	t       *testing.T
	teaches bool // a teacher, whose exams have no seat
	folder  string
	environ []string
	client  *apitest.Client
	feed    string
	table   feedTable
}

// [2.21] Calendar programs see every class at the instant of the timetable, after changes, moves and cancellations,
// with winter times, make-up days and exams, in any zone of the college and the reader. A teacher's feed works like
// a student's. It runs on one engine, because these programs take seconds; the tests of package api read the
// feed on both.
func TestCommandFeedInOtherPrograms(t *testing.T) {
	for _, tool := range []string{"vdirsyncer", "khal", "calcurse"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing: run make deps, or apt-get install vdirsyncer khal calcurse python3-icalendar", tool)
		}
	}
	p := demo(t)
	environ, logins := p.environ, p.logins
	teacher := slices.IndexFunc(logins, func(l sampleLogin) bool { return l.Scope == "teacher" })
	readers := []*feedReader{
		{t: t, folder: t.TempDir(), environ: environ},
		{t: t, teaches: true, folder: t.TempDir(), environ: environ},
	}
	winterInTwoWeeks(t, p.database)
	for i, zone := range feedZones {
		url, _, stop := serve(t, append(slices.Clone(environ), "LECTERN_TIME_ZONE="+zone.college))
		for at, who := range []sampleLogin{logins[0], logins[teacher]} {
			client, err := apitest.Dial(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			readers[at].client = client
			if answer, err := client.Login(t.Context(), who.Phone, who.Password); err != nil || !answer.Succeeded {
				t.Fatalf("%+v, %v", answer, err)
			}
		}
		for _, r := range readers {
			if i == 0 {
				r.sync(url) // the second sync gets the changes
				r.change()
			}
			r.sync(url)
			r.readAll(zone.college, zone.readers)
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
	}
}

// winterInTwoWeeks makes period times change within the term, whatever today's date is.
func winterInTwoWeeks(t *testing.T, database string) {
	t.Helper()
	db := dbtest.Open(t, database)
	first := time.Now().AddDate(0, 0, 14)
	dbtest.Exec(t, db, `UPDATE period_scheme SET to_date = $1 WHERE campus_id = 'north'
		AND to_date = (SELECT max(to_date) FROM period_scheme WHERE campus_id = 'north' AND to_date < $2)`,
		first.AddDate(0, 0, -1).Format(time.DateOnly), first.Format(time.DateOnly))
	dbtest.Exec(t, db, `UPDATE period_scheme SET from_date = $1 WHERE campus_id = 'north' AND from_date <= $1
		AND to_date >= $1`, first.Format(time.DateOnly))
	tenLater(t, db, first.Format(time.DateOnly))
}

// tenLater moves every period of the schemes that begin on a day by ten minutes, because those of the sample only
// differ in the afternoon.
func tenLater(t *testing.T, db *sqldb.DB, first string) {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), `SELECT p.scheme_id, p.number, p.starts, p.ends FROM period AS p
		JOIN period_scheme AS s ON s.id = p.scheme_id WHERE s.from_date = $1`, first)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	type period struct {
		scheme       string
		number       int
		starts, ends civil.Time
	}
	var list []period
	for rows.Next() {
		var p period
		if err := rows.Scan(&p.scheme, &p.number, &p.starts, &p.ends); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if err := rows.Err(); err != nil || len(list) == 0 {
		t.Fatalf("%d periods in winter: %v", len(list), err)
	}
	for _, p := range list {
		dbtest.Exec(t, db, `UPDATE period SET starts = $3, ends = $4 WHERE scheme_id = $1 AND number = $2`, p.scheme,
			p.number, p.starts+10, p.ends+10)
	}
}

func (r *feedReader) call(method, path string, into any) {
	r.t.Helper()
	answer, err := r.client.Do(r.t.Context(), method, path, nil)
	if err != nil || !answer.Succeeded || json.Unmarshal(answer.Data, into) != nil {
		r.t.Fatalf("%s %s: %+v, %v", method, path, answer, err)
	}
}

// run runs a program in the reader's zone and returns its output.
func (r *feedReader) run(zone, name string, args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Env = append(os.Environ(), "TZ="+zone, "HOME="+r.folder, "XDG_CONFIG_HOME="+r.folder, "XDG_DATA_HOME="+r.folder,
		"XDG_CACHE_HOME="+r.folder, "LC_ALL=C.UTF-8")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, errs.String())
	}
	return string(out)
}

func (r *feedReader) write(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// sync reads the timetable, and lets vdirsyncer copy the feed into the folder, one event per file.
func (r *feedReader) sync(url string) {
	r.t.Helper()
	var calendar struct{ Path string }
	if r.feed == "" {
		r.call("POST", "/api/calendar", &calendar)
	} else {
		r.call("GET", "/api/calendar", &calendar)
	}
	fresh := r.feed != url+calendar.Path
	r.feed = url + calendar.Path
	r.table = feedTable{}
	r.call("GET", "/api/timetable", &r.table)
	folder := filepath.Join(r.folder, "events")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		r.t.Fatal(err)
	}
	config := r.write("vdirsyncer.conf",
		fmt.Sprintf("[general]\nstatus_path = %q\n[pair term]\na = \"feed\"\nb = \"folder\"\ncollections = null\n"+
			"[storage feed]\ntype = \"http\"\nurl = %q\n[storage folder]\ntype = \"filesystem\"\npath = %q\n"+
			"fileext = \".ics\"\n", filepath.Join(r.folder, "status"), r.feed, folder))
	if fresh {
		r.run("UTC", "vdirsyncer", "-c", config, "discover")
	}
	r.run("UTC", "vdirsyncer", "-c", config, "sync")
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != len(r.table.Classes) {
		r.t.Fatalf("vdirsyncer has %d events of %d classes: %v", len(files), len(r.table.Classes), err)
	}
}

// change imports sheets with what is hard for a feed: a seat, a cancelled and a moved class, and another room.
func (r *feedReader) change() {
	r.t.Helper()
	code := map[string]string{}
	for _, g := range r.table.Groups {
		code[g.ID] = g.Code
	}
	var exam *feedClass
	var held []feedClass
	for i, c := range r.table.Classes {
		switch {
		case c.Kind == "exam" && c.State == "held":
			exam = &r.table.Classes[i]
		case c.Kind == "class" && c.State == "held" && c.Place.Room != "" && c.Place.Starts != "":
			held = append(held, c)
		}
	}
	if exam == nil || len(held) < 3 {
		r.t.Fatal("the sample has too few classes, or no exam")
	}
	other := ""
	last := held[len(held)-3:]
	for _, room := range r.table.Rooms {
		if room.Campus == last[2].Place.Campus && room.ID != last[2].Place.Room {
			other = room.Name
		}
	}
	at := func(c feedClass) string { return c.Place.Starts + "-" + c.Place.Ends }
	if !r.teaches {
		var record struct{ StudentNumber string }
		r.call("GET", "/api/Students/Students/GetStudentInfoOutput", &record)
		r.lectern("import", "exams", r.write("exams.csv", fmt.Sprintf("教学班,考试时间,学号,座位号\n%s,%s %s,%s,B-07\n", code[exam.Group],
			exam.Place.Day, at(*exam), record.StudentNumber)))
	}
	r.lectern("import", "changes", r.write("changes.csv", fmt.Sprintf("变更类型,教学班,日期,节次,新节次,新教室\n停课,%s,%s,%s,,\n"+
		"调课,%s,%s,%s,20:40-21:25,\n调课,%s,%s,%s,,%s\n", code[last[0].Group], last[0].Place.Day, at(last[0]),
		code[last[1].Group], last[1].Place.Day, at(last[1]), code[last[2].Group], last[2].Place.Day, at(last[2]), other)))
}

func (r *feedReader) lectern(args ...string) {
	r.t.Helper()
	if out, err := lectern(r.t, r.environ, args...); err != nil {
		r.t.Fatalf("%v: %s %v", args, out, err)
	}
}

// starts returns the start of each class in the timetable, by UID. It fails if the term lacks a case to test.
func (r *feedReader) starts(zone string) map[string]int64 {
	r.t.Helper()
	place, err := time.LoadLocation(zone)
	if err != nil || r.table.TimeZone != zone {
		r.t.Fatalf("%s instead of %s: %v", r.table.TimeZone, zone, err)
	}
	out, has, periods := map[string]int64{}, map[string]bool{}, map[string]map[string]bool{}
	for _, c := range r.table.Classes {
		start, err := time.ParseInLocation("2006-01-02 15:04", c.Place.Day+" "+c.Place.Starts, place)
		if err != nil {
			r.t.Fatal(err)
		}
		out[c.ID+"@lectern"] = start.Unix()
		has[c.State] = true
		for _, m := range r.table.Mappings {
			has["make-up day"] = has["make-up day"] || !m.Off && m.Date == c.Place.Day && c.State != "cancelled"
		}
		if period := fmt.Sprint(c.Place.Campus, c.Place.FirstPeriod); c.Place.FirstPeriod > 0 {
			if periods[period] == nil {
				periods[period] = map[string]bool{}
			}
			periods[period][c.Place.Starts] = true
			has["winter times"] = has["winter times"] || len(periods[period]) > 1
		}
	}
	wanted, seats := []string{"held", "cancelled", "moved", "added", "make-up day", "winter times"}, 1
	if r.teaches {
		wanted, seats = []string{"held", "cancelled", "moved", "winter times"}, 0
	}
	for _, what := range wanted {
		if !has[what] {
			r.t.Errorf("the term has no %s", what)
		}
	}
	if len(r.table.Seats) != seats {
		r.t.Errorf("seats %+v", r.table.Seats)
	}
	return out
}

// readAll reads the feed with every tool in every zone and compares.
func (r *feedReader) readAll(zone string, readers []string) {
	r.t.Helper()
	want := r.starts(zone)
	_, body := get(r.t, r.feed)
	file := r.write("feed.ics", body)
	for _, reader := range readers {
		name := fmt.Sprintf("a college in %s read in %s, by a teacher: %t", zone, reader, r.teaches)
		if diff := cmp.Diff(want, r.events(reader, "/usr/bin/python3", r.write("read_feed.py", readFeed), file)); diff != "" {
			r.t.Errorf("icalendar, %s: %s", name, diff)
		}
		if diff := cmp.Diff(want, r.events(reader, "node", icalJS(r.t), file)); diff != "" {
			r.t.Errorf("ical.js, %s: %s", name, diff)
		}
		if diff := cmp.Diff(slices.Sorted(maps.Values(want)), r.khal(reader)); diff != "" {
			r.t.Errorf("khal, %s: %s", name, diff)
		}
		if diff := cmp.Diff(slices.Sorted(maps.Values(want)), r.calcurse(reader, file)); diff != "" {
			r.t.Errorf("calcurse, %s: %s", name, diff)
		}
	}
}

// icalJS returns a program that reads a feed with ical.js.
func icalJS(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../web/scripts/read-feed.mjs")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// events reads the whole feed with a library: icalendar, in the Python that Debian's package supports, or ical.js.
// The exam must have two alarms and name its seat.
func (r *feedReader) events(zone, program string, args ...string) map[string]int64 {
	r.t.Helper()
	out := map[string]int64{}
	for line := range strings.Lines(r.run(zone, program, args...)) {
		parts := strings.SplitN(strings.TrimSpace(line), "\t", 4)
		if len(parts) != 4 {
			r.t.Fatalf("%s said %q", program, line)
		}
		start, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			r.t.Fatal(err)
		}
		out[parts[0]] = start
		if !r.teaches && parts[0] == r.table.Seats[0].Class+"@lectern" &&
			(parts[2] != "2" || !strings.Contains(parts[3], "B-07")) {
			r.t.Errorf("the exam rings %s times at %q", parts[2], parts[3])
		}
	}
	return out
}

// khal lists the folder that vdirsyncer filled, in the reader's zone. vdirsyncer renames the events, so only
// instants can be compared.
func (r *feedReader) khal(zone string) []int64 {
	r.t.Helper()
	place, err := time.LoadLocation(zone)
	if err != nil {
		r.t.Fatal(err)
	}
	const format = "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M\n" +
		"datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
	config := r.write("khal.conf", "[calendars]\n[[term]]\npath = "+filepath.Join(r.folder,
		"events")+"\n[locale]\nlocal_timezone = "+zone+"\ndefault_timezone = "+zone+"\n"+format+
		"[sqlite]\npath = "+filepath.Join(r.folder, "khal.db")+"\n")
	first, last := r.table.Classes[0].Place.Day, r.table.Classes[len(r.table.Classes)-1].Place.Day
	from, err := time.Parse(time.DateOnly, first)
	until, err2 := time.Parse(time.DateOnly, last)
	if err != nil || err2 != nil {
		r.t.Fatal(err, err2)
	}
	list := r.run(zone, "khal", "-c", config, "list", "--once", "--day-format", "", "--format", "{start-long}",
		from.AddDate(0, 0, -2).Format(time.DateOnly), until.AddDate(0, 0, 3).Format(time.DateOnly))
	var out []int64
	for line := range strings.Lines(list) {
		if strings.TrimSpace(line) == "" { // before a day
			continue
		}
		start, err := time.ParseInLocation("2006-01-02 15:04", strings.TrimSpace(line), place)
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, start.Unix())
	}
	slices.Sort(out)
	return out
}

// calcurse doesn't keep UIDs either.
func (r *feedReader) calcurse(zone, file string) []int64 {
	r.t.Helper()
	folder, err := os.MkdirTemp(r.folder, "calcurse")
	if err != nil {
		r.t.Fatal(err)
	}
	r.run(zone, "calcurse", "-q", "-D", folder, "-C", folder, "-i", file)
	var out []int64
	for line := range strings.Lines(r.run(zone, "calcurse", "-q", "-D", folder, "-C", folder, "-G", "--filter-type", "apt",
		"--format-apt", "%(start:epoch)\\n")) {
		start, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, start)
	}
	slices.Sort(out)
	return out
}
