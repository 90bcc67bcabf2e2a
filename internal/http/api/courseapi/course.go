package courseapi

import (
	"context"
	"math"
	"strconv"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// WireLesson is a lesson in a list. It is exported because huma only describes fields of exported embedded types.
type WireLesson struct {
	ID       string `json:"id"`
	Position int    `json:"position" doc:"From 1 within the course."`
	Title    string `json:"title"`
	TitleEn  string `json:"titleEn"`
	Class    string `json:"class" doc:"Id of the class it records; empty otherwise."`
	Preview  bool   `json:"preview" doc:"Open to visitors."`

	Percent  int     `json:"percent" doc:"Percentage the caller has watched."`
	Done     bool    `json:"done"`
	Duration float64 `json:"duration" doc:"In seconds; 0 if there is nothing to play."`
}

func toWireLesson(l course.Lesson, step course.Step) WireLesson {
	return WireLesson{
		ID: l.ID, Position: l.Position, Title: l.Title, TitleEn: l.TitleEn, Class: l.Class, Preview: l.Preview,
		Percent: step.Percent, Done: step.Done, Duration: inSeconds(step.Duration),
	}
}

// WireMyCourse is one enrolment: a course repeated in another term occurs twice.
type WireMyCourse struct {
	ID         string       `json:"id"`
	Code       string       `json:"code"`
	Name       string       `json:"name"`
	NameEn     string       `json:"nameEn"`
	Credits    float64      `json:"credits"`
	Group      string       `json:"group"`
	Term       string       `json:"term"`
	State      string       `json:"state" enum:"confirmed,pending,dropped"`
	From       string       `json:"from" doc:"The first day in the group, such as 2026-09-07, if staff entered one; otherwise empty."`
	Until      string       `json:"until" doc:"The last day in a group that was dropped, if staff entered one; otherwise empty."`
	ChangedAt  int64        `json:"changedAt" doc:"When the enrolment got its state, in Unix milliseconds."`
	Progress   int          `json:"progress" doc:"Percent of the course, 0 to 100."`
	ProgressAt string       `json:"progressAt" doc:"When that was reached, or empty."`
	Lessons    []WireLesson `json:"lessons" doc:"In order; none unless the enrolment is confirmed."`
}

func (a *API) ListCourses(ctx context.Context, who access.Actor, _ *struct{}) ([]WireMyCourse, error) {
	mine, err := a.Courses.Mine(ctx, who)
	if err != nil {
		return nil, err
	}
	lessons, err := a.Courses.MyLessons(ctx, who)
	if err != nil {
		return nil, err
	}
	steps, err := a.Courses.MySteps(ctx, who)
	if err != nil {
		return nil, err
	}
	of := make(map[string][]WireLesson)
	for _, l := range lessons {
		of[l.Course] = append(of[l.Course], toWireLesson(l, steps[l.ID]))
	}
	out := make([]WireMyCourse, 0, len(mine))
	for _, m := range mine {
		row := WireMyCourse{
			ID: m.Course.ID, Code: m.Course.Code, Name: m.Course.Name, NameEn: m.Course.NameEn,
			Credits: credits(m.Course.Credits), Group: m.Group, Term: m.Term, State: string(m.State),
			From: m.From, Until: m.Until, ChangedAt: m.Changed.UnixMilli(), Progress: m.Progress.Percent,
			ProgressAt: wire.MaybeInstant(m.Progress.At), Lessons: []WireLesson{},
		}
		if list := of[m.Course.ID]; m.State == course.Confirmed && list != nil {
			row.Lessons = list
		}
		out = append(out, row)
	}
	return out, nil
}

// credits converts from tenths.
func credits(tenths int) float64 { return float64(tenths) / 10 }

type courseIn struct {
	Course string `path:"course" maxLength:"64"`
}

type WireCourse struct {
	ID        string           `json:"id"`
	Code      string           `json:"code"`
	Name      string           `json:"name"`
	NameEn    string           `json:"nameEn"`
	Credits   float64          `json:"credits"`
	Summary   string           `json:"summary"`
	SummaryEn string           `json:"summaryEn"`
	Teachers  []course.Teacher `json:"teachers"`
	Enrolled  bool             `json:"enrolled" doc:"Other callers only see public previews."`
	Progress  int              `json:"progress"`
	Lessons   []WireLesson     `json:"lessons"`
}

// GetCourse is open to all who are logged in; lessons depend on the caller's rights.
func (a *API) GetCourse(ctx context.Context, who access.Actor, in *courseIn) (WireCourse, error) {
	c, err := a.Courses.Course(ctx, in.Course)
	if err != nil {
		return WireCourse{}, err
	}
	out := WireCourse{
		ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: credits(c.Credits), Summary: c.Summary,
		SummaryEn: c.SummaryEn, Teachers: c.Teachers,
	}
	lessons, err := a.Courses.Lessons(ctx, who, in.Course)
	if err != nil {
		return WireCourse{}, err
	}
	steps, err := a.Courses.MySteps(ctx, who)
	if err != nil {
		return WireCourse{}, err
	}
	out.Lessons = wire.Each(lessons, func(l course.Lesson) WireLesson { return toWireLesson(l, steps[l.ID]) })
	if who.Student == "" {
		return out, nil
	}
	if out.Enrolled, err = a.Courses.Enrolled(ctx, who.Student, in.Course); err != nil {
		return WireCourse{}, err
	}
	progress, err := a.progressMap(ctx, who)
	out.Progress = progress[c.ID]
	return out, err
}

func (a *API) progressMap(ctx context.Context, who access.Actor) (map[string]int, error) {
	list, err := a.Courses.Progress(ctx, who)
	return toProgressMap(list), err
}

func toProgressMap(list []course.Progress) map[string]int {
	out := make(map[string]int, len(list))
	for _, p := range list {
		out[p.Course] = p.Percent
	}
	return out
}

func (a *API) GetProgress(ctx context.Context, who access.Actor, _ *struct{}) (map[string]int, error) {
	return a.progressMap(ctx, who)
}

type saveProgressIn struct {
	Body struct {
		Progress map[string]float64 `json:"progress" doc:"Percent by course id, 0 to 100, without fractions. Only used for courses without lessons."`
		At       string             `json:"at,omitempty" maxLength:"40" doc:"When it was reached: RFC 3339, YYYY-MM-DD HH:mm:ss in the college's time zone, or Unix milliseconds; default: now."`
	}
}

const maxProgress = 500

// SaveProgress returns the resulting progress, which the device adopts.
func (a *API) SaveProgress(ctx context.Context, who access.Actor, in *saveProgressIn) (map[string]int, error) {
	at := a.Now()
	if in.Body.At != "" {
		var err error
		if at, err = wire.ParseInstant("at", in.Body.At, a.Timetables.Zone()); err != nil {
			return nil, err
		}
	}
	if len(in.Body.Progress) > maxProgress {
		return nil, fault.New(fault.Invalid, "request.field_count", "field", "progress")
	}
	said := make(map[string]int, len(in.Body.Progress))
	for id, percent := range in.Body.Progress {
		if !(percent >= 0 && percent <= 100) {
			return nil, fault.New(fault.Invalid, "course.percent", "percent", strconv.FormatFloat(percent, 'g', 6, 64))
		}
		said[id] = int(math.Floor(percent))
	}
	list, err := a.Courses.SaveProgress(ctx, who, said, at)
	return toProgressMap(list), err
}

// ResetProgress restarts a course; nothing else decreases progress.
func (a *API) ResetProgress(ctx context.Context, who access.Actor, in *courseIn) (course.Progress, error) {
	return a.Courses.ResetProgress(ctx, who, in.Course)
}
