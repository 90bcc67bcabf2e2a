package timetable

import (
	"sync"

	"lectern/internal/civil"
)

// versions remembers, for each student and term, the version of the answer and the college's revision it was found at. It is
// bounded by two generations: when the young one is full it becomes the old one, and what nobody asked for since is forgotten.
// The last limit students to ask are always remembered; when more than that take turns, each has to be found again.
type versions struct {
	mu         sync.Mutex
	young, old map[versionKey]versionEntry
	limit      int // of one generation
}

type versionKey struct{ student, term string }

type versionEntry struct {
	revision int64
	today    civil.Date // what "the current term" meant
	version  string
}

func newVersions(limit int) *versions {
	return &versions{young: make(map[versionKey]versionEntry), limit: limit}
}

// get returns the version, if it was found at this revision on this day.
func (v *versions) get(key versionKey, revision int64, today civil.Date) (string, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	entry, ok := v.young[key]
	if !ok {
		if entry, ok = v.old[key]; ok {
			v.keep(key, entry)
		}
	}
	return entry.version, ok && entry.revision == revision && entry.today == today
}

func (v *versions) put(key versionKey, entry versionEntry) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.keep(key, entry)
}

func (v *versions) keep(key versionKey, entry versionEntry) {
	if _, there := v.young[key]; !there && len(v.young) >= v.limit {
		v.old, v.young = v.young, make(map[versionKey]versionEntry)
	}
	v.young[key] = entry
}

// frames remembers what all students of a term share, as of one revision.
type frames struct {
	mu       sync.Mutex
	revision int64
	terms    []Term
	byTerm   map[string]*frame
}

// get returns what is known at a revision; nil parts are not known.
func (f *frames) get(revision int64, term string) ([]Term, *frame) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.revision != revision {
		return nil, nil
	}
	return f.terms, f.byTerm[term]
}

// put remembers; a newer revision forgets all that was known at an older one.
func (f *frames) put(revision int64, terms []Term, known *frame) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if revision < f.revision {
		return
	}
	if revision > f.revision || f.byTerm == nil {
		f.revision, f.byTerm = revision, make(map[string]*frame)
	}
	f.terms = terms
	f.byTerm[known.term.ID] = known
}
