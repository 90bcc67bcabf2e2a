package recordings

import (
	"path"
	"strings"
	"time"

	"lectern/internal/civil"
	"lectern/internal/media"
)

// clues are what a file says about itself.
type clues struct {
	name     media.Name
	groups   map[string]bool // that its code means; nil: there is no code
	rooms    map[string]bool
	teachers map[string]bool
	courses  map[string]bool // whose names are in words
	day      civil.Date
	dated    bool
	written  bool // the day is when the file was last written, not what its name says
	broken   bool // nothing can have been taught on that day: the camera's clock is wrong
	clock    civil.Time
	timed    bool
	ends     civil.Time // when the file was last written, where its length is not known
	ended    bool
	length   time.Duration
}

// names tells whether anything but a time is known.
func (k *clues) names() bool {
	return k.groups != nil || len(k.rooms) > 0 || len(k.teachers) > 0 || len(k.courses) > 0
}

func (x *snapshot) cluesOf(f *File) clues {
	k := clues{name: media.ParseName(path.Base(f.Path), x.codes), length: f.Length}
	folders := strings.Split(path.Dir(f.Path), "/")
	for i := len(folders) - 1; i >= 0; i-- { // the nearest folder first
		outer := media.ParseName(folders[i]+".", x.codes) // a folder has no ending to cut off
		if k.name.Code == "" {
			k.name.Code = outer.Code
		}
		if !k.name.Dated && outer.Dated && k.name.Number == 0 {
			k.name.Day, k.name.Dated = outer.Day, true
		}
	}
	if k.name.Code != "" {
		k.groups = map[string]bool{}
		for _, group := range x.byCode[k.name.Code] {
			k.groups[group] = true
		}
	}
	k.day, k.dated, k.clock, k.timed = k.name.Day, k.name.Dated, k.name.Clock, k.name.Timed
	if !f.Modified.IsZero() {
		x.readWritten(&k, f)
	}
	k.broken = k.dated && !x.inTerm(k.day)
	x.readNames(&k, f.Path)
	return k
}

// readWritten takes the time at which the file was last written where its name has none.
func (x *snapshot) readWritten(k *clues, f *File) {
	day, ends := civil.Of(f.Modified, x.zone)
	if k.dated && k.day != day {
		return // it was copied later
	}
	if !k.dated {
		k.day, k.dated, k.written = day, true, true
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

// readNames looks for rooms, teachers and courses that are written in words.
func (x *snapshot) readNames(k *clues, file string) {
	text := strings.TrimSuffix(strings.ToLower(file), strings.ToLower(path.Ext(file)))
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
	for name, ids := range x.teachers {
		if strings.Contains(flat, squash(name)) {
			for _, id := range ids {
				k.teachers[id] = true
			}
		}
	}
	if k.groups != nil {
		return
	}
	for _, c := range x.courses {
		for _, name := range []string{c.name, c.nameEn} {
			if whole := squash(name); len(whole) >= 6 && strings.Contains(flat, whole) {
				k.courses[c.id] = true
			}
		}
	}
}

// in is how many bytes of a text name the room; 0 when it is not in it.
func (r *roomName) in(text, flat string) int {
	best := 0
	for _, whole := range r.whole {
		if strings.Contains(flat, whole) {
			best = max(best, len(whole))
		}
	}
	if r.number == "" || !hasWord(text, r.number) {
		return best
	}
	// A number alone may be anything, unless its building stands beside it.
	if strings.Trim(r.number, "0123456789") == "" && (r.building == "" || !strings.Contains(flat, r.building)) {
		return best
	}
	return max(best, len(r.number))
}

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
