// Package news writes the messages about what happened, in both languages: moved classes, holidays, recordings,
// first passwords. It sends none. Messages, push and the calendar feed share its texts for places and times. Start
// at Changes.
package news

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// Wording formats places and times in one language.
type Wording struct {
	Language locale.Language
	Names    *timetable.Names
	teacher  string                    // the reader's id; empty for students
	seats    map[string]timetable.Seat // the reader's, by class
}

const maxCourse = 48 // characters in a title

func (w Wording) course() string {
	return locale.Shorten(message.Text{Zh: w.Names.Course.Name, En: w.Names.Course.NameEn}.In(w.Language), maxCourse)
}

// when returns the short form for a title: Mon 13 Oct, 08:00–09:35.
func (w Wording) when(p timetable.Place) string {
	text := date(w.Language, p.Day)
	switch {
	case p.Hours.Timed():
		text += " " + p.Hours.Starts.String() + "–" + p.Hours.Ends.String()
	case p.Hours.FirstPeriod > 0:
		text += " " + w.Periods(p.Hours)
	}
	return text
}

// Periods returns the numbers of a class's periods.
func (w Wording) Periods(h timetable.Hours) string {
	return locale.Text(w.Language, "news.periods",
		map[string]string{"first": strconv.Itoa(h.FirstPeriod), "last": strconv.Itoa(h.LastPeriod)})
}

// place returns the long form: when, which periods, where, with which teacher.
func (w Wording) place(p timetable.Place) string {
	parts := []string{w.when(p)}
	if p.Hours.Timed() && p.Hours.FirstPeriod > 0 {
		parts = append(parts, w.Periods(p.Hours))
	}
	parts = append(parts, w.Room(p))
	if t := w.Names.Teachers[p.Teacher]; t.Name+t.NameEn != "" {
		parts = append(parts, message.Text{Zh: t.Name, En: t.NameEn}.In(w.Language))
	}
	return w.join(parts)
}

func (w Wording) join(parts []string) string {
	if w.Language == locale.Chinese {
		return strings.Join(parts, "，")
	}
	return strings.Join(parts, ", ")
}

// seat returns the reader's seat in an exam, if there is one.
func (w Wording) seat(class *timetable.Class) []string {
	seat, ok := w.seats[class.ID]
	if !ok {
		return nil
	}
	return []string{locale.Text(w.Language, "news.seat", map[string]string{"seat": seat.Seat})}
}

// Room returns the room of a class, with its campus if there are several.
func (w Wording) Room(p timetable.Place) string {
	room, known := w.Names.Rooms[p.Room]
	if !known {
		return locale.Text(w.Language, "news.online", nil)
	}
	name := message.Text{Zh: room.Name, En: room.NameEn}.In(w.Language)
	campus := w.Names.Campuses[room.Campus]
	if campus.ID == "" || len(w.Names.Campuses) < 2 {
		return name
	}
	if w.Language == locale.Chinese {
		return campus.Name + " " + name
	}
	return name + " (" + message.Text{Zh: campus.Name, En: campus.NameEn}.In(w.Language) + ")"
}

// fromTo returns what changed: old → new, with the staff's note below.
func (w Wording) fromTo(d timetable.Difference) string {
	var text string
	switch {
	case d.After == nil:
		text = w.place(d.Before.Place)
	case d.Before == nil || d.Before.Place == d.After.Place:
		text = w.place(d.After.Place)
	default:
		text = w.place(d.Before.Place) + " → " + w.place(d.After.Place)
	}
	if d.After != nil && d.After.State != timetable.Cancelled {
		text = w.join(append([]string{text}, w.seat(d.After)...))
	}
	if note := cleanNote(classOf(d).Note); note != "" {
		text += "\n" + note
	}
	return text
}

const maxNote = 2000 // characters

// cleanNote makes a note valid for a message: a cell may contain characters that a message may not.
func cleanNote(note string) string {
	runes := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(note, ""))))
	return string(runes[:min(len(runes), maxNote)])
}

// date returns a day without its year, which is obvious in a timetable.
func date(l locale.Language, d civil.Date) string {
	_, month, day := d.Parts()
	if l == locale.Chinese {
		return fmt.Sprintf("%d月%d日（%s）", month, day, weekday(l, d.Weekday()))
	}
	return fmt.Sprintf("%s %d %s", d.Weekday().String()[:3], day, month.String()[:3])
}

func weekday(l locale.Language, d civil.Weekday) string {
	if !d.Valid() {
		return ""
	}
	if l == locale.Chinese {
		return "周" + string([]rune("一二三四五六日")[d-1])
	}
	return d.String()
}
