package timetableapi

import (
	"context"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

type yearIn struct {
	Year int `query:"year" minimum:"0" maximum:"9998" doc:"Default: the current one."`
}

type wireCalendarTerm struct {
	WireTerm
	Exams []timetable.WeekSpan `json:"exams" doc:"Exam weeks, earliest first."`
}

// WireYear is the college's calendar of a year.
type WireYear struct {
	timetable.Year
	Today    civil.Date         `json:"today" format:"date" doc:"The college's date."`
	TimeZone string             `json:"timeZone"`
	Terms    []wireCalendarTerm `json:"terms" doc:"Terms with a day in the year, earliest first."`
}

func (a *API) GetYear(ctx context.Context, who access.Actor, in *yearIn) (WireYear, error) {
	y, err := a.Timetables.Year(ctx, who, in.Year)
	return WireYear{
		Year: y, Today: a.Timetables.Today(), TimeZone: a.Timetables.Zone().String(),
		Terms: wire.Each(y.Terms, func(t timetable.Term) wireCalendarTerm {
			return wireCalendarTerm{toWireTerm(t), y.Exams[t.ID]}
		}),
	}, err
}

type wireMakeUp struct {
	Date    string `json:"date" format:"date"`
	Follows string `json:"follows,omitempty" doc:"The date whose timetable applies; missing: a working day without classes, which is not published."`
}

type wireHolidayRow struct {
	Name   string       `json:"name" minLength:"1" maxLength:"60"`
	NameEn string       `json:"nameEn,omitempty" maxLength:"60"`
	From   string       `json:"from" format:"date"`
	To     string       `json:"to" format:"date"`
	MakeUp []wireMakeUp `json:"makeUp,omitempty" maxItems:"20"`
}

type wireDayPlan struct {
	Date    string `json:"date" format:"date"`
	Follows string `json:"follows,omitempty" doc:"The date whose timetable applies; missing: a day off."`
	Note    string `json:"note,omitempty" maxLength:"500"`
}

// wireArrangement is a set of holidays and make-up days, published together.
type wireArrangement struct {
	Rows             []wireHolidayRow `json:"rows,omitempty" maxItems:"40" doc:"Holidays with their make-up days."`
	Days             []wireDayPlan    `json:"days,omitempty" maxItems:"100" doc:"Single days."`
	WithdrawHolidays []string         `json:"withdrawHolidays,omitempty" maxItems:"100" doc:"Ids; withdrawn first."`
	WithdrawMappings []string         `json:"withdrawMappings,omitempty" maxItems:"100"`
}

func (w *wireArrangement) arrangement() (timetable.Arrangement, error) {
	out := timetable.Arrangement{WithdrawHolidays: w.WithdrawHolidays, WithdrawMappings: w.WithdrawMappings}
	for _, row := range w.Rows {
		h := timetable.Holiday{Name: row.Name, NameEn: row.NameEn}
		var err error
		if h.From, err = wire.ParseDate("from", row.From); err != nil {
			return out, err
		}
		if h.To, err = wire.ParseDate("to", row.To); err != nil {
			return out, err
		}
		out.Holidays = append(out.Holidays, h)
		for _, m := range row.MakeUp {
			if m.Follows == "" {
				continue
			}
			d, err := wireDayPlan{Date: m.Date, Follows: m.Follows, Note: row.Name}.plan()
			if err != nil {
				return out, err
			}
			out.Days = append(out.Days, d)
		}
	}
	for _, day := range w.Days {
		d, err := day.plan()
		if err != nil {
			return out, err
		}
		out.Days = append(out.Days, d)
	}
	return out, nil
}

func (w wireDayPlan) plan() (timetable.DayPlan, error) {
	out := timetable.DayPlan{Note: w.Note}
	var err error
	if out.Date, err = wire.ParseDate("date", w.Date); err == nil {
		out.Follows, err = wire.ParseMaybeDate("follows", w.Follows)
	}
	return out, err
}

type arrangementIn struct{ Body wireArrangement }

func (a *API) PublishArrangement(
	ctx context.Context, who access.Actor, in *arrangementIn,
) (timetable.Published, error) {
	arrangement, err := in.Body.arrangement()
	if err != nil {
		return timetable.Published{}, err
	}
	return a.Timetables.PublishArrangement(ctx, who, arrangement)
}

func (a *API) PreviewArrangement(
	ctx context.Context, who access.Actor, in *arrangementIn,
) (timetable.ArrangementPreview, error) {
	arrangement, err := in.Body.arrangement()
	if err != nil {
		return timetable.ArrangementPreview{}, err
	}
	return a.Timetables.PreviewArrangement(ctx, who, arrangement)
}

type putWaysIn struct {
	Body struct {
		Ways []timetable.Way `json:"ways" maxItems:"200" doc:"All travel times; pairs without one aren't checked."`
	}
}

func (a *API) PutWays(ctx context.Context, who access.Actor, in *putWaysIn) (wire.None, error) {
	return nil, a.Timetables.PutWays(ctx, who, in.Body.Ways)
}

type putTermIn struct {
	Term string `path:"term" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$"`
	Body struct {
		Name        string               `json:"name" minLength:"1" maxLength:"60"`
		NameEn      string               `json:"nameEn,omitempty" maxLength:"60"`
		FirstMonday string               `json:"firstMonday" format:"date"`
		Weeks       int                  `json:"weeks" minimum:"1" maximum:"53"`
		Exams       []timetable.WeekSpan `json:"exams,omitempty" maxItems:"10"`
	}
}

func (in *putTermIn) term() (timetable.Term, []timetable.WeekSpan, error) {
	b := in.Body
	first, err := wire.ParseDate("firstMonday", b.FirstMonday)
	return timetable.Term{ID: in.Term, Name: b.Name, NameEn: b.NameEn, FirstMonday: first, Weeks: b.Weeks}, b.Exams, err
}

// PutTerm creates or changes a term.
func (a *API) PutTerm(ctx context.Context, who access.Actor, in *putTermIn) (wire.None, error) {
	term, exams, err := in.term()
	if err != nil {
		return nil, err
	}
	return nil, a.Timetables.PutCalendarTerm(ctx, who, term, exams)
}

// PreviewTerm returns how many people PutTerm would affect.
func (a *API) PreviewTerm(ctx context.Context, who access.Actor, in *putTermIn) (timetable.Concerned, error) {
	term, exams, err := in.term()
	if err != nil {
		return timetable.Concerned{}, err
	}
	return a.Timetables.PreviewCalendarTerm(ctx, who, term, exams)
}

type wirePeriod struct {
	Number int    `json:"number"`
	Starts string `json:"starts"`
	Ends   string `json:"ends"`
}

type putSchemeIn struct {
	Scheme string `path:"scheme" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$"`
	Body   struct {
		Campus  string       `json:"campus" maxLength:"64"`
		From    string       `json:"from" format:"date"`
		To      string       `json:"to" format:"date"`
		Periods []wirePeriod `json:"periods" minItems:"1" maxItems:"60"`
	}
}

func (in *putSchemeIn) scheme() (scheme timetable.PeriodScheme, err error) {
	scheme = timetable.PeriodScheme{ID: in.Scheme, Campus: in.Body.Campus}
	if scheme.From, err = wire.ParseDate("from", in.Body.From); err != nil {
		return scheme, err
	}
	if scheme.To, err = wire.ParseDate("to", in.Body.To); err != nil {
		return scheme, err
	}
	scheme.Periods, err = toPeriods(in.Body.Periods)
	return scheme, err
}

func toPeriods(list []wirePeriod) (periods []timetable.Period, err error) {
	for _, p := range list {
		period := timetable.Period{Number: p.Number}
		if period.Starts, err = timeField("starts", p.Starts); err != nil {
			return nil, err
		}
		if period.Ends, err = timeField("ends", p.Ends); err != nil {
			return nil, err
		}
		periods = append(periods, period)
	}
	return periods, nil
}

// PutScheme creates or changes period times.
func (a *API) PutScheme(ctx context.Context, who access.Actor, in *putSchemeIn) (wire.None, error) {
	scheme, err := in.scheme()
	if err != nil {
		return nil, err
	}
	return nil, a.Timetables.PutCalendarScheme(ctx, who, scheme)
}

// PreviewScheme returns how many people PutScheme would affect.
func (a *API) PreviewScheme(ctx context.Context, who access.Actor, in *putSchemeIn) (timetable.Concerned, error) {
	scheme, err := in.scheme()
	if err != nil {
		return timetable.Concerned{}, err
	}
	return a.Timetables.PreviewCalendarScheme(ctx, who, scheme)
}

type newTimesIn struct {
	Campus string `path:"campus" maxLength:"64"`
	Body   struct {
		From    string       `json:"from" format:"date" doc:"The period times in force on this date end the day before."`
		Periods []wirePeriod `json:"periods" minItems:"1" maxItems:"60"`
	}
}

func (in *newTimesIn) times() (times timetable.NewTimes, err error) {
	times.Campus = in.Campus
	if times.From, err = wire.ParseDate("from", in.Body.From); err != nil {
		return times, err
	}
	times.Periods, err = toPeriods(in.Body.Periods)
	return times, err
}

// PutTimes writes new period times of a campus from a date on.
func (a *API) PutTimes(ctx context.Context, who access.Actor, in *newTimesIn) (wire.None, error) {
	times, err := in.times()
	if err != nil {
		return nil, err
	}
	return nil, a.Timetables.PutTimesFrom(ctx, who, times)
}

// PreviewTimes returns how many people PutTimes would affect.
func (a *API) PreviewTimes(ctx context.Context, who access.Actor, in *newTimesIn) (timetable.Concerned, error) {
	times, err := in.times()
	if err != nil {
		return timetable.Concerned{}, err
	}
	return a.Timetables.PreviewTimesFrom(ctx, who, times)
}
