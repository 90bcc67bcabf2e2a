package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/access"
	"lectern/internal/course"
	"lectern/internal/media"
	"lectern/internal/sqldb"
	"lectern/internal/timetable"
)

// A matcher finds the lesson that a file's name means. It lives here because it asks courses, timetable and media alike.
type matcher struct {
	db      *sqldb.DB
	college *college
	codes   []string
	courses map[string]course.Course  // by code
	groups  map[string][]course.Group // by code, of all terms; and by the code of their course
}

// matched is one file and what is said about it. Without a target it is not to be added.
type matched struct {
	path   string
	to     media.Target
	said   string
	params []string
	doubt  string // what a person should look at before they say yes; empty: nothing
}

// same is where a file goes, so that two of them for one place are noticed.
func (m *matched) same() media.Target {
	return media.Target{Lesson: m.to.Lesson, Course: m.to.Course, Class: m.to.Class, Title: strings.ToLower(m.to.Title)}
}

func newMatcher(ctx context.Context, db *sqldb.DB, c *college) (*matcher, error) {
	m := &matcher{db: db, college: c, courses: map[string]course.Course{}, groups: map[string][]course.Group{}}
	list, err := c.courses.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[string]course.Course{}
	for _, one := range list {
		m.courses[one.Code], byID[one.ID] = one, one
		m.codes = append(m.codes, one.Code)
	}
	terms, _, err := c.timetables.Terms(ctx)
	if err != nil {
		return nil, err
	}
	for _, term := range terms {
		groups, err := c.courses.Groups(ctx, access.System(), term.ID)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			of := byID[g.Course]
			m.courses[g.Code] = of
			m.codes = append(m.codes, g.Code)
			m.groups[g.Code] = append(m.groups[g.Code], g)
			m.groups[of.Code] = append(m.groups[of.Code], g)
		}
	}
	return m, nil
}

func (m *matcher) match(ctx context.Context, path string) (matched, error) {
	one := matched{path: path}
	name := media.ParseName(filepath.Base(path), m.codes)
	one.params = []string{"file", filepath.Base(path), "code", name.Code}
	if name.Code == "" {
		one.said = "media.said.no_code"
		return one, nil
	}
	of := m.courses[name.Code]
	lessons, err := m.college.courses.Lessons(ctx, access.System(), of.ID)
	if err != nil {
		return one, err
	}
	if name.Dated {
		err = m.matchClass(ctx, &one, name, of, lessons)
	} else {
		matchLesson(&one, name, of, lessons)
	}
	if err != nil || one.to.Lesson == "" {
		return one, err
	}
	err = m.compare(ctx, &one)
	return one, err
}

// compare looks at what the lesson has already: this very file, so that a folder can be added again when more has come into it, or another
// that would be replaced.
func (m *matcher) compare(ctx context.Context, one *matched) (err error) {
	file, err := os.Open(one.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	list, err := m.college.media.Assets(ctx, access.System(), media.Filter{Lesson: one.to.Lesson, Limit: 200})
	if err != nil {
		return err
	}
	for _, a := range list {
		if a.Size == info.Size() && a.State != media.Failed && a.State != media.Cancelled {
			if same, err := m.college.media.Same(ctx, access.System(), a.ID, one.path, file, info.Size()); err != nil || same {
				one.to, one.said, one.doubt = media.Target{}, "media.said.again", ""
				return err
			}
		}
		if a.Current && a.File != "" {
			switch one.said {
			case "media.said.record":
				one.said = "media.said.record_over"
			case "media.said.replace":
				one.said = "media.said.replace_over"
			}
			one.params = append(one.params, "old", a.File)
		}
	}
	return nil
}

// matchLesson goes by number, then by title; a title that is new makes a new lesson.
func matchLesson(one *matched, name media.Name, of course.Course, lessons []course.Lesson) {
	called := func(l course.Lesson) bool {
		return name.Title != "" && (strings.EqualFold(l.Title, name.Title) || strings.EqualFold(l.TitleEn, name.Title))
	}
	at := slices.IndexFunc(lessons, func(l course.Lesson) bool { return name.Number > 0 && l.Position == name.Number })
	if at < 0 { // a lesson that was made of this file has the next free number, whatever its name says
		at = slices.IndexFunc(lessons, called)
	}
	if at >= 0 {
		l := lessons[at]
		one.to = media.Target{Lesson: l.ID}
		one.said = "media.said.replace"
		one.params = append(one.params, "number", strconv.Itoa(l.Position), "title", l.Title)
		if name.Title != "" && !called(l) {
			one.doubt = "media.said.other_title"
			one.params = append(one.params, "name", name.Title)
		}
		return
	}
	if name.Title == "" {
		one.said = "media.said.no_lesson"
		one.params = append(one.params, "number", strconv.Itoa(name.Number))
		return
	}
	one.to = media.Target{Course: of.ID, Title: name.Title}
	one.said = "media.said.make"
	one.params = append(one.params, "title", name.Title)
}

// near is how far from a class's start the time in a name may be, in minutes: people press record early or late.
const near = 45

func (m *matcher) matchClass(ctx context.Context, one *matched, name media.Name, of course.Course, lessons []course.Lesson) error {
	clock := ""
	if name.Timed {
		clock = " " + name.Clock.String()
	}
	one.params = append(one.params, "day", name.Day.String(), "time", clock)
	var held []timetable.Class
	for _, g := range m.groups[name.Code] {
		plan, err := m.plan(ctx, g.ID)
		if err != nil {
			return err
		}
		for _, c := range timetable.Expand(plan) {
			early := int(name.Clock) - int(c.Place.Hours.Starts)
			if c.Group == g.ID && c.Place.Day == name.Day && c.State != timetable.Cancelled && (!name.Timed || early > -near && early < near) {
				held = append(held, c)
			}
		}
	}
	switch {
	case len(held) == 0:
		one.said = "media.said.no_class"
		return nil
	case len(held) > 1:
		one.said = "media.said.several"
		return nil
	}
	class := held[0]
	title := fmt.Sprintf("%s %s", of.Name, class.Place.Day)
	if name.Title != "" {
		title = name.Title
	}
	one.to = media.Target{Course: of.ID, Title: title, Group: class.Group, Class: class.ID}
	for _, l := range lessons {
		if l.Class == class.ID {
			one.to, title = media.Target{Lesson: l.ID}, l.Title
		}
	}
	one.said = "media.said.record"
	one.params = append(one.params, "time", class.Place.Hours.Starts.String(), "title", title)
	return nil
}

func (m *matcher) plan(ctx context.Context, group string) (plan timetable.Plan, err error) {
	err = m.db.Read(ctx, func(q sqldb.Querier) error {
		plan, err = m.college.timetables.GroupPlan(ctx, q, group)
		return err
	})
	return plan, err
}
