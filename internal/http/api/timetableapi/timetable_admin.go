package timetableapi

import (
	"context"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

type wireChange struct {
	ID          string `json:"id,omitempty" maxLength:"64" doc:"Chosen by the client, so that a retry changes nothing twice; for add it becomes the class's id."`
	Action      string `json:"action" enum:"cancel,move,add"`
	Group       string `json:"group" maxLength:"64"`
	Class       string `json:"class,omitempty" maxLength:"80" doc:"The class to change; not for add."`
	Kind        string `json:"kind,omitempty" enum:"class,exam" doc:"For add."`
	Day         string `json:"day,omitempty" doc:"Default: unchanged."`
	FirstPeriod int    `json:"firstPeriod,omitempty" minimum:"0" maximum:"40"`
	LastPeriod  int    `json:"lastPeriod,omitempty" minimum:"0" maximum:"40"`
	Starts      string `json:"starts,omitempty" doc:"Clock times instead of periods."`
	Ends        string `json:"ends,omitempty"`
	Campus      string `json:"campus,omitempty" maxLength:"64"`
	Room        string `json:"room,omitempty" maxLength:"64"`
	Online      bool   `json:"online,omitempty" doc:"Without a room."`
	Teacher     string `json:"teacher,omitempty" maxLength:"64"`
	Note        string `json:"note,omitempty" maxLength:"500"`
}

func (c wireChange) change() (timetable.Change, error) {
	out := timetable.Change{
		ID: c.ID, Action: timetable.Action(c.Action), Class: c.Class, Group: c.Group, Kind: timetable.Kind(c.Kind),
		Hours:  timetable.Hours{FirstPeriod: c.FirstPeriod, LastPeriod: c.LastPeriod},
		Campus: c.Campus, Room: c.Room, Online: c.Online, Teacher: c.Teacher, Note: c.Note,
	}
	if out.Action == timetable.Add && out.Kind == "" {
		out.Kind = timetable.Regular
	}
	var err error
	if out.Day, err = wire.ParseMaybeDate("day", c.Day); err != nil {
		return out, err
	}
	if (c.Starts == "") != (c.Ends == "") { // the zero time is midnight, so a missing one can only be detected here
		return out, fault.New(fault.Invalid, "timetable.hours_half")
	}
	if out.Hours.Starts, err = timeField("starts", c.Starts); err != nil {
		return out, err
	}
	out.Hours.Ends, err = timeField("ends", c.Ends)
	return out, err
}

func timeField(field, text string) (civil.Time, error) {
	if text == "" {
		return 0, nil
	}
	clock, err := civil.ParseTime(text)
	if err != nil {
		return clock, fault.New(fault.Invalid, "request.field_value", "field", field)
	}
	return clock, nil
}

type publishChangesIn struct {
	Body struct {
		Changes []wireChange `json:"changes" minItems:"1" maxItems:"100" doc:"Applied in this order, all or none."`
	}
}

// WireNews is the effect of a publication on one group.
type WireNews struct {
	Term    string           `json:"term"`
	Group   string           `json:"group"`
	Changes []WireDifference `json:"changes"`
}

func toWireNews(n timetable.News) WireNews {
	return WireNews{Term: n.Term.ID, Group: n.Group, Changes: wire.Each(n.Differences, toWireDifference)}
}

func (a *API) PublishChanges(ctx context.Context, who access.Actor, in *publishChangesIn) ([]WireNews, error) {
	changes := make([]timetable.Change, 0, len(in.Body.Changes))
	for _, c := range in.Body.Changes {
		change, err := c.change()
		if err != nil {
			return nil, err
		}
		changes = append(changes, change)
	}
	news, err := a.Timetables.Publish(ctx, who, changes)
	return wire.Each(news, toWireNews), err
}

type changeIn struct {
	Change string `path:"change" maxLength:"64"`
}

func (a *API) WithdrawChange(ctx context.Context, who access.Actor, in *changeIn) (WireNews, error) {
	news, err := a.Timetables.Withdraw(ctx, who, in.Change)
	return toWireNews(news), err
}

type publishMappingIn struct {
	Body struct {
		ID      string `json:"id,omitempty" maxLength:"64"`
		Term    string `json:"term" maxLength:"64"`
		Date    string `json:"date"`
		Off     bool   `json:"off,omitempty" doc:"No classes on the date."`
		Week    int    `json:"week,omitempty" doc:"Unless off: the date follows this week …"`
		Weekday int    `json:"weekday,omitempty" minimum:"0" maximum:"7" doc:"… and this weekday; Monday is 1."`
		Note    string `json:"note,omitempty" maxLength:"500"`
	}
}

func (a *API) PublishMapping(
	ctx context.Context, who access.Actor, in *publishMappingIn,
) (timetable.DayMapping, error) {
	b := in.Body
	date, err := wire.ParseDate("date", b.Date)
	if err != nil {
		return timetable.DayMapping{}, err
	}
	return a.Timetables.PublishMapping(ctx, who, b.Term, timetable.DayMapping{
		ID: b.ID, Date: date, Off: b.Off, Week: b.Week, Weekday: civil.Weekday(b.Weekday), Note: b.Note,
	})
}

type mappingIn struct {
	Mapping string `path:"mapping" maxLength:"64"`
}

func (a *API) WithdrawMapping(ctx context.Context, who access.Actor, in *mappingIn) (wire.None, error) {
	return nil, a.Timetables.WithdrawMapping(ctx, who, in.Mapping)
}

type publishHolidayIn struct {
	Body struct {
		ID     string `json:"id,omitempty" maxLength:"64"`
		Name   string `json:"name" minLength:"1" maxLength:"60"`
		NameEn string `json:"nameEn,omitempty" maxLength:"60"`
		From   string `json:"from"`
		To     string `json:"to"`
	}
}

func (a *API) PublishHoliday(ctx context.Context, who access.Actor, in *publishHolidayIn) (timetable.Holiday, error) {
	b := in.Body
	from, err := wire.ParseDate("from", b.From)
	if err != nil {
		return timetable.Holiday{}, err
	}
	to, err := wire.ParseDate("to", b.To)
	if err != nil {
		return timetable.Holiday{}, err
	}
	return a.Timetables.PublishHoliday(ctx, who,
		timetable.Holiday{ID: b.ID, Name: b.Name, NameEn: b.NameEn, From: from, To: to})
}

type holidayIn struct {
	Holiday string `path:"holiday" maxLength:"64"`
}

func (a *API) WithdrawHoliday(ctx context.Context, who access.Actor, in *holidayIn) (wire.None, error) {
	return nil, a.Timetables.WithdrawHoliday(ctx, who, in.Holiday)
}
