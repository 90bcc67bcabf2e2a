package recordings

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/recordings/filename"
)

// clues are what a file's name and metadata say about its recording.
type clues struct {
	name     filename.Name
	groups   map[string]bool // the groups its name may mean; nil: none named
	noGroup  string          // group number in the name that the course doesn't have
	course   string          // id of the course its name means; empty: none or ambiguous
	byWords  bool            // course and group are written in words, not as a code
	rooms    map[string]bool
	teachers map[string]bool
	courses  map[string]bool // the courses whose names appear
	days     []civil.Date    // the days its name may mean; several for a week without a weekday
	written  bool            // the day comes from the modification time, not the name
	broken   bool            // no class can have taken place on that day: the camera's clock is wrong
	clock    civil.Time
	timed    bool
	ends     civil.Time // modification time, if the length is unknown
	ended    bool
	length   time.Duration
}

// names reports whether anything but a time is known.
func (k *clues) names() bool {
	return k.groups != nil || len(k.rooms) > 0 || len(k.teachers) > 0 || len(k.courses) > 0
}

// meansLesson reports whether the name has a lesson's number or title instead of a time.
func (k *clues) meansLesson() bool {
	return k.course != "" && !k.name.SaysWhen() && k.name.Turn == 0 && (k.name.Number > 0 || k.name.Title != "")
}

// cluesOf reads the clues of a file. A guessed day counts only if a matching class took place on it.
func (x *snapshot) cluesOf(f *File) clues {
	k := x.cluesOfName(f, x.names.Read(f.Path))
	if k.name.Guessed && len(x.onDays(&k)) == 0 {
		k = x.cluesOfName(f, x.names.ReadCertain(f.Path))
	}
	return k
}

func (x *snapshot) cluesOfName(f *File, name filename.Name) clues {
	k := clues{name: name, length: f.Length}
	x.readFolders(&k, f.Path)
	if k.name.Code != "" {
		k.course = x.courseOf[k.name.Code]
		k.groups = map[string]bool{}
		for _, group := range x.byCode[k.name.Code] {
			k.groups[group] = true
		}
		if k.name.Code == x.courses[k.course].code {
			if numbered := x.readGroup(&k, k.name.Behind); numbered != nil {
				k.groups = numbered
			}
		}
	}
	if k.name.UTC && k.name.Timed {
		k.name.Day, k.name.Clock = civil.Of(k.name.Day.At(k.name.Clock, time.UTC), x.zone)
	}
	k.clock, k.timed = k.name.Clock, k.name.Timed
	k.days = x.daysOf(&k.name)
	if !f.Modified.IsZero() {
		x.readWritten(&k, f)
	}
	k.broken = len(k.days) > 0 && !x.inTerm(k.days[0])
	x.readNames(&k, f.Path)
	return k
}

// readFolders adds from the folder names what the file name doesn't say.
func (x *snapshot) readFolders(k *clues, file string) {
	folders := strings.Split(path.Dir(file), "/")
	for _, folder := range slices.Backward(folders) { // nearest folder first
		outer := x.names.ReadFolder(folder)
		if k.name.Code == "" {
			k.name.Code, k.name.Behind = outer.Code, outer.Behind
		}
		if k.name.Dated || k.name.Number > 0 || k.name.Turn > 0 {
			continue
		}
		if outer.Dated && !outer.Guessed && k.name.Week == 0 {
			k.name.Day, k.name.Dated = outer.Day, true
			if !k.name.Timed {
				k.name.Clock, k.name.Timed, k.name.UTC = outer.Clock, outer.Timed, outer.UTC
			}
		}
		if k.name.Week == 0 {
			k.name.Week = outer.Week
		}
		if k.name.Weekday == 0 {
			k.name.Weekday = outer.Weekday
		}
	}
}

// daysOf returns the past days that a name may mean. Weeks are those of the current term.
func (x *snapshot) daysOf(n *filename.Name) []civil.Date {
	if n.Dated {
		return []civil.Date{n.Day}
	}
	term, ok := timetable.CurrentTerm(x.terms, x.today)
	if !ok || n.Week == 0 || n.Week > term.Weeks {
		return nil
	}
	var days []civil.Date
	for day := civil.Monday; day <= civil.Sunday; day++ {
		if date := term.Date(n.Week, day); (n.Weekday == 0 || n.Weekday == day) && !date.After(x.today) {
			days = append(days, date)
		}
	}
	return days
}

// readWritten uses the modification time if the name has no time.
func (x *snapshot) readWritten(k *clues, f *File) {
	day, ends := civil.Of(f.Modified, x.zone)
	switch {
	case k.name.SaysWhen() && !slices.Contains(k.days, day):
		return // copied later
	case len(k.days) != 1:
		k.days, k.written = []civil.Date{day}, len(k.days) == 0
	}
	if k.timed {
		return
	}
	if f.Length > 0 {
		if began, clock := civil.Of(f.Modified.Add(-f.Length), x.zone); began == day {
			k.clock, k.timed = clock, true
		}
		return
	}
	k.ends, k.ended = ends, true
}

// readNames looks for rooms, teachers and courses written in words.
func (x *snapshot) readNames(k *clues, file string) {
	text := strings.TrimSuffix(strings.ToLower(fold.Width(file)), strings.ToLower(path.Ext(file)))
	flat := squash(strings.ReplaceAll(text, "/", " "))
	k.rooms, k.teachers, k.courses = map[string]bool{}, map[string]bool{}, map[string]bool{}
	longest := 0
	for i := range x.rooms {
		room := &x.rooms[i]
		if n := room.in(text, flat); n > 0 && n >= longest {
			if n > longest {
				clear(k.rooms)
				longest = n
			}
			k.rooms[room.id] = true
		}
	}
	var taught []string // the teachers' names that were found
	for name, ids := range x.teachers {
		if strings.Contains(flat, squash(name)) {
			taught = append(taught, name)
			for _, id := range ids {
				k.teachers[id] = true
			}
		}
	}
	if k.groups != nil {
		return
	}
	x.readCourseInWords(k, flat)
	if k.byWords {
		c := x.courses[k.course]
		k.name.Title = titleWithout(k.name.Title, append(taught, c.name, c.nameEn))
	}
}

// titleWithout returns a title without the given names, ignoring case, and without the number of a group.
func titleWithout(title string, names []string) string {
	for _, name := range names {
		lower, part := strings.ToLower(title), strings.ToLower(name)
		if at := strings.Index(lower, part); at >= 0 && part != "" && len(lower) == len(title) {
			title = title[:at] + " " + title[at+len(part):]
		}
	}
	return filename.Trim(groupWords.ReplaceAllString(title, " "))
}

// readCourseInWords looks for the longest course name, and for a group number after it.
func (x *snapshot) readCourseInWords(k *clues, flat string) {
	longest, behind := 0, ""
	for _, c := range x.courses {
		for _, name := range []string{c.name, c.nameEn} {
			whole := squash(name)
			at := strings.Index(flat, whole)
			if len(whole) < 6 || at < 0 || len(whole) < longest {
				continue
			}
			if len(whole) > longest {
				clear(k.courses)
				longest, behind = len(whole), flat[at+len(whole):]
			}
			k.courses[c.id] = true
		}
	}
	if len(k.courses) != 1 {
		return
	}
	for id := range k.courses {
		k.course, k.byWords = id, true
	}
	k.groups = x.readGroup(k, behind)
}

var (
	// groupWords is a group number as a separate word: 02班, (1班).
	groupWords = regexp.MustCompile(`[(\[]?第?0?\d{1,2}班[)\]]?`)
	// groupBehind is a group number directly after the name or code of its course: 基础会计02班, and 基础会计02, which may
	// also be the number of a lesson.
	groupBehind = regexp.MustCompile(`^第?0?(\d{1,2})(?:(班)|$|[^\d周讲课节集次堂回月日])`)
	// groupAsCode is a group number as in the group's code: FIN201-1 2026-11-10, FIN201_01_20261110, FIN201(1).
	// FIN201-11-10 is a date.
	groupAsCode = regexp.MustCompile(
		`^(?:[-_]0?(\d{1,2})(?:班|[ _-]*$|[ _-]+(?:\d{4}|\p{Han}|w|mon|tue|wed|thu|fri|sat|sun))|[ _-]?\(0?(\d{1,2})\))`)
	groupNumber = regexp.MustCompile(`(?:^|\D)0?(\d{1,2})$`)
)

// groupSaid returns the group number after the name or code of a course, and whether it can't mean anything else.
// It returns "" if there is none.
func groupSaid(n *filename.Name, behind string) (number string, certain bool) {
	says := n.SaysWhen() || n.Turn > 0
	if said := groupAsCode.FindStringSubmatch(behind); said != nil && says {
		return said[1] + said[2], true // only one of them matched
	}
	if said := groupBehind.FindStringSubmatch(squash(behind)); said != nil && (says || said[2] != "") {
		return said[1], said[2] != ""
	}
	return "", false
}

// readGroup returns the groups of the course with the number after its name or code, or nil.
func (x *snapshot) readGroup(k *clues, behind string) map[string]bool {
	said, certain := groupSaid(&k.name, behind)
	if said == "" {
		return nil
	}
	var groups map[string]bool
	for _, id := range x.byCode[x.courses[k.course].code] {
		if number := groupNumber.FindStringSubmatch(x.groups[id].code); number != nil && number[1] == said {
			if groups == nil {
				groups = map[string]bool{}
			}
			groups[id] = true
		}
	}
	if groups == nil && certain {
		k.noGroup = said
	}
	return groups
}

// in returns how many bytes of a text name the room, or 0.
func (r *roomName) in(text, flat string) int {
	best := 0
	for _, whole := range r.whole {
		if strings.Contains(flat, whole) {
			best = max(best, len(whole))
		}
	}
	if r.number == "" || !hasWord(text, r.number) && !hasWord(letterAndNumber.ReplaceAllString(text, "$1$2"), r.number) {
		return best
	}
	// A bare number may mean anything, unless the room's building is in the text too.
	if strings.Trim(r.number, "0123456789") == "" && (r.building == "" || !strings.Contains(flat, r.building)) {
		return best
	}
	return max(best, len(r.number))
}

// letterAndNumber matches A-305, which means A305.
var letterAndNumber = regexp.MustCompile(`([a-z])[-_ ](\d)`)

func hasWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		if (at == 0 || !isWord(text[at-1])) && (end == len(text) || !isWord(text[end])) {
			return true
		}
		from = at + 1
	}
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
