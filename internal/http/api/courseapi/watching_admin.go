package courseapi

import (
	"context"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/watching"
)

// WireAge says how old an answer is. It is exported for the same reason as WireLesson.
type WireAge struct {
	AsOf      string `json:"asOf" doc:"What was reported until then is counted, RFC 3339; empty: it was not computed yet."`
	Computing bool   `json:"computing" doc:"It is being computed anew, or will be soon."`
}

func toWireAge(a watching.Age) WireAge {
	return WireAge{AsOf: wire.MaybeInstant(a.AsOf), Computing: a.Computing}
}

// WireWatchingCounts are sums over students and lessons. It is exported for the same reason as WireLesson.
type WireWatchingCounts struct {
	Students int   `json:"students"`
	Lessons  int   `json:"lessons" doc:"Lessons that the students are to watch, each counted for each student."`
	Started  int   `json:"started" doc:"Of lessons: how many were watched in part or whole."`
	Done     int   `json:"done" doc:"Of lessons: how many are done."`
	Seconds  int64 `json:"seconds" doc:"Proved seconds of all of them."`
}

type wireWatchingCourse struct {
	Course wire.NamedCourse `json:"course"`
	WireWatchingCounts
}

type wireWatchingClass struct {
	Class string `json:"class" doc:"Administrative class; empty: students of none."`
	WireWatchingCounts
}

type WireWatchingOverview struct {
	WireAge
	Term    string               `json:"term" doc:"Empty: nothing was computed yet."`
	Terms   []wire.Named         `json:"terms" doc:"Those of which something was computed, the newest first."`
	Courses []wireWatchingCourse `json:"courses"`
	Classes []wireWatchingClass  `json:"classes"`
}

type watchingOverviewIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id; the newest that has begun when missing."`
}

func (a *API) GetWatchingOverview(ctx context.Context, who access.Actor, in *watchingOverviewIn) (WireWatchingOverview, error) {
	o, err := a.Watching.Overview(ctx, who, in.Term)
	return WireWatchingOverview{
		WireAge: toWireAge(o.Age), Term: o.Term, Terms: wire.Each(o.Terms, toWireNamedOf),
		Courses: wire.Each(o.Courses, func(c watching.CourseCounts) wireWatchingCourse {
			return wireWatchingCourse{wire.NamedCourse(c.Course), WireWatchingCounts(c.Counts)}
		}),
		Classes: wire.Each(o.Classes, func(c watching.ClassCounts) wireWatchingClass {
			return wireWatchingClass{c.Class, WireWatchingCounts(c.Counts)}
		}),
	}, err
}

func toWireNamedOf(n watching.Named) wire.Named {
	return wire.Named{Code: n.ID, Name: n.Name, NameEn: n.NameEn}
}

type wireWatchingLesson struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	TitleEn  string  `json:"titleEn"`
	Group    string  `json:"group" doc:"Code of the group that the lesson is for; empty: for all of the course."`
	Duration float64 `json:"duration" doc:"In seconds."`
	WireWatchingCounts
	Curve []int `json:"curve" doc:"How many students have watched each part of the lesson, which is divided into parts of the same length."`
}

type WireWatchingView struct {
	WireAge
	Term    string               `json:"term"`
	Course  wire.NamedCourse     `json:"course"`
	Groups  []wire.NamedCourse   `json:"groups" doc:"Of the course in the term."`
	Classes []string             `json:"classes" doc:"Administrative classes of its students."`
	Lessons []wireWatchingLesson `json:"lessons"`
}

func toWireWatchingView(v watching.CourseView) WireWatchingView {
	return WireWatchingView{
		WireAge: toWireAge(v.Age), Term: v.Term, Course: wire.NamedCourse(v.Course), Classes: v.Classes,
		Groups: wire.Each(v.Groups, func(g watching.Named) wire.NamedCourse { return wire.NamedCourse(g) }),
		Lessons: wire.Each(v.Lessons, func(l watching.LessonCounts) wireWatchingLesson {
			return wireWatchingLesson{
				ID: l.Lesson.ID, Title: l.Lesson.Name, TitleEn: l.Lesson.NameEn, Group: l.Lesson.Code, Duration: inSeconds(l.Duration), WireWatchingCounts: WireWatchingCounts(l.Counts), Curve: l.Curve,
			}
		}),
	}
}

type watchingCourseIn struct {
	Course string `path:"course" maxLength:"64"`
	Term   string `query:"term" maxLength:"64"`
	Group  string `query:"group" maxLength:"64" doc:"One of the course; all when missing."`
}

func (a *API) GetWatchingCourse(ctx context.Context, who access.Actor, in *watchingCourseIn) (WireWatchingView, error) {
	v, err := a.Watching.Course(ctx, who, in.Course, in.Term, in.Group)
	return toWireWatchingView(v), err
}

func (a *API) ComputeWatching(ctx context.Context, who access.Actor, _ *struct{}) (wire.None, error) {
	return nil, a.Watching.Compute(ctx, who)
}

// wireWatchingRow is one student and one lesson.
type wireWatchingRow struct {
	Student       string           `json:"student"`
	StudentNumber string           `json:"studentNumber"`
	Name          string           `json:"name"`
	NameLatin     string           `json:"nameLatin"`
	Class         string           `json:"class" doc:"Administrative class."`
	Course        wire.NamedCourse `json:"course"`
	Group         wire.NamedCourse `json:"group"`
	Lesson        string           `json:"lesson"`
	Title         string           `json:"title"`
	TitleEn       string           `json:"titleEn"`
	Position      int              `json:"position" doc:"Of the lesson in its course."`
	Duration      float64          `json:"duration" doc:"In seconds."`
	Seconds       int64            `json:"seconds" doc:"Proved, each second of the lesson once."`
	Percent       int              `json:"percent"`
	Done          bool             `json:"done"`
	Seen          string           `json:"seen" doc:"When the lesson was last watched or opened, RFC 3339; empty: never."`
}

type WireWatchingPage struct {
	WireAge
	Rows  []wireWatchingRow `json:"rows"`
	Total int               `json:"total" doc:"On all pages; when more is true, there are more than that."`
	More  bool              `json:"more" doc:"It was not counted further."`
	Next  string            `json:"next" doc:"After of the next page; empty on the last."`
}

func toWireWatchingPage(p watching.Page) WireWatchingPage {
	return WireWatchingPage{
		WireAge: toWireAge(p.Age), Total: p.Total, More: p.More, Next: p.Next,
		Rows: wire.Each(p.Rows, func(r watching.Row) wireWatchingRow {
			return wireWatchingRow{
				Student: r.Student, StudentNumber: r.Number, Name: r.Name, NameLatin: r.NameLatin, Class: r.Class, Course: wire.NamedCourse(r.Course),
				Group: wire.NamedCourse(r.Group), Lesson: r.Lesson.ID, Title: r.Lesson.Name, TitleEn: r.Lesson.NameEn, Position: r.Position,
				Duration: inSeconds(r.Duration), Seconds: r.Seconds, Percent: r.Percent, Done: r.Done, Seen: wire.MaybeInstant(r.Seen),
			}
		}),
	}
}

// WatchingFilter narrows rows down, for staff and teachers alike.
type WatchingFilter struct {
	Class  string `query:"class" maxLength:"100" doc:"Administrative class."`
	Lesson string `query:"lesson" maxLength:"64"`
	State  string `query:"state" enum:"never,started,unfinished,done" doc:"unfinished: never or started."`
	Search string `query:"search" maxLength:"100" doc:"The beginning of a student's number or name."`
	Sort   string `query:"sort" enum:"number,seconds,seen,lesson" default:"number"`
	Order  string `query:"order" enum:"ascending,descending" default:"ascending"`
	After  string `query:"after" maxLength:"600" doc:"Next of the page before."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (f *WatchingFilter) query() watching.Query {
	return watching.Query{
		Class: f.Class, Lesson: f.Lesson, State: watching.State(f.State), Search: f.Search, Sort: f.Sort, Descending: f.Order == "descending", After: f.After, Size: f.Size,
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

// WireWatchingWho says which students of a group or a course to remind.
type WireWatchingWho struct {
	Class  string `json:"class,omitempty" maxLength:"100" doc:"Administrative class; all when missing."`
	Lesson string `json:"lesson,omitempty" maxLength:"64" doc:"Any lesson of the course when missing."`
	State  string `json:"state" enum:"never,unfinished" doc:"Who has watched nothing of it, or who is not done with it."`
}

func (w WireWatchingWho) reminder() watching.Reminder {
	return watching.Reminder{Class: w.Class, Lesson: w.Lesson, State: watching.State(w.State)}
}

type wireReminderPerson struct {
	StudentNumber string `json:"studentNumber"`
	Name          string `json:"name"`
	NameLatin     string `json:"nameLatin"`
	Class         string `json:"class"`
}

type WireReminderPreview struct {
	Students int                  `json:"students" doc:"Whom it would go to."`
	Some     []wireReminderPerson `json:"some" doc:"The first of them."`
	Recent   int                  `json:"recent" doc:"Who is left out because they were reminded of the course a short while ago."`
	Hours    int                  `json:"hours" doc:"How long ago that is at most."`
	Title    wire.Text            `json:"title"`
	Content  wire.Text            `json:"content"`
}

func toWireReminderPreview(p watching.ReminderPreview) WireReminderPreview {
	text := func(t message.Text) wire.Text { return wire.Text(t) }
	return WireReminderPreview{
		Students: p.Students, Recent: p.Recent, Hours: int(watching.RemindAgain.Hours()), Title: text(p.Title), Content: text(p.Content),
		Some: wire.Each(p.Some, func(s watching.Person) wireReminderPerson {
			return wireReminderPerson{s.Number, s.Name, s.NameLatin, s.Class}
		}),
	}
}

// WireWatchingReminder is whom staff remind.
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

func (a *API) PreviewReminder(ctx context.Context, who access.Actor, in *previewReminderIn) (WireReminderPreview, error) {
	p, err := a.Watching.PreviewReminder(ctx, who, in.Body.reminder())
	return toWireReminderPreview(p), err
}

type remindWatchingIn struct {
	Body struct {
		WireWatchingReminder
		ID string `json:"id" minLength:"16" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"Made by the caller, so that a request that is repeated sends nothing twice."`
	}
}

func (a *API) RemindWatching(ctx context.Context, who access.Actor, in *remindWatchingIn) (wire.Reminded, error) {
	r := in.Body.reminder()
	r.ID = in.Body.ID
	n, err := a.Watching.Remind(ctx, who, r)
	return wire.Reminded{Students: n}, err
}
