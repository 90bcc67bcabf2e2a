package courseapi

import (
	"context"
	"time"

	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/watching"
)

type WireWatchingOverview struct {
	watching.Overview
	Terms []student.Named `json:"terms" doc:"Terms with data, newest first."`
}

type watchingOverviewIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id; default: the newest that has begun."`
}

func (a *API) GetWatchingOverview(
	ctx context.Context, who access.Actor, in *watchingOverviewIn,
) (WireWatchingOverview, error) {
	o, err := a.Watching.Overview(ctx, who, in.Term)
	return WireWatchingOverview{Overview: o, Terms: wire.Each(o.Terms, toWireNamedOf)}, err
}

func toWireNamedOf(n watching.Named) student.Named {
	return student.Named{Code: n.ID, Name: n.Name, NameEn: n.NameEn}
}

type wireWatchingLesson struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	TitleEn  string  `json:"titleEn"`
	Group    string  `json:"group" doc:"Code of the lesson's group; empty for the whole course."`
	Duration float64 `json:"duration" doc:"In seconds."`
	watching.Counts
	Curve []int `json:"curve" doc:"Number of students who have watched each of the lesson's equal parts."`
}

type WireWatchingView struct {
	watching.CourseView
	Lessons []wireWatchingLesson `json:"lessons"`
}

func toWireWatchingView(v watching.CourseView) WireWatchingView {
	return WireWatchingView{CourseView: v, Lessons: wire.Each(v.Lessons, func(l watching.LessonCounts) wireWatchingLesson {
		return wireWatchingLesson{
			ID: l.Lesson.ID, Title: l.Lesson.Name, TitleEn: l.Lesson.NameEn, Group: l.Lesson.Code,
			Duration: inSeconds(l.Duration), Counts: l.Counts, Curve: l.Curve,
		}
	})}
}

type watchingCourseIn struct {
	Course string `path:"course" maxLength:"64"`
	Term   string `query:"term" maxLength:"64"`
	Group  string `query:"group" maxLength:"64" doc:"A group of the course; default: all."`
}

func (a *API) GetWatchingCourse(ctx context.Context, who access.Actor, in *watchingCourseIn) (WireWatchingView, error) {
	v, err := a.Watching.Course(ctx, who, in.Course, in.Term, in.Group)
	return toWireWatchingView(v), err
}

func (a *API) ComputeWatching(ctx context.Context, who access.Actor, _ *struct{}) (wire.None, error) {
	return nil, a.Watching.Compute(ctx, who)
}

// wireWatchingRow is one student's progress in one lesson.
type wireWatchingRow struct {
	Student       string         `json:"student"`
	StudentNumber string         `json:"studentNumber"`
	Name          string         `json:"name"`
	NameLatin     string         `json:"nameLatin"`
	Class         string         `json:"class" doc:"Home class."`
	Course        watching.Named `json:"course"`
	Group         watching.Named `json:"group"`
	Lesson        string         `json:"lesson"`
	Title         string         `json:"title"`
	TitleEn       string         `json:"titleEn"`
	Position      int            `json:"position" doc:"Of the lesson in its course."`
	Duration      float64        `json:"duration" doc:"In seconds."`
	Seconds       int64          `json:"seconds" doc:"Proved seconds, each counted once."`
	Percent       int            `json:"percent"`
	Done          bool           `json:"done"`
	Seen          time.Time      `json:"seen" doc:"When the lesson was last watched or opened, RFC 3339; empty if never."`
	// Watching starts again when a recording of another length replaces one.
	EarlierPercent int       `json:"earlierPercent" doc:"How much of an earlier recording of the lesson the student has watched."`
	EarlierSeen    time.Time `json:"earlierSeen" doc:"When the earlier recording was last watched, RFC 3339; empty if it was not."`
}

type WireWatchingPage struct {
	watching.Age
	Rows  []wireWatchingRow `json:"rows"`
	Total int               `json:"total" doc:"On all pages; if more is true, there are more."`
	More  bool              `json:"more" doc:"Counting stopped at total."`
	Next  string            `json:"next" doc:"after for the next page; empty on the last."`
}

func toWireWatchingPage(p watching.Page) WireWatchingPage {
	return WireWatchingPage{
		Age: p.Age, Total: p.Total, More: p.More, Next: p.Next,
		Rows: wire.Each(p.Rows, func(r watching.Row) wireWatchingRow {
			return wireWatchingRow{
				Student: r.Student, StudentNumber: r.Number, Name: r.Name, NameLatin: r.NameLatin, Class: r.Class, Course: r.Course,
				Group: r.Group, Lesson: r.Lesson.ID, Title: r.Lesson.Name, TitleEn: r.Lesson.NameEn, Position: r.Position,
				Duration: inSeconds(r.Duration), Seconds: r.Seconds, Percent: r.Percent, Done: r.Done, Seen: r.Seen,
				EarlierPercent: r.EarlierPercent, EarlierSeen: r.EarlierSeen,
			}
		}),
	}
}

// WatchingFilter filters rows, for staff and teachers.
type WatchingFilter struct {
	Class  string `query:"class" maxLength:"100" doc:"Home class."`
	Lesson string `query:"lesson" maxLength:"64"`
	State  string `query:"state" enum:"never,started,unfinished,done" doc:"unfinished: never or started."`
	Search string `query:"search" maxLength:"100" doc:"The beginning of a student's number or name."`
	Sort   string `query:"sort" enum:"number,seconds,seen,lesson" default:"number"`
	Order  string `query:"order" enum:"ascending,descending" default:"ascending"`
	After  string `query:"after" maxLength:"600" doc:"next of the previous page."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (f *WatchingFilter) query() watching.Query {
	return watching.Query{
		Class: f.Class, Lesson: f.Lesson, State: watching.State(f.State), Search: f.Search, Sort: f.Sort,
		Descending: f.Order == "descending", After: f.After, Size: f.Size,
	}
}

type listWatchingIn struct {
	WatchingFilter
	Term   string `query:"term" maxLength:"64"`
	Course string `query:"course" maxLength:"64"`
	Group  string `query:"group" maxLength:"64"`
}

func (a *API) ListWatching(ctx context.Context, who access.Actor, in *listWatchingIn) (WireWatchingPage, error) {
	query := in.query()
	query.Term, query.Course, query.Group = in.Term, in.Course, in.Group
	page, err := a.Watching.Rows(ctx, who, query)
	return toWireWatchingPage(page), err
}

// WireWatchingWho selects the students of a group or course to remind.
type WireWatchingWho struct {
	Class  string `json:"class,omitempty" maxLength:"100" doc:"Home class; default: all."`
	Lesson string `json:"lesson,omitempty" maxLength:"64" doc:"Default: any lesson of the course."`
	State  string `json:"state" enum:"never,unfinished" doc:"Students who have watched nothing of it, or haven't finished it."`
}

func (w WireWatchingWho) reminder() watching.Reminder {
	return watching.Reminder{Class: w.Class, Lesson: w.Lesson, State: watching.State(w.State)}
}

type WireReminderPreview struct {
	watching.ReminderPreview
	Hours int `json:"hours" doc:"The longest time since then, in hours."`
}

func toWireReminderPreview(p watching.ReminderPreview) WireReminderPreview {
	return WireReminderPreview{ReminderPreview: p, Hours: int(watching.RemindAgain.Hours())}
}

// WireWatchingReminder selects the students to remind.
type WireWatchingReminder struct {
	WireWatchingWho
	Term   string `json:"term,omitempty" maxLength:"64"`
	Course string `json:"course" maxLength:"64"`
	Group  string `json:"group,omitempty" maxLength:"64"`
}

func (w WireWatchingReminder) reminder() watching.Reminder {
	r := w.WireWatchingWho.reminder()
	r.Term, r.Course, r.Group = w.Term, w.Course, w.Group
	return r
}

type previewReminderIn struct {
	Body WireWatchingReminder
}

func (a *API) PreviewReminder(
	ctx context.Context, who access.Actor, in *previewReminderIn,
) (WireReminderPreview, error) {
	p, err := a.Watching.PreviewReminder(ctx, who, in.Body.reminder())
	return toWireReminderPreview(p), err
}

type remindWatchingIn struct {
	Body struct {
		WireWatchingReminder
		ID string `json:"id" minLength:"16" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"Chosen by the client, so that a retry sends nothing twice."`
	}
}

func (a *API) RemindWatching(ctx context.Context, who access.Actor, in *remindWatchingIn) (wire.Reminded, error) {
	r := in.Body.reminder()
	r.ID = in.Body.ID
	n, err := a.Watching.Remind(ctx, who, r)
	return wire.Reminded{Students: n}, err
}
