package timetable

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/snapshot"
)

// These functions format objects for the audit log. Ids stand for names, and fields are written like "weekday:1": the
// page translates both.

func (t *Term) fields() map[string]any {
	return map[string]any{"nameZh": t.Name, "nameEn": t.NameEn, "firstMonday": t.FirstMonday.String(), "weeks": t.Weeks}
}

func (c *Campus) fields(position int) map[string]any {
	return map[string]any{"nameZh": c.Name, "nameEn": c.NameEn, "position": position}
}

func (r *Room) fields() map[string]any {
	return map[string]any{
		"campus": r.Campus, "nameZh": r.Name, "nameEn": r.NameEn,
		"building": r.Building, "seats": r.Seats,
	}
}

func (s *PeriodScheme) fields() map[string]any {
	periods := make([]string, 0, len(s.Periods))
	for _, p := range s.Periods {
		periods = append(periods, fmt.Sprintf("%d %s-%s", p.Number, p.Starts, p.Ends))
	}
	return map[string]any{"campus": s.Campus, "from": s.From.String(), "until": s.To.String(), "periods": periods}
}

// meetingFields formats the meetings of a group in an order that doesn't depend on the input.
func meetingFields(list []Meeting) map[string]any {
	texts := make([]string, 0, len(list))
	for _, m := range list {
		texts = append(texts, m.text())
	}
	slices.Sort(texts)
	return map[string]any{"meetings": texts}
}

func (m *Meeting) text() string {
	parts := []string{fmt.Sprintf("weekday:%d", m.Weekday), m.Hours.text(), "weeks:" + m.Weeks.String()}
	for _, part := range [][2]string{{"room", m.Room}, {"teacher", m.Teacher}} {
		if part[1] != "" {
			parts = append(parts, part[0]+":"+part[1])
		}
	}
	if m.Room == "" && m.Campus != "" {
		parts = append(parts, "campus:"+m.Campus)
	}
	if m.Kind == Exam {
		parts = append(parts, "kind:"+string(Exam))
	}
	return strings.Join(parts, " ")
}

// text returns "" for zero hours.
func (h Hours) text() string {
	switch {
	case h.FirstPeriod > 0:
		return fmt.Sprintf("periods:%d-%d", h.FirstPeriod, h.LastPeriod)
	case h.Timed():
		return fmt.Sprintf("time:%s-%s", h.Starts, h.Ends)
	}
	return ""
}

// fields lists the fields that a change sets, before and after, given the classes without it. planned is the day and
// time of the class without the change; empty for an added class.
func (c *Change) fields(without []Class) (was, is map[string]any, planned string) {
	is = map[string]any{
		"action": string(c.Action), "group": c.Group, "day": c.Day.String(), "hours": c.Hours.text(), "campus": c.Campus,
		"room": c.Room, "online": c.Online, "teacher": c.Teacher, "note": c.Note,
	}
	i := slices.IndexFunc(without, func(class Class) bool { return class.ID == c.Class })
	if i < 0 {
		return nil, is, ""
	}
	old := without[i].Place
	was = map[string]any{}
	for field, value := range map[string]string{
		"day": old.Day.String(), "hours": old.Hours.text(), "campus": old.Campus,
		"room": old.Room, "teacher": old.Teacher,
	} {
		if is[field] != "" || field == "room" && c.Online {
			was[field] = value
		}
	}
	return was, is, old.Trail()
}

// Trail formats the day and hours for the audit log.
func (p *Place) Trail() string { return "day:" + p.Day.String() + " " + p.Hours.text() }

func (m *DayMapping) fields() map[string]any {
	return map[string]any{"date": m.Date.String(), "off": m.Off, "week": m.Week, "weekday": int(m.Weekday), "note": m.Note}
}

func (h *Holiday) fields() map[string]any {
	return map[string]any{"from": h.From.String(), "until": h.To.String(), "nameZh": h.Name, "nameEn": h.NameEn}
}

func (s *SeatOf) fields() map[string]any {
	exam, _, _ := strings.Cut(s.Class, ".") // without the week: an exam has only one
	return map[string]any{"exam": exam, "room": s.Room, "seat": s.Seat.Seat}
}

func weekTexts(list []WeekSpan) []string {
	texts := make([]string, 0, len(list))
	for _, span := range list {
		texts = append(texts, fmt.Sprintf("%d-%d", span.First, span.Last))
	}
	return texts
}

func wayTexts(list []Way) []string {
	texts := make([]string, 0, len(list))
	for _, w := range list {
		texts = append(texts, fmt.Sprintf("%s-%s %d", min(w.Campus, w.Other), max(w.Campus, w.Other), w.Minutes))
	}
	slices.Sort(texts)
	return texts
}

// copiedFields formats the fields of a copied thing; nil for an empty copy.
func copiedFields(thing Thing, copied snapshot.Copy) (map[string]any, error) {
	if len(copied) == 0 {
		return nil, nil //nolint:nilnil // empty copy
	}
	tables, err := Rows(thing).Rows(copied)
	if err != nil {
		return nil, err
	}
	row := tables[0][0]
	switch thing {
	case TermRows:
		return map[string]any{
			"nameZh": row.Text("name"), "nameEn": row.Text("name_en"),
			"firstMonday": row.Text("first_monday"), "weeks": row.Number("weeks"),
		}, nil
	case CampusRows:
		c := Campus{Name: row.Text("name"), NameEn: row.Text("name_en")}
		return c.fields(row.Number("position")), nil
	case RoomRows:
		r := Room{
			Campus: row.Text("campus_id"), Name: row.Text("name"), NameEn: row.Text("name_en"),
			Building: row.Text("building"), Seats: row.Number("seats"),
		}
		return r.fields(), nil
	case SchemeRows:
		return copiedScheme(row, tables[1]), nil
	case MeetingRows:
		return copiedMeetings(tables[0])
	case SeatRows:
	}
	return nil, fmt.Errorf("the log has no words for a %s", thing)
}

func copiedScheme(row snapshot.Row, periods []snapshot.Row) map[string]any {
	slices.SortFunc(periods, func(a, b snapshot.Row) int { return a.Number("number") - b.Number("number") })
	texts := make([]string, 0, len(periods))
	for _, p := range periods {
		texts = append(texts, fmt.Sprintf("%d %s-%s", p.Number("number"), p.Text("starts"), p.Text("ends")))
	}
	return map[string]any{
		"campus": row.Text("campus_id"), "from": row.Text("from_date"),
		"until": row.Text("to_date"), "periods": texts,
	}
}

func copiedMeetings(rows []snapshot.Row) (map[string]any, error) {
	list := make([]Meeting, 0, len(rows))
	for _, row := range rows {
		starts, wrongStart := civil.ParseTime(row.Text("starts"))
		ends, wrongEnd := civil.ParseTime(row.Text("ends"))
		m, err := toMeeting(db.Meeting{
			Kind: row.Text("kind"), Weekday: int64(row.Number("weekday")), FirstPeriod: int64(row.Number("first_period")),
			LastPeriod: int64(row.Number("last_period")), Starts: starts, Ends: ends, Weeks: row.Text("weeks"),
			CampusID: row.Text("campus_id"), RoomID: row.Text("room_id"), TeacherID: row.Text("teacher_id"),
		})
		if err := errors.Join(wrongStart, wrongEnd, err); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return meetingFields(list), nil
}
