package timetableapi

import (
	"context"
	"net/http"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

type listTeachingIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

type WireTaughtGroup struct {
	ID       string           `json:"id"`
	Code     string           `json:"code"`
	Name     string           `json:"name" doc:"Of the group; may be empty."`
	NameEn   string           `json:"nameEn"`
	Term     string           `json:"term"`
	Course   wire.NamedCourse `json:"course"`
	Students int              `json:"students"`
}

func (a *API) ListTaughtGroups(ctx context.Context, who access.Actor, in *listTeachingIn) ([]WireTaughtGroup, error) {
	list, err := a.Teaching.Groups(ctx, who, in.Term)
	return wire.Each(list, func(g teaching.Group) WireTaughtGroup {
		return WireTaughtGroup{
			ID: g.ID, Code: g.Code, Name: g.Name, NameEn: g.NameEn, Term: g.Term, Students: g.Students,
			Course: wire.NamedCourse{ID: g.Course, Code: g.CourseCode, Name: g.CourseName, NameEn: g.CourseNameEn},
		}
	}), err
}

type taughtGroupIn struct {
	Group string `path:"group" maxLength:"64"`
}

// ListTaughtStudents returns a class list without phone numbers and national IDs.
func (a *API) ListTaughtStudents(ctx context.Context, who access.Actor, in *taughtGroupIn) ([]teaching.Student, error) {
	return a.Teaching.Students(ctx, who, in.Group)
}

func (a *API) GetTaughtPhoto(w http.ResponseWriter, r *http.Request) {
	key, err := a.Teaching.Photo(r.Context(), server.ActorOf(r.Context()), r.PathValue("group"), r.PathValue("student"))
	wire.ServePhoto(w, r, a.Blobs, key, err)
}

type tellGroupIn struct {
	Group string `path:"group" maxLength:"64"`
	Body  struct {
		ID      string       `json:"id,omitempty" maxLength:"64" doc:"Chosen by the client, so that a retry changes nothing twice."`
		Title   message.Text `json:"title"`
		Content message.Text `json:"content"`
	}
}

func (a *API) TellGroup(ctx context.Context, who access.Actor, in *tellGroupIn) (wire.ID, error) {
	b := in.Body
	sent, err := a.Messages.Publish(ctx, who, message.Note{
		ID: b.ID, Kind: message.Notice, To: message.Group(in.Group), Title: b.Title, Content: b.Content,
	})
	return wire.ID{ID: sent}, err
}

type WireRequest struct {
	ID          string         `json:"id"`
	Teacher     teaching.Named `json:"teacher"`
	Group       string         `json:"group"`
	Code        string         `json:"code" doc:"Of the group."`
	Term        string         `json:"term" doc:"Of the group."`
	Course      string         `json:"course"`
	CourseEn    string         `json:"courseEn"`
	Class       string         `json:"class"`
	Place       *WirePlace     `json:"place,omitempty" doc:"The current place of the class; missing if it was deleted, or the request is decided."`
	Action      string         `json:"action" enum:"cancel,move,room" doc:"room: another room, chosen by staff."`
	Day         civil.Date     `json:"day" doc:"Empty: unchanged."`
	FirstPeriod int            `json:"firstPeriod" doc:"0: unchanged."`
	LastPeriod  int            `json:"lastPeriod"`
	Reason      string         `json:"reason"`
	State       string         `json:"state" enum:"open,accepted,published,reverted,declined,withdrawn" doc:"accepted: in a draft of staff; published: with that draft; reverted: withdrawn after publishing."`
	Answer      string         `json:"answer"`
	Created     time.Time      `json:"created" format:"date-time"`
}

func toWireRequest(r teaching.Request) WireRequest {
	out := WireRequest{
		ID: r.ID, Teacher: r.Teacher, Group: r.Group, Code: r.Code, Term: r.Term,
		Course: r.Course.Name, CourseEn: r.Course.NameEn, Class: r.Class, Day: r.Day, Action: string(r.Action),
		FirstPeriod: r.First, LastPeriod: r.Last, Reason: r.Reason, State: string(r.State),
		Answer: r.Answer, Created: r.Created,
	}
	if r.Place != nil {
		place := toWirePlace(*r.Place)
		out.Place = &place
	}
	return out
}

func (a *API) ListOwnRequests(ctx context.Context, who access.Actor, _ *struct{}) ([]WireRequest, error) {
	list, err := a.Teaching.Own(ctx, who)
	return wire.Each(list, toWireRequest), err
}

type askIn struct {
	Body struct {
		Class       string `json:"class" maxLength:"80"`
		Action      string `json:"action" enum:"cancel,move,room" doc:"room: another room, chosen by staff."`
		Day         string `json:"day,omitempty" doc:"Of a move; default: unchanged."`
		FirstPeriod int    `json:"firstPeriod,omitempty" minimum:"0" maximum:"40"`
		LastPeriod  int    `json:"lastPeriod,omitempty" minimum:"0" maximum:"40"`
		Reason      string `json:"reason" maxLength:"300"`
	}
}

func (a *API) AskForChange(ctx context.Context, who access.Actor, in *askIn) (wire.ID, error) {
	b := in.Body
	day, err := wire.ParseMaybeDate("day", b.Day)
	if err != nil {
		return wire.ID{}, err
	}
	made, err := a.Teaching.Ask(ctx, who, teaching.Request{
		Class: b.Class, Action: teaching.Action(b.Action), Day: day, First: b.FirstPeriod,
		Last: b.LastPeriod, Reason: b.Reason,
	})
	return wire.ID{ID: made}, err
}

type taughtClassIn struct {
	Class string `path:"class" maxLength:"80"`
}

// ListTaughtPlaces proposes times for a class, all of which AskForChange accepts.
func (a *API) ListTaughtPlaces(ctx context.Context, who access.Actor, in *taughtClassIn) ([]wirePlanProposal, error) {
	list, err := a.Planning.PlacesForTeacher(ctx, who, in.Class)
	return wire.Each(list, toWirePlanProposal), err
}

type requestIn struct {
	Request string `path:"request" maxLength:"64"`
}

func (a *API) WithdrawRequest(ctx context.Context, who access.Actor, in *requestIn) (wire.None, error) {
	return nil, a.Teaching.Withdraw(ctx, who, in.Request)
}

func (a *API) ListRequests(ctx context.Context, who access.Actor, _ *struct{}) ([]WireRequest, error) {
	list, err := a.Teaching.Waiting(ctx, who)
	return wire.Each(list, toWireRequest), err
}

type declineRequestIn struct {
	Request string `path:"request" maxLength:"64"`
	Body    struct {
		Answer string `json:"answer" maxLength:"300" doc:"The teacher reads it."`
	}
}

// DeclineRequest declines a request. AddPlanLines accepts one, with the line that grants it.
func (a *API) DeclineRequest(ctx context.Context, who access.Actor, in *declineRequestIn) (wire.None, error) {
	return nil, a.Teaching.Decline(ctx, who, in.Request, in.Body.Answer)
}
