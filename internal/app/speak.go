package app

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"lectern/internal/civil"
	"lectern/internal/locale"
	"lectern/internal/message"
	"lectern/internal/timetable"
)

// A speaker says places and times as people do, in one language.
type speaker struct {
	lang  locale.Language
	names *timetable.Names
}

const maxCourse = 48 // characters in a title

func (s speaker) course() string {
	name := []rune(message.Text{Zh: s.names.Course.Name, En: s.names.Course.NameEn}.In(s.lang))
	if len(name) > maxCourse {
		return string(name[:maxCourse-1]) + "…"
	}
	return string(name)
}

// when is the short form for a title: Mon 13 Oct, 08:00–09:35.
func (s speaker) when(p timetable.Place) string {
	text := date(s.lang, p.Day)
	switch {
	case p.Hours.Timed():
		text += " " + p.Hours.Starts.String() + "–" + p.Hours.Ends.String()
	case p.Hours.FirstPeriod > 0:
		text += " " + s.periods(p.Hours)
	}
	return text
}

func (s speaker) periods(h timetable.Hours) string {
	return locale.Text(s.lang, "news.periods", map[string]string{"first": strconv.Itoa(h.FirstPeriod), "last": strconv.Itoa(h.LastPeriod)})
}

// place is the long form: when, which periods, where, with whom.
func (s speaker) place(p timetable.Place) string {
	parts := []string{s.when(p)}
	if p.Hours.Timed() && p.Hours.FirstPeriod > 0 {
		parts = append(parts, s.periods(p.Hours))
	}
	parts = append(parts, s.room(p))
	if t := s.names.Teachers[p.Teacher]; t.Name+t.NameEn != "" {
		parts = append(parts, message.Text{Zh: t.Name, En: t.NameEn}.In(s.lang))
	}
	if s.lang == locale.Chinese {
		return strings.Join(parts, "，")
	}
	return strings.Join(parts, ", ")
}

func (s speaker) room(p timetable.Place) string {
	room, known := s.names.Rooms[p.Room]
	if !known {
		return locale.Text(s.lang, "news.online", nil)
	}
	name := message.Text{Zh: room.Name, En: room.NameEn}.In(s.lang)
	campus := s.names.Campuses[room.Campus]
	if campus.ID == "" || len(s.names.Campuses) < 2 {
		return name
	}
	if s.lang == locale.Chinese {
		return campus.Name + " " + name
	}
	return name + " (" + message.Text{Zh: campus.Name, En: campus.NameEn}.In(s.lang) + ")"
}

// fromTo is what was and what is: old → new, with what staff said below it.
func (s speaker) fromTo(d timetable.Difference) string {
	var text string
	switch {
	case d.After == nil:
		text = s.place(d.Before.Place)
	case d.Before == nil || d.Before.Place == d.After.Place:
		text = s.place(d.After.Place)
	default:
		text = s.place(d.Before.Place) + " → " + s.place(d.After.Place)
	}
	if note := plain(shown(d).Note); note != "" {
		text += "\n" + note
	}
	return text
}

const maxNote = 2000 // characters

// plain makes a note fit for a message: a spreadsheet's cell may hold what a message may not.
func plain(note string) string {
	runes := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(note, ""))))
	return string(runes[:min(len(runes), maxNote)])
}

// date is a day without its year: a timetable is about this one.
func date(l locale.Language, d civil.Date) string {
	_, month, day := d.Parts()
	if l == locale.Chinese {
		return fmt.Sprintf("%d月%d日（%s）", month, day, weekday(l, d.Weekday()))
	}
	return fmt.Sprintf("%s %d %s", d.Weekday().String()[:3], day, month.String()[:3])
}

func weekday(l locale.Language, w civil.Weekday) string {
	if !w.Valid() {
		return ""
	}
	if l == locale.Chinese {
		return "周" + string([]rune("一二三四五六日")[w-1])
	}
	return w.String()
}
