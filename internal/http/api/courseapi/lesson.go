package courseapi

import (
	"context"
	"log/slog"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// WireWatch is the content of the watch page.
type WireWatch struct {
	Lesson   *wireWatchLesson  `json:"lesson" doc:"Null if a class has no recording."`
	Course   wireWatchCourse   `json:"course"`
	Lessons  []wireStateLesson `json:"lessons" doc:"The lessons of the course that the caller may see, in order."`
	Access   string            `json:"access" enum:"granted,login,not_enrolled,not_published" doc:"Whether the caller may watch, or why not."`
	State    string            `json:"state" enum:"ready,processing,failed,none,live,upcoming"`
	Percent  int               `json:"percent" doc:"Of the preparation."`
	Reason   string            `json:"reason" doc:"Why the preparation failed, or empty."`
	Media    *WireMedia        `json:"media" doc:"Null unless access is granted and the recording is ready."`
	Files    []wire.Attachment `json:"attachments" doc:"Files of the lesson; none unless access is granted."`
	Live     *wireLive         `json:"live" doc:"Null unless the class is on or upcoming."`
	Watching *WireWatching     `json:"watching" doc:"Null for callers who aren't students or may not watch."`
	Previous string            `json:"previous" doc:"Id of the previous lesson, or empty."`
	Next     string            `json:"next"`
}

type wireWatchLesson struct {
	_         struct{} `nullable:"true"` // huma: nullable wherever it is used
	ID        string   `json:"id"`
	Position  int      `json:"position"`
	Title     string   `json:"title" doc:"Empty if not published."`
	TitleEn   string   `json:"titleEn"`
	Class     string   `json:"class" doc:"Id of the class it records; empty otherwise."`
	Preview   bool     `json:"preview"`
	Published bool     `json:"published"`
}

type wireWatchCourse struct {
	ID        string           `json:"id"`
	Code      string           `json:"code"`
	Name      string           `json:"name"`
	NameEn    string           `json:"nameEn"`
	Summary   string           `json:"summary"`
	SummaryEn string           `json:"summaryEn"`
	Enrolled  bool             `json:"enrolled"`
	Progress  int              `json:"progress" doc:"Percent of the course."`
	Teachers  []course.Teacher `json:"teachers"`
}

type wireStateLesson struct {
	WireLesson
	State string `json:"state" enum:"ready,processing,failed,none"`
}

type wireLive struct {
	_        struct{} `nullable:"true"` // huma: nullable wherever it is used
	Playlist string   `json:"playlist"`
	Starts   string   `json:"starts" format:"date-time"`
	Ends     string   `json:"ends" format:"date-time"`
	Title    string   `json:"title" doc:"Of the course, in the caller's language."`
}

type lessonIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
}

// GetLesson is open to everyone: instead of refusing, it says what is missing, because an error would log a visitor
// out.
func (a *API) GetLesson(ctx context.Context, who access.Actor, in *lessonIn) (WireWatch, error) {
	v, err := a.Courses.View(ctx, who, in.Lesson)
	if err != nil {
		return WireWatch{}, err
	}
	out := toWireWatch(v)
	out.Lesson = &wireWatchLesson{
		ID: v.Lesson.ID, Position: v.Lesson.Position, Title: v.Lesson.Title, TitleEn: v.Lesson.TitleEn, Class: v.Lesson.Class,
		Preview: v.Lesson.Preview, Published: v.Lesson.Published,
	}
	if v.Access != course.Granted {
		return out, nil
	}
	media, state, err := a.Playback(ctx, who, in.Lesson)
	if err != nil {
		return WireWatch{}, err
	}
	out.Media, out.State, out.Percent, out.Reason = media, state.State, state.Percent, state.Reason
	if out.Files, err = a.Attachments(ctx, who, in.Lesson); err != nil {
		return WireWatch{}, err
	}
	if v.Lesson.Class != "" && out.Media == nil {
		if err := a.addLive(ctx, who, v.Lesson.Class, v.Course, &out); err != nil {
			return WireWatch{}, err
		}
	}
	if who.Student != "" {
		out.Watching = a.openWatching(ctx, who, in.Lesson)
	}
	return out, nil
}

// openWatching returns how far a student is. A lesson can still be watched while the database is read-only.
func (a *API) openWatching(ctx context.Context, who access.Actor, lesson string) *WireWatching {
	w, err := a.Courses.Open(ctx, who, lesson)
	if err != nil {
		slog.WarnContext(ctx, "recording a viewing failed", "request", server.RequestOf(ctx).ID, "error", err)
		return nil
	}
	out := toWireWatching(w)
	return &out
}

func toWireWatch(v course.View) WireWatch {
	out := WireWatch{
		Course: wireWatchCourse{
			ID: v.Course.ID, Code: v.Course.Code, Name: v.Course.Name, NameEn: v.Course.NameEn, Summary: v.Course.Summary,
			SummaryEn: v.Course.SummaryEn, Enrolled: v.Enrolled, Progress: v.Progress, Teachers: v.Course.Teachers,
		},
		Access: string(v.Access), State: string(course.Nothing), Previous: v.Previous,
		Next: v.Next, Files: []wire.Attachment{},
	}
	out.Lessons = wire.Each(v.Lessons, func(l course.Listed) wireStateLesson {
		step := course.Step{Duration: l.Duration, Percent: l.Percent, Done: l.Done}
		return wireStateLesson{toWireLesson(l.Lesson, step), string(l.State)}
	})
	return out
}

// OneClassIn is a request for one class.
type OneClassIn struct {
	Class string `path:"class" maxLength:"80"`
}

// GetClassWatch shows a class: its recording, or its live source while it takes place.
func (a *API) GetClassWatch(ctx context.Context, who access.Actor, in *OneClassIn) (WireWatch, error) {
	class, err := a.Timetables.Class(ctx, in.Class)
	if err != nil {
		return WireWatch{}, err
	}
	lesson, err := a.Courses.RecordingOf(ctx, who, class.ID)
	if err != nil {
		return WireWatch{}, err
	}
	if lesson != "" {
		return a.GetLesson(ctx, who, &lessonIn{Lesson: lesson})
	}
	v, err := a.Courses.ViewGroup(ctx, who, class.Group)
	if err != nil {
		return WireWatch{}, err
	}
	out := toWireWatch(v)
	if v.Access == course.Granted {
		err = a.addLive(ctx, who, class.ID, v.Course, &out)
	}
	return out, err
}

// addLive adds where and when a class can be seen live, until it ends.
func (a *API) addLive(ctx context.Context, who access.Actor, class string, of course.Course, out *WireWatch) error {
	playlist, err := a.Courses.Live(ctx, class)
	if err != nil || playlist == "" {
		return err
	}
	c, err := a.Timetables.Class(ctx, class)
	if fault.Code(err) == "timetable.no_class" {
		return nil // the meeting was deleted, but the lesson that records it wasn't
	}
	if err != nil {
		return err
	}
	member, err := a.Courses.InGroup(ctx, who, c.Group)
	starts, ends, timed := a.Timetables.Hours(&c)
	now := a.Now()
	if err != nil || !member || !timed || !now.Before(ends) {
		return err
	}
	title := locale.Pick(server.LanguageOf(ctx), of.Name, of.NameEn)
	out.State = "upcoming"
	if !now.Before(starts) {
		out.State = "live"
	}
	out.Live = &wireLive{
		Playlist: playlist, Starts: starts.Format(time.RFC3339),
		Ends: ends.Format(time.RFC3339), Title: title,
	}
	return nil
}

func toWireNamedCourse(c course.Course) wire.NamedCourse {
	return wire.NamedCourse{ID: c.ID, Code: c.Code, Name: c.Name, NameEn: c.NameEn}
}

type WirePreview struct {
	Lesson   string           `json:"lesson"`
	Title    string           `json:"title"`
	TitleEn  string           `json:"titleEn"`
	Course   wire.NamedCourse `json:"course"`
	Duration float64          `json:"duration" doc:"In seconds."`
	Poster   string           `json:"poster"`
}

func (a *API) ListPreviews(ctx context.Context, who access.Actor, _ *struct{}) ([]WirePreview, error) {
	list, err := a.Courses.Previews(ctx)
	if err != nil {
		return nil, err
	}
	poster := a.posters(ctx, who, wire.Each(list, func(p course.Preview) string { return p.Lesson }))
	return wire.Each(list, func(p course.Preview) WirePreview {
		return WirePreview{
			Lesson: p.Lesson, Title: p.Title, TitleEn: p.TitleEn, Course: toWireNamedCourse(p.Course),
			Duration: inSeconds(p.Duration), Poster: poster(p.Lesson),
		}
	}), nil
}

// posters returns the poster addresses of many lessons with one query. On an error the list has no posters.
func (a *API) posters(ctx context.Context, who access.Actor, lessons []string) func(lesson string) string {
	paths, err := a.Media.Posters(ctx, who, lessons)
	if err != nil {
		slog.WarnContext(ctx, "loading posters failed", "request", server.RequestOf(ctx).ID, "error", err)
	}
	return func(lesson string) string {
		if paths[lesson] == "" {
			return ""
		}
		return "/media/" + paths[lesson]
	}
}
