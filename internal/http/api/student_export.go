package api

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"lectern/internal/feature/account"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

// wireExport is everything the portal stores about a student, as the law requires. The national ID is masked,
// because files get left around; reveal shows the number.
type wireExport struct {
	Taken    string                     `json:"taken"`
	Student  wireStudent                `json:"student"`
	Official []string                   `json:"official"`
	Account  wireUser                   `json:"account"`
	Sessions []account.Session          `json:"sessions"`
	Courses  []courseapi.WireMyCourse   `json:"courses"`
	Seats    []wireHeldSeat             `json:"seats"`
	Messages []messageapi.WireMessage   `json:"messages"`
	Calendar timetableapi.WireCalendar  `json:"calendar"`
	Watching courseapi.WireWatchingData `json:"watching"`
	Devices  int                        `json:"devices"` // number of push devices; their addresses are secret
}

// wireHeldSeat is a seat in an exam, of any term.
type wireHeldSeat struct {
	Term    string `json:"term"`
	Group   string `json:"group" doc:"Its code."`
	Name    string `json:"name"`
	NameEn  string `json:"nameEn"`
	Class   string `json:"class"`
	Room    string `json:"room" doc:"Empty: the room of the class."`
	RoomEn  string `json:"roomEn"`
	Seat    string `json:"seat"`
	Changed string `json:"changed" format:"date-time"`
}

func toWireHeldSeat(s timetable.HeldSeat) wireHeldSeat {
	return wireHeldSeat{
		Term: s.Term, Group: s.Group, Name: s.GroupName, NameEn: s.GroupNameEn, Class: s.Class, Room: s.Room,
		RoomEn: s.RoomEn, Seat: s.Seat, Changed: wire.Instant(s.Changed),
	}
}

// exportStudent sends a file to keep, so without an envelope.
func (a *api) exportStudent(w http.ResponseWriter, r *http.Request) {
	out, err := a.gatherExport(r.Context(), server.ActorOf(r.Context()))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	body, err := server.Encode(out, jsontext.WithIndent("  "))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="my-data.json"`)
	server.WriteJSON(w, body)
}

func (a *api) gatherExport(ctx context.Context, who access.Actor) (wireExport, error) {
	held, err := a.Students.Export(ctx, who)
	if err != nil {
		return wireExport{}, err
	}
	out := wireExport{Taken: wire.Instant(held.Taken), Student: toWireStudent(held.Record)}
	for _, field := range held.Official {
		out.Official = append(out.Official, string(field))
	}
	profile, err := a.Accounts.Profile(ctx, who)
	if err != nil {
		return out, err
	}
	out.Account = a.toWireUser(ctx, who, profile)
	if out.Sessions, err = a.listSessions(ctx, who, nil); err != nil {
		return out, err
	}
	if out.Courses, err = a.course.ListCourses(ctx, who, nil); err != nil {
		return out, err
	}
	seats, err := a.Timetables.HeldSeats(ctx, who)
	if err != nil {
		return out, err
	}
	out.Seats = wire.Each(seats, toWireHeldSeat)
	if out.Messages, err = a.allMessages(ctx, who); err != nil {
		return out, err
	}
	if out.Watching, err = a.course.ExportWatchingData(ctx, who); err != nil {
		return out, err
	}
	devices, err := a.Push.Mine(ctx, who)
	if err != nil {
		return out, err
	}
	out.Devices = len(devices)
	out.Calendar, err = a.timetable.GetCalendar(ctx, who, nil)
	out.Calendar.Path = "" // a secret doesn't belong in a file that may be passed on
	return out, err
}

func (a *api) allMessages(ctx context.Context, who access.Actor) ([]messageapi.WireMessage, error) {
	var all []messageapi.WireMessage
	for before := ""; ; {
		page, err := a.Messages.List(ctx, who, message.Filter{Before: before})
		if err != nil {
			return nil, err
		}
		for _, m := range page.Messages {
			all = append(all, messageapi.ToWireMessage(server.LanguageOf(ctx), m))
		}
		if before = page.Next; before == "" {
			return all, nil
		}
	}
}
