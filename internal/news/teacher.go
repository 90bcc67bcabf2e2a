package news

import (
	"maps"
	"slices"
	"time"

	"lectern/internal/civil"
	"lectern/internal/message"
	"lectern/internal/timetable"
)

// A ForTeacher is what one teacher is told of a group's classes.
type ForTeacher struct {
	Teacher string
	Account string // the teacher logs in with
	Digest
}

// Note is the message to a teacher whom nothing else concerns.
func (d ForTeacher) Note() message.Note {
	note := d.Digest.Note()
	note.To = message.Account(d.Account)
	return note
}

// Teachers makes what each teacher is told whose class was given, taken away, moved, changed or cancelled: one message, however many classes
// that are. Who cannot log in is told nothing, nor is anybody what is over. The instant is in the college's time zone.
func Teachers(published timetable.News, note string, now time.Time) []ForTeacher {
	today, clock := civil.Of(now, now.Location())
	ahead := ahead(published.Differences, today, clock)
	var list []ForTeacher
	for _, teacher := range slices.Sorted(maps.Keys(published.Names.Accounts)) {
		r := reading{published, teacher}
		own := slices.DeleteFunc(slices.Clone(ahead), func(d timetable.Difference) bool { return !r.concerns(d) })
		if len(own) > 0 {
			list = append(list, ForTeacher{teacher, published.Names.Accounts[teacher], r.digest(own, note)})
		}
	}
	return list
}

// concerns tells whether a class that the teacher gives or gave has become another one for them.
func (r *reading) concerns(d timetable.Difference) bool {
	w := Wording{Names: &r.Names, teacher: r.teacher}
	before, after := w.gives(d.Before), w.gives(d.After)
	if !before || !after {
		return before || after
	}
	was, is := d.Before.Place, d.After.Place
	was.Teacher, is.Teacher = "", "" // both are theirs, whether the class names them or nobody
	return was != is || d.Before.Note != d.After.Note
}

// gives tells whether a class is on and the reader's.
func (w Wording) gives(class *timetable.Class) bool {
	return class != nil && class.State != timetable.Cancelled && w.Names.Of(class, w.teacher)
}

// happened names what became of a class for the reader: a class that is given to somebody else is none of a teacher's any more.
func (w Wording) happened(d timetable.Difference) string {
	if w.teacher != "" {
		before, after := w.gives(d.Before), w.gives(d.After)
		switch {
		case after && d.Before != nil && !w.Names.Of(d.Before, w.teacher):
			return "news.given"
		case before && !after && d.After != nil && d.After.State != timetable.Cancelled:
			return "news.taken"
		}
	}
	return happened(d)
}
