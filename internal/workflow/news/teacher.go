package news

import (
	"maps"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// TeacherDigest is a teacher's message about a group's classes.
type TeacherDigest struct {
	Teacher string
	Account string // the teacher's account
	Digest
}

// Teachers returns one message for each teacher whose classes were assigned, taken away, moved, changed or
// cancelled. Teachers without an account and past classes get none. now is in the college's time zone.
func Teachers(published timetable.News, note string, now time.Time) []TeacherDigest {
	today, clock := civil.Of(now, now.Location())
	byTeacher := published.ForTeachers(today, clock)
	var list []TeacherDigest
	for _, teacher := range slices.Sorted(maps.Keys(byTeacher)) {
		r := audienceNews{News: published, today: today, teacher: teacher}
		list = append(list, TeacherDigest{teacher, published.Names.Accounts[teacher], r.digest(byTeacher[teacher], note)})
	}
	return list
}

// TeacherNotes returns one message per teacher about everything published together. Holidays and make-up days come
// before the classes they change.
func TeacherNotes(published []timetable.News, now time.Time) []message.Note {
	byAccount := map[string][]Digest{}
	var days []message.Text
	for _, one := range published {
		for _, own := range Teachers(one, "", now) {
			byAccount[own.Account] = append(byAccount[own.Account], own.Digest)
		}
		if one.Mapping == nil && one.Holiday == nil {
			continue
		}
		_, notes := Changes(one, now)
		for _, note := range notes {
			// A holiday may belong to two terms.
			if line := withNote(note.Title, note.Content.Zh); !slices.Contains(days, line) {
				days = append(days, line)
			}
		}
	}
	var list []message.Note
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		note := CombineDigests(byAccount[account], "")
		note.To = message.Account(account)
		if len(days) > 0 {
			note.Topic, note.Several = "", message.Text{}
			note.Content = inBothLanguages(func(l locale.Language) string {
				var lines []string
				for _, day := range days {
					lines = append(lines, strings.Split(day.In(l), "\n")...)
				}
				return joinLines(l, lines) + "\n" + note.Content.In(l)
			})
		}
		list = append(list, note)
	}
	return list
}

// eventKey returns the key of what happened to a class from the reader's view: after a substitution it is no longer
// theirs.
func (w Wording) eventKey(d timetable.Difference) string {
	if w.teacher != "" {
		before, after := w.Names.Gives(d.Before, w.teacher), w.Names.Gives(d.After, w.teacher)
		switch {
		case after && d.Before != nil && !w.Names.Teaches(d.Before, w.teacher):
			return "news.given"
		case before && !after && d.After != nil && d.After.State != timetable.Cancelled:
			return "news.taken"
		}
	}
	return eventKey(d)
}
