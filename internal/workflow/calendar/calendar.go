// Package calendar renders a student's term in the format of RFC 5545, for calendar feeds and files. Start at Render.
package calendar

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/news"
)

// Style is what a calendar depends on besides the timetable.
type Style struct {
	Language locale.Language
	College  string // the college's name
	Portal   string // base of links, such as https://portal.example
}

// Tag returns a version of the calendar, derived from everything it depends on, given the timetable's version.
func (s Style) Tag(version string) string {
	sum := sha256.Sum256([]byte("feed 3\n" + version + "\n" + string(s.Language) + "\n" + s.College + "\n" + s.Portal))
	return base64.RawURLEncoding.EncodeToString(sum[:15])
}

// writer writes one calendar.
type writer struct {
	Style
	zone     *time.Location
	calendar *ics.Calendar
	table    *timetable.Timetable
	names    timetable.Names
	groups   map[string]timetable.Group
	stamp    time.Time // of classes that were never changed
}

// text returns a text in the calendar's language. The params are name, value, name, value …
func (f *writer) text(key string, params ...string) string {
	return locale.Text(f.Language, key, fault.Params(params...))
}

// Render writes a term. The same timetable gives the same bytes on every node, because the time of writing isn't in
// it.
func Render(t *timetable.Timetable, zone *time.Location, style Style) ([]byte, error) {
	f := &writer{
		Style: style, zone: zone, calendar: ics.NewCalendar(), table: t, groups: map[string]timetable.Group{},
		names: timetable.Names{
			Rooms: map[string]timetable.Room{}, Teachers: map[string]timetable.Teacher{},
			Campuses: map[string]timetable.Campus{},
		}, stamp: t.Term.FirstMonday.AddDays(-60).At(0, time.UTC),
	}
	for _, g := range t.Groups {
		f.groups[g.ID] = g
	}
	for _, r := range t.Rooms {
		f.names.Rooms[r.ID] = r
	}
	for _, p := range t.Teachers {
		f.names.Teachers[p.ID] = p
	}
	for _, c := range t.Campuses {
		f.names.Campuses[c.ID] = c
	}
	c := f.calendar
	c.SetProductId("-//Lectern//Timetable//" + strings.ToUpper(string(style.Language[:2])))
	c.SetCalscale("GREGORIAN")
	c.SetMethod(ics.MethodPublish)
	name := f.text("calendar.name", "college", style.College)
	c.SetXWRCalName(name)
	c.SetName(name)
	c.SetXWRTimezone(zone.String())
	c.SetRefreshInterval("PT1H")
	c.SetXPublishedTTL("PT1H")
	c.AddVTimezone(vtimezone(zone, t.Term))
	for i := range t.Classes {
		f.event(&t.Classes[i])
	}
	var out bytes.Buffer
	if err := c.SerializeTo(&out, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("write a calendar: %w", err)
	}
	return out.Bytes(), nil
}

// SEQUENCE must grow with every change to a class, also when one is withdrawn, and fit into 31 bits. Changes from
// before revisions were counted use their second since 2020, which stays below sequenceBase until 2028; revisions are
// above it.
var sequenceZero = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const sequenceBase = 1 << 28

func sequence(c *timetable.Class) int {
	switch {
	case c.Revision > 0:
		return int(min(sequenceBase+c.Revision, math.MaxInt32))
	case c.Changed.IsZero():
		return 0
	}
	return int(min(max(c.Changed.Sub(sequenceZero)/time.Second, 0), sequenceBase))
}

func (f *writer) event(c *timetable.Class) {
	e := f.calendar.AddEvent(c.ID + "@lectern")
	seat, seated := f.table.Seats[c.ID]
	if seated { // a new seat is a new version of the event
		moved := c.Seated(seat)
		moved.Changed, moved.Revision = later(c.Changed, seat.Changed.At), max(c.Revision, seat.Changed.Revision)
		c = &moved
	}
	stamp := f.stamp
	if !c.Changed.IsZero() {
		stamp = c.Changed
	}
	e.SetDtStampTime(stamp)
	e.SetModifiedAt(stamp)
	e.SetSequence(sequence(c))
	f.hours(e, c.Place)
	group := f.groups[c.Group]
	title := locale.Pick(f.Language, group.Name, group.NameEn)
	if c.Kind == timetable.Exam {
		title = f.text("calendar.exam", "course", title)
		e.AddCategory("EXAM")
		f.remind(e, c, title)
	}
	e.SetStatus(ics.ObjectStatusConfirmed)
	if c.State == timetable.Cancelled {
		e.SetStatus(ics.ObjectStatusCancelled)
		e.SetProperty(ics.ComponentPropertyTransp, "TRANSPARENT")
	}
	e.SetSummary(clean(title))
	where := f.where(c.Place)
	if seated {
		where += f.text("calendar.comma") + f.text("calendar.seat", "seat", seat.Seat)
	}
	if where != "" {
		e.SetLocation(clean(where))
	}
	week := timetable.WeekOf(f.table.Term, c.Place.Day)
	link := f.Portal + "/student/timetable?term=" + url.QueryEscape(f.table.Term.ID) + "&week=" + strconv.Itoa(week) +
		"&class=" + url.QueryEscape(c.ID)
	recordings := f.table.Recordings[c.ID]
	if len(recordings) > 0 {
		link = f.Portal + "/student/watch?lesson=" + url.QueryEscape(recordings[0])
	}
	e.SetURL(link)
	e.SetDescription(clean(f.describe(c, group, len(recordings) > 0, link)))
}

// remind adds alarms on the evening before an exam and an hour before it.
func (f *writer) remind(e *ics.VEvent, c *timetable.Class, title string) {
	if c.State == timetable.Cancelled || !c.Place.Hours.Timed() {
		return
	}
	evening := c.Place.Hours.Starts.Hour()*60 + c.Place.Hours.Starts.Minute() + (24-examEvening)*60
	for _, before := range []int{evening, 60} {
		alarm := e.AddAlarm()
		alarm.SetAction(ics.ActionDisplay)
		alarm.SetProperty(ics.ComponentPropertyDescription, clean(title))
		alarm.SetTrigger("-PT" + strconv.Itoa(before) + "M")
	}
}

// examEvening is the hour of the alarm on the evening before an exam.
const examEvening = 19

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// hours sets start and end in the college's time. A class without clock times takes the whole day.
func (f *writer) hours(e *ics.VEvent, p timetable.Place) {
	if !p.Hours.Timed() {
		day := ics.WithValue(string(ics.ValueDataTypeDate))
		e.SetProperty(ics.ComponentPropertyDtStart, compact(p.Day), day)
		e.SetProperty(ics.ComponentPropertyDtEnd, compact(p.Day.AddDays(1)), day)
		return
	}
	zone := ics.WithTZID(f.zone.String())
	e.SetProperty(ics.ComponentPropertyDtStart, compact(p.Day)+"T"+clockText(p.Hours.Starts), zone)
	e.SetProperty(ics.ComponentPropertyDtEnd, compact(p.Day)+"T"+clockText(p.Hours.Ends), zone)
}

func compact(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func clockText(t civil.Time) string { return strings.ReplaceAll(t.String(), ":", "") + "00" }

func (f *writer) where(p timetable.Place) string {
	if p.Room == "" {
		return f.text("calendar.online")
	}
	return f.wording().Room(p)
}

func (f *writer) wording() news.Wording { return news.Wording{Language: f.Language, Names: &f.names} }

func (f *writer) describe(c *timetable.Class, group timetable.Group, recorded bool, link string) string {
	var lines []string
	switch c.State {
	case timetable.Cancelled:
		lines = append(lines, f.text("calendar.cancelled"))
	case timetable.Added:
		if c.Kind != timetable.Exam { // planned like the others
			lines = append(lines, f.text("calendar.added"))
		}
	case timetable.Moved, timetable.Held:
	}
	if c.Was != nil {
		lines = append(lines, f.text("calendar.was", "place", f.placeText(*c.Was)))
	}
	if c.Note != "" {
		lines = append(lines, c.Note)
	}
	if teacher := locale.Pick(f.Language, f.names.Teachers[c.Place.Teacher].Name,
		f.names.Teachers[c.Place.Teacher].NameEn); teacher != "" {
		lines = append(lines, f.text("calendar.teacher", "name", teacher))
	}
	detail := f.text("calendar.week", "week", strconv.Itoa(c.Week))
	if c.Place.Hours.FirstPeriod > 0 {
		detail += f.text("calendar.comma") + f.wording().Periods(c.Place.Hours)
	}
	lines = append(lines, detail, group.CourseCode)
	if recorded {
		lines = append(lines, f.text("calendar.recording", "link", link))
	}
	return strings.Join(lines, "\n")
}

// placeText returns a place in one line, for "was".
func (f *writer) placeText(p timetable.Place) string {
	parts := []string{p.Day.String()}
	if p.Hours.Timed() {
		parts[0] += " " + p.Hours.Starts.String() + "–" + p.Hours.Ends.String()
	}
	return strings.Join(append(parts, f.where(p)), f.text("calendar.comma"))
}

// clean removes characters that the format doesn't allow; the library escapes the rest.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}
