package courseapi

import (
	"context"
	"math"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// WireWatching is how far a student is in a lesson, in seconds. It is exported for the same reason as WireLesson.
type WireWatching struct {
	_         struct{}       `nullable:"true"` // huma: nullable wherever it is used
	Position  float64        `json:"position" doc:"Where to resume."`
	Percent   int            `json:"percent" doc:"Of the lesson; never decreases."`
	Done      bool           `json:"done" doc:"True from nine tenths on; never reverts."`
	Seconds   float64        `json:"seconds" doc:"Seconds of the lesson watched, each counted once."`
	Intervals []wireInterval `json:"intervals" doc:"The parts watched, in order. Reported parts that are missing here can be reported again later."`
	At        string         `json:"at" format:"date-time" doc:"Time of the server's last answer about it."`
}

// wireInterval is a part of a lesson, from and to in seconds.
type wireInterval [2]float64

// Schema describes a pair; huma would describe a list.
func (wireInterval) Schema(huma.Registry) *huma.Schema {
	two, number := 2, &huma.Schema{Type: huma.TypeNumber, Format: "double"}
	return &huma.Schema{
		Type: huma.TypeArray, Items: number, MinItems: &two, MaxItems: &two,
		Extensions: map[string]any{"prefixItems": []*huma.Schema{number, number}},
	}
}

func toWireWatching(w course.Watching) WireWatching {
	return WireWatching{
		Position: inSeconds(w.Position), Percent: w.Percent, Done: w.Done, Seconds: inSeconds(w.Spans.Total()),
		At: wire.MaybeInstant(w.At), Intervals: wire.Each(w.Spans, func(s course.Span) wireInterval {
			return wireInterval{
				inSeconds(s.From), inSeconds(s.To),
			}
		}),
	}
}

func inSeconds(ms int64) float64 { return float64(ms) / 1000 }

// maxSeconds is longer than any lesson.
const maxSeconds = 1e7

// inMilliseconds converts and checks a position in a lesson.
func inMilliseconds(field string, seconds float64) (int64, error) {
	if !(math.Abs(seconds) <= maxSeconds) {
		return 0, fault.New(fault.Invalid, "request.field_value", "field", field)
	}
	return int64(math.Round(seconds * 1000)), nil
}

type reportIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Body   struct {
		Player    string      `json:"player" minLength:"1" maxLength:"64" doc:"A random name of this open player, the same in all its reports."`
		Speed     float64     `json:"speed" minimum:"0.5" maximum:"3"`
		Position  float64     `json:"position" doc:"In seconds."`
		Intervals [][]float64 `json:"intervals" maxItems:"200" doc:"Pairs of seconds watched since the last answer, plus what that didn't accept."`
	}
}

type WireReport struct {
	_ struct{} `nullable:"false"` // unlike WireWatching elsewhere
	WireWatching
	CourseProgress int     `json:"courseProgress" doc:"Percent of the course; 0 if not enrolled."`
	Accepted       float64 `json:"accepted" doc:"Seconds that the report added."`
}

// ReportWatching records what a player says was watched, as far as that is plausible. It answers after the data is
// on disk.
func (a *API) ReportWatching(ctx context.Context, who access.Actor, in *reportIn) (WireReport, error) {
	report := course.Report{
		Player: in.Body.Player, Speed: in.Body.Speed,
		Spans: make([]course.Span, 0, len(in.Body.Intervals)),
	}
	var err error
	if report.Position, err = inMilliseconds("position", in.Body.Position); err != nil {
		return WireReport{}, err
	}
	for _, pair := range in.Body.Intervals {
		if len(pair) != 2 {
			return WireReport{}, fault.New(fault.Invalid, "request.field_count", "field", "intervals")
		}
		from, errFrom := inMilliseconds("intervals", pair[0])
		to, errTo := inMilliseconds("intervals", pair[1])
		if errFrom != nil || errTo != nil || to < from {
			return WireReport{}, fault.New(fault.Invalid, "request.field_value", "field", "intervals")
		}
		report.Spans = append(report.Spans, course.Span{From: from, To: to})
	}
	got, err := a.Courses.Report(ctx, who, in.Lesson, report)
	if err != nil {
		return WireReport{}, err
	}
	return WireReport{
		WireWatching: toWireWatching(got.Watching), CourseProgress: got.Course,
		Accepted: inSeconds(got.Accepted),
	}, nil
}

type wireRecent struct {
	Lesson   string           `json:"lesson"`
	Title    string           `json:"title"`
	TitleEn  string           `json:"titleEn"`
	Course   wire.NamedCourse `json:"course"`
	Position float64          `json:"position" doc:"In seconds."`
	Duration float64          `json:"duration" doc:"In seconds."`
	Percent  int              `json:"percent"`
	Done     bool             `json:"done"`
	At       string           `json:"at" format:"date-time"`
	Poster   string           `json:"poster"`
}

type wireWatchedDay struct {
	Date    string `json:"date" format:"date"`
	Seconds int64  `json:"seconds"`
}

type WireMyWatching struct {
	Recent []wireRecent     `json:"recent" doc:"Lessons started: unfinished ones first, then latest first."`
	Week   []wireWatchedDay `json:"week" doc:"The seven days of this week in the college's time zone, Monday first."`
}

func (a *API) GetWatching(ctx context.Context, who access.Actor, _ *struct{}) (WireMyWatching, error) {
	recent, err := a.Courses.Recent(ctx, who)
	if err != nil {
		return WireMyWatching{}, err
	}
	week, err := a.Courses.Week(ctx, who)
	if err != nil {
		return WireMyWatching{}, err
	}
	poster := a.posters(ctx, who, wire.Each(recent, func(r course.Recent) string { return r.Lesson }))
	return WireMyWatching{
		Recent: wire.Each(recent, func(r course.Recent) wireRecent {
			return wireRecent{
				Lesson: r.Lesson, Title: r.Title, TitleEn: r.TitleEn, Course: toWireNamedCourse(r.Course),
				Position: inSeconds(r.Position), Duration: inSeconds(r.Duration), Percent: r.Percent, Done: r.Done,
				At: wire.MaybeInstant(r.At), Poster: poster(r.Lesson),
			}
		}),
		Week: wire.Each(week, toWireWatchedDay),
	}, nil
}

func toWireWatchedDay(d course.Day) wireWatchedDay {
	return wireWatchedDay{Date: d.Date.String(), Seconds: int64(d.Time.Seconds())}
}
