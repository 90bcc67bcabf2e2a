package recordings

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/recordings/filename"
)

// Match finds the class or lesson of each file, and writes nothing. Staff only. Error: recordings.too_many.
func (s *Service) Match(ctx context.Context, who access.Actor, files []File) ([]Match, error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	if len(files) > MaxFiles {
		return nil, fault.New(fault.Invalid, "recordings.too_many", "most", strconv.Itoa(MaxFiles))
	}
	x, err := s.read(ctx, who, daysOf(files, s))
	if err != nil {
		return nil, err
	}
	out := make([]Match, len(files))
	for i := range files {
		out[i] = Match{Kind: kindOf(files[i].Path), Of: -1}
	}
	list := findSeries(files, out, x.names)
	names, whole := namesOf(files, list)
	for i := range files {
		out[i] = x.match(&files[i], names[i], whole[i])
	}
	findRepeated(files, out)
	list = findSeries(files, out, x.names) // without duplicates
	findParts(files, out, list)
	findBeside(files, out)
	return out, nil
}

// daysOf returns the days that the files name, to know which terms to read.
func daysOf(files []File, s *Service) []civil.Date {
	seen := map[civil.Date]bool{}
	var days []civil.Date
	add := func(day civil.Date) {
		if !seen[day] {
			seen[day] = true
			days = append(days, day)
		}
	}
	names := filename.NewReader(nil, s.o.Timetables.Today())
	for i := range files {
		for _, part := range strings.Split(files[i].Path, "/") {
			if name := names.Read(part); name.Dated {
				add(name.Day)
			}
		}
		if !files[i].Modified.IsZero() {
			day, _ := civil.Of(files[i].Modified, s.o.Timetables.Zone())
			add(day)
		}
	}
	return days
}

// namesOf returns the names to match files by, and the lengths of their recordings. A part has the name of its
// series, and the first part the length of all.
func namesOf(files []File, list []series) (names []string, whole []time.Duration) {
	names, whole = make([]string, len(files)), make([]time.Duration, len(files))
	for i := range files {
		names[i], whole[i] = files[i].Path, files[i].Length
	}
	for _, s := range list {
		var all time.Duration
		known := true
		for _, i := range s.files {
			names[i] = files[i].Path[:min(len(s.base), len(files[i].Path))] + path.Ext(files[i].Path)
			all, known = all+files[i].Length, known && files[i].Length > 0
		}
		if known {
			whole[s.files[0]] = all
		}
	}
	return names, whole
}

func (x *snapshot) match(f *File, name string, whole time.Duration) Match {
	m := Match{Kind: kindOf(f.Path), Of: -1}
	if m.Kind != Recording {
		m.State = Left
		if m.Kind == Other {
			m.Reason = because("recordings.not_media")
		}
		return m
	}
	called := *f
	called.Path = name
	k := x.cluesOf(&called)
	k.length = whole
	m.Name = k.name
	m.Known = x.find(f)
	switch {
	case m.Known == nil:
	case m.Known.Asset != "" && (m.Known.Lesson != "" || m.Known.Joined != ""):
		m.State, m.Reason = Here, because("recordings.here", "who", m.Known.By)
		return m
	case m.Known.Asset == "" && !m.Known.Mine:
		m.Reason = because("recordings.coming", "who", m.Known.By)
	}
	m.Candidates = x.candidates(&k)
	if m.Reason == nil && len(m.Candidates) == 0 && len(x.classes) == 0 {
		m.Reason = because("recordings.no_timetable")
	}
	m.judge(&k)
	return m
}

// candidates returns the lesson that a name means, or the matching classes, or the nearest ones.
func (x *snapshot) candidates(k *clues) []Candidate {
	list := x.onDays(k)
	// A course in words may occur in any name. The modification time says more if a class matches it.
	if k.meansLesson() && !(k.byWords && fitWell(list)) {
		if one, found := x.lessonOf(k); found {
			return []Candidate{one}
		}
		if k.name.Title == "" && !k.byWords {
			return nil
		}
	}
	if k.name.Turn > 0 && (k.written || len(list) == 0) {
		if counted := x.counted(k); len(counted) > 0 {
			list = counted
		}
	}
	if len(list) == 0 && k.names() {
		list = x.nearest(k)
	}
	return shares(list)
}

// onDays returns the matching classes on the days that a file means.
func (x *snapshot) onDays(k *clues) []scored {
	var list []scored
	if k.broken {
		return nil
	}
	for _, day := range k.days {
		for _, i := range x.byDay[day] {
			if one, fits := x.score(&x.classes[i], k, day); fits {
				list = append(list, one)
			}
		}
	}
	return list
}

// fitWell reports whether one of the classes matches by more than its course.
func fitWell(list []scored) bool {
	return slices.ContainsFunc(list, func(s scored) bool { return s.strength >= 0.6 })
}

// counted returns the class of each group that the name counts: 第5次课 is the fifth that wasn't cancelled.
func (x *snapshot) counted(k *clues) []scored {
	of := map[string][]*timetable.Class{}
	for i := range x.classes {
		c := &x.classes[i]
		if (k.groups[c.Group] || k.groups == nil && k.courses[x.groups[c.Group].course]) && c.Kind != timetable.Exam &&
			c.State != timetable.Cancelled {
			of[c.Group] = append(of[c.Group], c)
		}
	}
	var list []scored
	for _, group := range slices.Sorted(maps.Keys(of)) {
		classes := of[group]
		slices.SortStableFunc(classes, func(a, b *timetable.Class) int {
			return cmp.Or(a.Place.Day.Compare(b.Place.Day), cmp.Compare(a.Place.Hours.Starts, b.Place.Hours.Starts))
		})
		if k.name.Turn > len(classes) || classes[k.name.Turn-1].Place.Day.After(x.today) {
			continue
		}
		c := classes[k.name.Turn-1]
		s := scored{Candidate: x.candidate(c), strength: 1, weight: 1}
		s.times(0.9, "recordings.fits_turn", "number", strconv.Itoa(k.name.Turn))
		s.finish(c, k)
		list = append(list, s)
	}
	return list
}

// nearest returns classes that match except for the day: some days around it, or the last weeks if the name has no
// day or the camera's clock is wrong.
func (x *snapshot) nearest(k *clues) []scored {
	from, to, around := x.today.AddDays(-28), x.today, x.today
	anyTime := *k
	switch {
	case len(k.days) == 0 || k.broken:
	case k.written: // possibly the time of copying
		from, to, around = k.days[0].AddDays(-28), k.days[0], k.days[0]
		anyTime.timed, anyTime.ended = false, false
	default:
		from, to, around = k.days[0].AddDays(-7), k.days[0].AddDays(7), k.days[0]
	}
	away := func(s scored) int { return max(s.Day.DaysUntil(around), around.DaysUntil(s.Day)) }
	var list []scored
	for i := range x.classes {
		c := &x.classes[i]
		if c.Place.Day.Before(from) || c.Place.Day.After(to) || c.Place.Day.After(x.today) ||
			k.name.Weekday > 0 && len(k.days) == 0 && c.Place.Day.Weekday() != k.name.Weekday {
			continue
		}
		if one, fits := x.score(c, &anyTime, civil.Date{}); fits && one.Replaces == "" {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(away(a), away(b)))
	})
	return list[:min(len(list), maxCandidates)]
}

// shares turns strengths into percentages: several matches share the certainty.
func shares(list []scored) []Candidate {
	var all float64
	for _, one := range list {
		all += one.weight * one.strength
	}
	out := make([]Candidate, 0, len(list))
	for _, one := range list {
		percent := 99 * one.strength * one.weight * one.strength / all
		if len(list) == 1 {
			percent = 99 * one.strength // no competitor
		}
		one.Percent = max(1, int(percent+0.5))
		out = append(out, one.Candidate)
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return b.Percent - a.Percent })
	return out[:min(len(out), maxCandidates)]
}

// judge sets how certain the best candidate is, and what to check first.
func (m *Match) judge(k *clues) {
	best := m.Best()
	switch {
	case best == nil:
		m.State = None
	case best.Percent >= sureFrom && m.Reason == nil:
		m.State = Sure
	case best.Percent >= likelyFrom && m.Reason == nil:
		m.State = Likely
	default:
		m.State = Doubt
	}
	if m.Reason == nil && m.State != Sure {
		m.Reason = m.doubt(k)
	}
}

// looked lists the reasons that a person should check, most serious first.
var looked = []string{
	"recordings.cancelled", "recordings.other_group", "recordings.held_on", "recordings.moved_away",
	"recordings.other_day", "recordings.undated", "recordings.other_time", "recordings.short", "recordings.long",
	"recordings.has", "recordings.other_title", "recordings.late", "recordings.other_course", "recordings.other_room",
	"recordings.make", "recordings.by_hour",
}

func (m *Match) doubt(k *clues) Reason {
	best := m.Best()
	switch {
	case k.broken && (best == nil || !best.Day.IsZero()):
		return because("recordings.clock", "date", k.days[0].String())
	case best == nil && !k.names():
		return because("recordings.unnamed")
	case best == nil:
		return because("recordings.none_fits")
	case len(m.Candidates) > 1 && best.has("recordings.other_day"):
		if len(k.days) == 1 {
			return because("recordings.none_on", "date", k.days[0].String())
		}
		return because("recordings.none_then")
	case len(m.Candidates) > 1 && m.Candidates[1].Percent*3 >= best.Percent:
		return because("recordings.several", "count", strconv.Itoa(len(m.Candidates)))
	}
	for _, code := range looked {
		if i := best.reason(code); i >= 0 {
			return best.Reasons[i]
		}
	}
	return nil
}

// find looks for a file that is stored or being uploaded. It compares fingerprints, or name and age if they are
// unknown.
func (x *snapshot) find(f *File) *Known {
	var found *Known
	name := media.CleanName(path.Base(f.Path))
	for i := range x.known {
		k := &x.known[i]
		if k.size != f.Size || f.Anew && (k.Asset != "" || !k.Mine) {
			continue
		}
		same := k.fingerprint == f.Fingerprint
		if k.fingerprint == "" || f.Fingerprint == "" {
			same = k.file == name && (k.modified == 0 || f.Modified.IsZero() || k.modified == f.Modified.UnixMilli())
		}
		// A recording takes precedence over an upload, and the caller's upload over a colleague's.
		if same && (found == nil || found.Asset == "" && (k.Asset != "" || k.Mine)) {
			found = &k.Known
		}
	}
	return found
}
