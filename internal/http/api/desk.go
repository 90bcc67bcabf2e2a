package api

import (
	"context"
	"slices"
	"time"

	"lectern/internal/feature/course/search"
	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/desk"
)

func (a *api) getDesk(ctx context.Context, who access.Actor, _ *struct{}) (desk.Desk, error) {
	d, err := a.Desk.Desk(ctx, who)
	if err == nil && access.Admin.Check(who) == nil {
		err = a.addClashes(ctx, who, &d)
	}
	return d, err
}

// clashTime is how long the desk waits for a term's clashes, which are slow to compute after a change. The
// computation goes on in the background for the next request.
const clashTime = time.Second

// addClashes adds the clashes of rooms and teachers, after guessed logins and before everything else.
func (a *api) addClashes(ctx context.Context, who access.Actor, d *desk.Desk) error {
	short, cancel := context.WithTimeout(ctx, clashTime)
	defer cancel()
	n, err := a.countClashes(short, who)
	if short.Err() != nil && ctx.Err() == nil {
		return nil
	}
	if err != nil || n == 0 {
		return err
	}
	at := 0
	if len(d.Waiting) > 0 && d.Waiting[0].Kind == "logins.guessed" {
		at = 1
	}
	d.Waiting = slices.Insert(d.Waiting, at, desk.Waiting{Kind: "timetable.clashes", Count: min(n, desk.MaxCount)})
	return nil
}

// countClashes counts unaccepted clashes of rooms, teachers and groups. A college without a term has none.
func (a *api) countClashes(ctx context.Context, who access.Actor) (n int, err error) {
	report, err := a.Clashes.Report(ctx, who, "")
	if fault.Code(err) == "timetable.no_terms" {
		return 0, nil
	}
	for _, c := range report.Clashes {
		if c.Kind.Hard() {
			n++
		}
	}
	return n, err
}

type searchIn struct {
	Text string `query:"text" required:"true" minLength:"1" maxLength:"100"`
}

// wireFound is a search result.
type wireFound struct {
	Kind     string  `json:"kind" enum:"student,course,group,teacher,room,lecture"`
	ID       string  `json:"id"`
	Code     string  `json:"code" doc:"A student's number, a course's or group's code, a teacher's number."`
	Name     string  `json:"name"`
	NameEn   string  `json:"nameEn"`
	Detail   string  `json:"detail" doc:"A student's class, a group's term, a room's campus, a line of a recording."`
	DetailEn string  `json:"detailEn" doc:"In English, or empty."`
	Course   string  `json:"course" doc:"Of a group: the id of its course; empty otherwise."`
	At       float64 `json:"at" doc:"Of a spoken line: position in the recording, in seconds; 0 otherwise."`
}

// Search shows at most this many of each.
const (
	foundStudents = 8
	foundLectures = 6
)

// search finds objects for staff, students first.
func (a *api) search(ctx context.Context, who access.Actor, in *searchIn) ([]wireFound, error) {
	var students student.Page
	if access.Advising.Check(who) == nil {
		var err error
		if students, err = a.Students.List(ctx, who,
			student.Query{Search: in.Text, Size: foundStudents, Few: true}); err != nil {
			return nil, err
		}
	}
	others, err := a.Desk.Search(ctx, who, in.Text)
	out := wire.Each(students.Items, func(i student.Item) wireFound {
		return wireFound{
			Kind: "student", ID: i.ID, Code: i.Number, Name: i.Name, NameEn: i.NameLatin,
			Detail: i.Class, DetailEn: i.ClassEn(),
		}
	})
	// Callers only get results whose page they may open.
	opens := map[string]access.Policy{
		"course": access.Recordings, "group": access.Admin,
		"teacher": access.Working, "room": access.Working,
	}
	for _, f := range others {
		if opens[f.Kind].Check(who) != nil {
			continue
		}
		out = append(out, wireFound{
			Kind: f.Kind, ID: f.ID, Code: f.Code, Name: f.Name, NameEn: f.NameEn, Detail: f.Where,
			DetailEn: f.WhereEn, Course: f.Course,
		})
	}
	if err != nil {
		return nil, err
	}
	lectures, err := a.Search.Find(ctx, who, in.Text, "")
	return append(out, wire.Each(lectures.Found[:min(len(lectures.Found), foundLectures)], toFoundLecture)...), err
}

// toFoundLecture returns a lecture with the first matching line.
func toFoundLecture(f search.Found) wireFound {
	found := wireFound{Kind: "lecture", ID: f.Lesson, Code: f.Code, Name: f.Title, NameEn: f.TitleEn}
	if len(f.Hits) > 0 {
		found.Detail, found.At = f.Hits[0].Text, f.Hits[0].At.Seconds()
	}
	return found
}
