package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"lectern/bench/college"
	"lectern/bench/load"
)

// most is the goal: the highest ratio of a page's cost in the large college.
const most = 1.3

// subject is a college and the parameters of its pages.
type subject struct {
	*college.College
	far   string   // the cursor of the middle page
	ids   []string // of students from the whole college
	some  []pupil
	asked int
}

// sampled is the number of students whose pages are requested in turn.
const sampled = 50

func newSubject(ctx context.Context, c *college.College, count int) (*subject, error) {
	s := &subject{College: c}
	for i := range sampled {
		p := invent(i*(count/sampled)+1, count)
		found, err := s.list(ctx, "search="+p.number)
		if err != nil {
			return nil, err
		}
		if len(found.Items) != 1 {
			return nil, fmt.Errorf("%d students have the number %s", len(found.Items), p.number)
		}
		s.ids, s.some = append(s.ids, found.Items[0].ID), append(s.some, p)
	}
	for seen := 0; seen < count/2; {
		page, err := s.list(ctx, "size=200&after="+s.far)
		if err != nil {
			return nil, err
		}
		seen, s.far = seen+len(page.Items), page.Next
	}
	return s, nil
}

type page struct {
	Items []struct{ ID string }
	Next  string
}

func (s *subject) list(ctx context.Context, query string) (out page, err error) {
	answer, err := s.Staff.Do(ctx, http.MethodGet, "/api/admin/students?"+query, nil)
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("list students: %v", answer.Errors)
	}
	if err == nil {
		err = json.Unmarshal(answer.Data, &out)
	}
	return out, err
}

// one returns the next student, as a path and as data.
func (s *subject) one() (string, pupil) {
	s.asked++
	i := s.asked % sampled
	return "/api/admin/students/" + s.ids[i], s.some[i]
}

const (
	list   = "/api/admin/students?"
	search = "/api/admin/students?search="
	finder = "/api/admin/search?text="
)

// pages are the measured requests. 欧阳 and oy find equally many students in both colleges; 王 and w find more than a
// page.
var pages = []struct {
	what string
	path func(s *subject) string
}{
	{"list, first page", func(*subject) string { return list }},
	{"list by name, first page", func(*subject) string { return list + "sort=name" }},
	{"list, a page in the middle", func(s *subject) string { return list + "after=" + s.far }},
	{"list of a class", func(s *subject) string { _, p := s.one(); return list + "class=" + url.QueryEscape(p.class) }},
	{"list by status", func(*subject) string { return list + "status=suspended" }},
	{"list by status, sorted by name", func(*subject) string { return list + "status=suspended&sort=name" }},
	{"list, never logged in", func(*subject) string { return list + "login=never" }},
	{"list, first password", func(*subject) string { return list + "login=firstPassword" }},
	{"filters of the list", func(*subject) string { return "/api/admin/students/filters" }},
	{"classes of the filter", func(*subject) string { return "/api/admin/students/classes" }},
	{"class by a part of its name", func(s *subject) string {
		_, p := s.one()
		return "/api/admin/students/classes?search=" + url.QueryEscape(p.class)
	}},
	{"accounts of staff", func(*subject) string { return "/api/admin/accounts?role=admin" }},
	{"account by a rare name", func(*subject) string { return "/api/admin/accounts?search=" + url.QueryEscape("欧阳") }},
	{"search, rare name", func(*subject) string { return search + url.QueryEscape("欧阳") }},
	{"search, common name", func(*subject) string { return search + url.QueryEscape("王") }},
	{"search, rare initials", func(*subject) string { return search + "oy" }},
	{"search, common initials", func(*subject) string { return search + "w" }},
	{"search, number", func(s *subject) string { _, p := s.one(); return search + p.number }},
	{"search, last six digits of a phone", func(s *subject) string { _, p := s.one(); return search + p.phone[5:] }},
	{"header's search, rare name", func(*subject) string { return finder + url.QueryEscape("欧阳") }},
	{"header's search, common initials", func(*subject) string { return finder + "w" }},
	{"header's search, number", func(s *subject) string { _, p := s.one(); return finder + p.number }},
	{"student", func(s *subject) string { id, _ := s.one(); return id }},
	{"student's account", func(s *subject) string { id, _ := s.one(); return id + "/account" }},
	{"student's courses", func(s *subject) string { id, _ := s.one(); return id + "/courses" }},
	{"student's timetable", func(s *subject) string { id, _ := s.one(); return id + "/timetable" }},
	{"student's messages", func(s *subject) string { id, _ := s.one(); return id + "/messages" }},
	{"student's history", func(s *subject) string { id, _ := s.one(); return id + "/history" }},
	{"desk", func(*subject) string { return "/api/admin/desk" }},
}

func compare(ctx context.Context, engine string, colleges [2]*subject) error {
	for _, page := range pages {
		var sides [2]load.Side
		for i, s := range colleges {
			sides[i] = load.Side{Addr: s.Addr, Next: func() []byte { return s.Staff.Get(page.path(s)) }}
		}
		if _, err := load.Pairs(ctx, sampled, sides); err != nil { // warm-up
			return fmt.Errorf("%s: %w", page.what, err)
		}
		took, err := load.Pairs(ctx, *pairs, sides)
		if err != nil {
			return fmt.Errorf("%s: %w", page.what, err)
		}
		err = load.Figure{
			What: page.what + ", " + engine, Value: took[0].Middle / took[1].Middle, Unit: fmt.Sprintf("× with %d students",
				*sizes[1]), Most: most, Detail: fmt.Sprintf("%.1f and %.1f ms, p99 %.1f and %.1f ms", took[0].Middle,
				took[1].Middle, took[0].P99, took[1].P99),
		}.Print()
		if err != nil {
			return err
		}
	}
	return nil
}
