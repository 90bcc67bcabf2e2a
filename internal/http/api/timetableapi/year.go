package timetableapi

import (
	"context"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type yearIn struct {
	Year int `query:"year" minimum:"0" maximum:"9998" doc:"The present one when missing."`
}

type wireWeekSpan struct {
	From int `json:"from" minimum:"1" maximum:"53"`
	To   int `json:"to" minimum:"1" maximum:"53"`
}

type wireCalendarTerm struct {
	WireTermFields
	Exams []wireWeekSpan `json:"exams" doc:"Weeks of exams, the earliest first."`
}

// WireTermFields are those of wireTerm; huma takes embedded types by exported names alone.
type WireTermFields wireTerm

type wireWay struct {
	Campus  string `json:"campus" maxLength:"64"`
	Other   string `json:"other" maxLength:"64"`
	Minutes int    `json:"minutes" minimum:"1" maximum:"600"`
}

type WireTermMapping struct {
	WireMapping
	Term string `json:"term"`
}

func toWireTermMapping(m timetable.TermMapping) WireTermMapping {
	return WireTermMapping{toWireMapping(m.DayMapping), m.Term}
}

// WireYear is the college's calendar of a year.
type WireYear struct {
	Year     int                `json:"year"`
	Today    string             `json:"today" format:"date" doc:"The college's date."`
	TimeZone string             `json:"timeZone"`
	Terms    []wireCalendarTerm `json:"terms" doc:"Those with a day in the year, the earliest first."`
	Campuses []wireCampus       `json:"campuses"`
	Schemes  []wireScheme       `json:"schemes"`
	Holidays []WireHoliday      `json:"holidays" doc:"In force."`
	Mappings []WireTermMapping  `json:"mappings" doc:"In force."`
	Ways     []wireWay          `json:"ways" doc:"Between campuses, whichever direction."`
}

func (a *API) GetYear(ctx context.Context, who access.Actor, in *yearIn) (WireYear, error) {
	y, err := a.Timetables.Year(ctx, who, in.Year)
	if err != nil {
		return WireYear{}, err
	}
	return WireYear{
		Year: y.Number, Today: a.Timetables.Today().String(), TimeZone: a.Timetables.Zone().String(),
		Terms: wire.Each(y.Terms, func(t timetable.Term) wireCalendarTerm {
			return wireCalendarTerm{WireTermFields(toWireTerm(t)), wire.Each(y.Exams[t.ID], func(s timetable.WeekSpan) wireWeekSpan { return wireWeekSpan{s.First, s.Last} })}
		}),
		Campuses: wire.Each(y.Campuses, toWireCampus),
		Schemes:  wire.Each(y.Schemes, toWireScheme),
		Holidays: wire.Each(y.Holidays, toWireHoliday),
		Mappings: wire.Each(y.Mappings, toWireTermMapping),
		Ways:     wire.Each(y.Ways, func(w timetable.Way) wireWay { return wireWay(w) }),
	}, nil
}

type wireMakeUp struct {
	Date    string `json:"date" format:"date"`
	Follows string `json:"follows,omitempty" doc:"The teaching day that is taught on the date, by its own date; missing: a day of work on which nothing is taught, which is not published."`
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
	Follows string `json:"follows,omitempty" doc:"The teaching day that is taught on the date, by its own date; missing: off."`
	Note    string `json:"note,omitempty" maxLength:"500"`
}

// wireArrangement is days of the whole college that are published together.
type wireArrangement struct {
	Rows             []wireHolidayRow `json:"rows,omitempty" maxItems:"40" doc:"Holidays with their make-up days."`
	Days             []wireDayPlan    `json:"days,omitempty" maxItems:"100" doc:"Single days."`
	WithdrawHolidays []string         `json:"withdrawHolidays,omitempty" maxItems:"100" doc:"Ids; taken back first."`
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

type WirePublishedDays struct {
	Holidays []WireHoliday     `json:"holidays" doc:"What is new; what stood already is left out."`
	Mappings []WireTermMapping `json:"mappings"`
}

func toWirePublished(p timetable.Published) WirePublishedDays {
	return WirePublishedDays{Holidays: wire.Each(p.Holidays, toWireHoliday), Mappings: wire.Each(p.Mappings, toWireTermMapping)}
}

func (a *API) PublishArrangement(ctx context.Context, who access.Actor, in *arrangementIn) (WirePublishedDays, error) {
	arrangement, err := in.Body.arrangement()
	if err != nil {
		return WirePublishedDays{}, err
	}
	done, err := a.Timetables.PublishArrangement(ctx, who, arrangement)
	return toWirePublished(done), err
}

type wireDayState struct {
	Date    string `json:"date" format:"date"`
	Week    int    `json:"week" doc:"The teaching day that is taught on it …"`
	Weekday int    `json:"weekday" doc:"… Monday is 1; both are 0 when none is."`
	Off     bool   `json:"off"`
	Cause   string `json:"cause" enum:",mapping,holiday"`
	Name    string `json:"name" doc:"Of the holiday."`
	NameEn  string `json:"nameEn"`
	Classes int    `json:"classes" doc:"That are on, in the whole college."`
}

func toWireDayState(d timetable.DayState) wireDayState {
	return wireDayState{
		Date: d.Date.String(), Week: d.Week, Weekday: int(d.Weekday), Off: d.Off, Cause: string(d.Cause), Name: d.Name, NameEn: d.NameEn, Classes: d.Classes,
	}
}

type wireWeekPreview struct {
	Term   string         `json:"term"`
	Number int            `json:"number"`
	Before []wireDayState `json:"before" doc:"Monday first."`
	After  []wireDayState `json:"after"`
}

type wireLostDay struct {
	Date    string `json:"date" format:"date"`
	Week    int    `json:"week"`
	Weekday int    `json:"weekday"`
	Classes int    `json:"classes"`
}

type WireArrangementPreview struct {
	Published WirePublishedDays `json:"published" doc:"What is new; the ids will be others."`
	Weeks     []wireWeekPreview `json:"weeks" doc:"Every week that a date of it lies in."`
	Lost      []wireLostDay     `json:"lost" doc:"Teaching days that would be taught on no date any more."`
	Students  int               `json:"students" doc:"Who have a class that is concerned."`
	Teachers  int               `json:"teachers" doc:"Who log in and have such a class ahead of them: each gets one message."`
	Groups    int               `json:"groups"`
	Moved     int               `json:"moved" doc:"Classes on another day."`
	Cancelled int               `json:"cancelled"`
	Back      int               `json:"back" doc:"Classes that were cancelled and are on again."`
	Messages  int               `json:"messages" doc:"Every student gets so many."`
}

func (a *API) PreviewArrangement(ctx context.Context, who access.Actor, in *arrangementIn) (WireArrangementPreview, error) {
	arrangement, err := in.Body.arrangement()
	if err != nil {
		return WireArrangementPreview{}, err
	}
	p, err := a.Timetables.PreviewArrangement(ctx, who, arrangement)
	return WireArrangementPreview{
		Published: toWirePublished(p.Published),
		Weeks: wire.Each(p.Weeks, func(w timetable.WeekPreview) wireWeekPreview {
			return wireWeekPreview{Term: w.Term, Number: w.Number, Before: wire.Each(w.Before, toWireDayState), After: wire.Each(w.After, toWireDayState)}
		}),
		Lost: wire.Each(p.Lost, func(d timetable.LostDay) wireLostDay {
			return wireLostDay{d.Date.String(), d.Week, int(d.Weekday), d.Classes}
		}),
		Students: p.Students, Teachers: p.Teachers, Groups: p.Groups, Moved: p.Moved, Cancelled: p.Cancelled, Back: p.Back, Messages: p.Messages,
	}, err
}

type putWaysIn struct {
	Body struct {
		Ways []wireWay `json:"ways" maxItems:"200" doc:"All of them; a pair that is not named is not checked."`
	}
}

func (a *API) PutWays(ctx context.Context, who access.Actor, in *putWaysIn) (wire.None, error) {
	ways := wire.Each(in.Body.Ways, func(w wireWay) timetable.Way { return timetable.Way(w) })
	return nil, a.Timetables.PutWays(ctx, who, ways)
}

type putTermIn struct {
	Term string `path:"term" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$"`
	Body struct {
		Name        string         `json:"name" minLength:"1" maxLength:"60"`
		NameEn      string         `json:"nameEn,omitempty" maxLength:"60"`
		FirstMonday string         `json:"firstMonday" format:"date"`
		Weeks       int            `json:"weeks" minimum:"1" maximum:"53"`
		Exams       []wireWeekSpan `json:"exams,omitempty" maxItems:"10"`
	}
}

func (in *putTermIn) term() (timetable.Term, []timetable.WeekSpan, error) {
	b := in.Body
	first, err := wire.ParseDate("firstMonday", b.FirstMonday)
	return timetable.Term{ID: in.Term, Name: b.Name, NameEn: b.NameEn, FirstMonday: first, Weeks: b.Weeks},
		wire.Each(b.Exams, func(s wireWeekSpan) timetable.WeekSpan { return timetable.WeekSpan{First: s.From, Last: s.To} }), err
}

// PutTerm makes a term or changes one.
func (a *API) PutTerm(ctx context.Context, who access.Actor, in *putTermIn) (wire.None, error) {
	term, exams, err := in.term()
	if err != nil {
		return nil, err
	}
	return nil, a.Timetables.PutCalendarTerm(ctx, who, term, exams)
}

type wireConcerned struct {
	Classes  int `json:"classes" doc:"How many are at another time, or no more."`
	Groups   int `json:"groups"`
	Students int `json:"students" doc:"How many get a message."`
	Teachers int `json:"teachers" doc:"Who log in and have such a class ahead of them: each gets one message."`
}

// PreviewTerm says how many PutTerm would concern.
func (a *API) PreviewTerm(ctx context.Context, who access.Actor, in *putTermIn) (wireConcerned, error) {
	term, exams, err := in.term()
	if err != nil {
		return wireConcerned{}, err
	}
	found, err := a.Timetables.PreviewCalendarTerm(ctx, who, term, exams)
	return wireConcerned(found), err
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
	for _, p := range in.Body.Periods {
		period := timetable.Period{Number: p.Number}
		if period.Starts, err = timeField("starts", p.Starts); err != nil {
			return scheme, err
		}
		if period.Ends, err = timeField("ends", p.Ends); err != nil {
			return scheme, err
		}
		scheme.Periods = append(scheme.Periods, period)
	}
	return scheme, nil
}

// PutScheme makes a period scheme or changes one.
func (a *API) PutScheme(ctx context.Context, who access.Actor, in *putSchemeIn) (wire.None, error) {
	scheme, err := in.scheme()
	if err != nil {
		return nil, err
	}
	return nil, a.Timetables.PutCalendarScheme(ctx, who, scheme)
}

// PreviewScheme says how many PutScheme would concern.
func (a *API) PreviewScheme(ctx context.Context, who access.Actor, in *putSchemeIn) (wireConcerned, error) {
	scheme, err := in.scheme()
	if err != nil {
		return wireConcerned{}, err
	}
	found, err := a.Timetables.PreviewCalendarScheme(ctx, who, scheme)
	return wireConcerned(found), err
}
