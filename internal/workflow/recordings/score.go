package recordings

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
)

const (
	// near is the largest difference between the time in a name and the start of a class, in minutes, because
	// people press record early or late.
	near = 45
	// prompt is the largest difference that needs no check.
	prompt = 20
	// shortest is the share of a class that a recording must cover not to seem cut off; shortFactor is the factor
	// for shorter ones.
	shortest, shortFactor = 0.6, 0.75
)

// scored is a candidate before comparison with the others. Strength is how well it matches; weight is how often it
// is the right one if several match.
type scored struct {
	Candidate
	strength, weight float64
}

func (s *scored) times(factor float64, code string, params ...string) {
	s.strength *= factor
	if code != "" {
		s.Reasons = append(s.Reasons, because(code, params...))
	}
}

// score compares a class with a file's clues. on is the day that the file means; zero: any day.
func (x *snapshot) score(c *timetable.Class, k *clues, on civil.Date) (scored, bool) {
	if c.Kind == timetable.Exam {
		return scored{}, false
	}
	s := scored{Candidate: x.candidate(c), strength: 1, weight: 1}
	fits := x.scoreName(&s, c, k) && scoreTime(&s, c, k, on)
	if !fits {
		return s, false
	}
	switch {
	case on.IsZero() && k.broken:
		s.times(0.45, "")
	case on.IsZero() && (k.written || len(k.days) == 0):
		s.times(0.4, "recordings.undated")
	case on.IsZero():
		s.times(0.4, "recordings.other_day", "date", c.Place.Day.String())
	case c.Place.Day != on:
		s.times(0.45, "recordings.held_on", "date", c.Place.Day.String())
	case k.written:
		s.times(0.96, "recordings.fits_written")
	case k.name.Guessed:
		s.times(0.85, "recordings.fits_date")
	default:
		s.times(1, "recordings.fits_date")
	}
	s.finish(c, k)
	return s, true
}

// finish adds the remaining factors: cancelled classes, length, and existing recordings.
func (s *scored) finish(c *timetable.Class, k *clues) {
	if c.State == timetable.Cancelled {
		s.times(0.3, "recordings.cancelled")
	}
	if k.noGroup != "" {
		s.times(0.5, "recordings.other_group", "number", k.noGroup)
	}
	scoreLength(s, c, k)
	if s.Replaces != "" {
		s.times(0.8, "recordings.has", "file", s.Replaces)
	}
}

// scoreName compares the group, the room, the teacher and the course.
func (x *snapshot) scoreName(s *scored, c *timetable.Class, k *clues) bool {
	room := func(id string) string { return x.roomByID[id].Name }
	inRoom := k.rooms[c.Place.Room]
	switch {
	case k.groups != nil:
		if !k.groups[c.Group] {
			return false
		}
		if k.byWords {
			s.times(1, "recordings.fits_course")
		} else {
			s.times(1, "recordings.fits_code", "code", k.name.Code)
		}
		if len(k.rooms) > 0 && !inRoom {
			s.times(0.85, "recordings.other_room", "room", room(c.Place.Room))
		}
		return true
	case k.courses[x.groups[c.Group].course]:
		s.times(0.97, "recordings.fits_course")
		if inRoom {
			s.times(1, "recordings.fits_room", "room", room(c.Place.Room))
		} else if len(k.rooms) > 0 {
			s.times(0.85, "recordings.other_room", "room", room(c.Place.Room))
		}
		return true
	case inRoom:
		s.times(1, "recordings.fits_room", "room", room(c.Place.Room))
		if len(k.courses) > 0 {
			s.times(0.5, "recordings.other_course")
		}
		if c.Was != nil && c.Was.Room != c.Place.Room {
			s.weight = 0.6
			s.times(0.97, "recordings.moved_here", "room", room(c.Place.Room))
		}
		return true
	case len(k.rooms) > 0 && c.Was != nil && k.rooms[c.Was.Room]:
		s.weight = 0.4
		s.times(0.4, "recordings.moved_away", "room", room(c.Place.Room))
		return true
	case len(k.rooms) > 0:
		return false
	case k.teachers[c.Place.Teacher]:
		s.times(0.97, "recordings.fits_teacher")
		if len(k.courses) > 0 {
			s.times(0.5, "recordings.other_course")
		}
		return true
	case k.names() || !k.timed:
		return false
	}
	s.times(0.5, "recordings.by_hour")
	return true
}

// scoreTime compares the periods or the time. A class at another time matches only if the file names its group or
// course.
func scoreTime(s *scored, c *timetable.Class, k *clues, on civil.Date) bool {
	hours := c.Place.Hours
	if c.Was != nil && c.Was.Day == on && c.Place.Day != on {
		hours = c.Was.Hours
	}
	named := k.groups != nil || len(k.courses) > 0
	if said := k.name; said.First > 0 && hours.FirstPeriod > 0 {
		switch {
		case said.First == hours.FirstPeriod:
			s.times(1, "recordings.fits_time")
		case said.First <= hours.LastPeriod && hours.FirstPeriod <= said.Last:
			s.times(0.9, "")
		case named:
			s.times(0.4, "recordings.other_time", "time", hours.Starts.String())
		default:
			return false
		}
		return true
	}
	if !hours.Timed() || !k.timed && !k.ended {
		s.times(0.93, "")
		return true
	}
	if !k.timed {
		if off := int(k.ends) - int(hours.Ends); off <= -near || off >= near {
			s.times(0.7, "")
		}
		return true
	}
	switch off := int(k.clock) - int(hours.Starts); {
	case off >= -prompt && off <= prompt:
		s.times(1, "recordings.fits_time")
	case off > -near && off < near:
		s.times(0.95, "")
	case k.clock > hours.Starts && k.clock < hours.Ends:
		s.times(0.7, "recordings.late", "minutes", strconv.Itoa(off))
	case k.broken: // then the time means little
		s.times(0.8, "")
	case named:
		s.times(0.4, "recordings.other_time", "time", hours.Starts.String())
	default:
		return false
	}
	return true
}

func scoreLength(s *scored, c *timetable.Class, k *clues) {
	hours := c.Place.Hours
	if k.length <= 0 || !hours.Timed() {
		s.times(0.98, "")
		return
	}
	minutes, whole := int(k.length.Round(time.Minute)/time.Minute), int(hours.Ends)-int(hours.Starts)
	params := []string{"minutes", strconv.Itoa(minutes), "of", strconv.Itoa(whole)}
	switch ratio := k.length.Minutes() / float64(whole); {
	case ratio < shortest:
		s.times(shortFactor, "recordings.short", params...)
	case ratio > 1.6:
		s.times(0.75, "recordings.long", params...)
	default:
		s.times(1, "recordings.fits_length")
	}
}

// candidate returns a class as a place for a recording: its existing lesson or a new one.
func (x *snapshot) candidate(c *timetable.Class) Candidate {
	g := x.groups[c.Group]
	of, room := x.courses[g.course], x.roomByID[c.Place.Room]
	out := Candidate{
		Target: media.Target{
			Course: of.id, Title: titleOn(of.name, c.Place.Day), TitleEn: titleOn(of.nameEn, c.Place.Day),
			Group: g.id, Class: c.ID,
		},
		Code: g.code, CourseName: of.name, CourseNameEn: of.nameEn, Room: room.Name, RoomEn: room.NameEn,
		Day: c.Place.Day, Hours: c.Place.Hours,
	}
	if l, there := x.ofClass[c.ID]; there {
		out.Lesson, out.Title, out.TitleEn, out.Position, out.Replaces = l.id, l.title, l.titleEn, l.position, l.plays
		out.Published = l.published
	}
	return out
}

// titleOn returns the title of a new lesson; empty if the course has no name in that language.
func titleOn(course string, day civil.Date) string {
	if course == "" {
		return ""
	}
	return fmt.Sprintf("%s %s", course, day)
}

// lessonOf finds a lesson by number, then by title; a new title makes a new lesson.
func (x *snapshot) lessonOf(k *clues) (Candidate, bool) {
	of := x.courses[k.course]
	out := Candidate{
		Target: media.Target{Course: of.id}, Code: cmp.Or(k.name.Code, of.code),
		CourseName: of.name, CourseNameEn: of.nameEn,
	}
	called := func(l *lesson) bool {
		return k.name.Title != "" && (strings.EqualFold(l.title, k.name.Title) || strings.EqualFold(l.titleEn, k.name.Title))
	}
	var found *lesson
	lessons := x.lessons[of.id]
	for i := range lessons {
		if k.name.Number > 0 && lessons[i].position == k.name.Number {
			found = &lessons[i]
			break
		}
		if found == nil && called(&lessons[i]) {
			// a lesson made from this file has the next free number, whatever its name says
			found = &lessons[i]
		}
	}
	strength := 0.98
	reason := func(factor float64, code string, params ...string) {
		strength *= factor
		out.Reasons = append(out.Reasons, because(code, params...))
	}
	if k.byWords {
		reason(1, "recordings.fits_course")
	} else {
		reason(1, "recordings.fits_code", "code", k.name.Code)
	}
	switch {
	case found != nil:
		out.Lesson, out.Title, out.TitleEn, out.Position, out.Replaces = found.id, found.title,
			found.titleEn, found.position, found.plays
		out.Published = found.published
		switch {
		case called(found):
			reason(1, "recordings.fits_title")
		case k.name.Title != "":
			reason(0.75, "recordings.other_title", "name", k.name.Title, "title", found.title)
		default:
			reason(1, "recordings.fits_number", "number", strconv.Itoa(found.position))
		}
		if found.plays != "" {
			reason(0.8, "recordings.has", "file", found.plays)
		}
	case k.name.Title != "":
		out.Title = k.name.Title
		reason(0.8, "recordings.make", "title", k.name.Title)
	default:
		return out, false
	}
	out.Percent = int(99*strength + 0.5)
	return out, true
}
