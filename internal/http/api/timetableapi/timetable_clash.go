package timetableapi

import (
	"context"
	"time"

	"lectern/internal/feature/timetable/clash"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

type listClashesIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

type wireClashGroup struct {
	ID       string     `json:"id"`
	Code     string     `json:"code"`
	Course   string     `json:"course"`
	CourseEn string     `json:"courseEn"`
	Starts   civil.Time `json:"starts" doc:"On the first of the days."`
	Ends     civil.Time `json:"ends"`
}

type WireClashDay struct {
	Day    string `json:"day" format:"date"`
	First  string `json:"first" doc:"Id of the first group's class."`
	Second string `json:"second"`
}

// WireClash is a clash. It is exported because huma only describes fields of exported embedded types.
type WireClash struct {
	Kind     string         `json:"kind" enum:"room,teacher,group,students,travel,small" doc:"What two classes need at once; travel: not enough time between the campuses; small: the room has too few seats. The last three are warnings."`
	Object   string         `json:"object" doc:"Id of the room, teacher or group; empty for students."`
	Name     string         `json:"name" doc:"Of the room or teacher; empty for students and groups."`
	NameEn   string         `json:"nameEn"`
	First    wireClashGroup `json:"first"`
	Second   wireClashGroup `json:"second" doc:"The same one if a group has two classes at once or its room is too small."`
	Students int            `json:"students" doc:"Number of students in both groups, or in the one."`
	Minutes  int            `json:"minutes" doc:"Travel time between the campuses; 0 unless the kind is travel."`
	Seats    int            `json:"seats" doc:"Of a room that is too small; 0 otherwise."`
	Days     []WireClashDay `json:"days" doc:"From today on, earliest first."`
}

type wireAcceptedClash struct {
	WireClash
	ID     string    `json:"id" doc:"Of the acceptance."`
	Reason string    `json:"reason" doc:"The reason for accepting it."`
	By     string    `json:"by" doc:"Who accepted it; empty if the account was deleted."`
	At     time.Time `json:"at" format:"date-time"`
}

type WireClashReport struct {
	Term     string              `json:"term"`
	Clashes  []WireClash         `json:"clashes" doc:"Rooms, teachers and groups first, then students and warnings; earliest first."`
	More     int                 `json:"more" doc:"Number not listed."`
	Accepted []wireAcceptedClash `json:"accepted" doc:"Accepted clashes, newest first; without days if the two no longer clash."`
}

// maxClashes limits the list.
const maxClashes = 1000

// ListClashes lists where a term's timetable needs the same room, teacher or students twice at a time.
func (a *API) ListClashes(ctx context.Context, who access.Actor, in *listClashesIn) (WireClashReport, error) {
	report, err := a.Clashes.Report(ctx, who, in.Term)
	if err != nil {
		return WireClashReport{}, err
	}
	listed := report.Clashes[:min(len(report.Clashes), maxClashes)]
	return WireClashReport{
		Term: report.Term.ID, More: len(report.Clashes) - len(listed),
		Clashes: wire.Each(listed, func(c clash.Clash) WireClash { return toWireClash(&report, &c) }),
		Accepted: wire.Each(report.Accepted, func(c clash.AcceptedClash) wireAcceptedClash {
			return wireAcceptedClash{WireClash: toWireClash(&report, &c.Clash), ID: c.ID, Reason: c.Reason, By: c.By, At: c.At}
		}),
	}, nil
}

func toWireClash(r *clash.Report, c *clash.Clash) WireClash {
	named := r.Names[c.Object]
	out := WireClash{
		Kind: string(c.Kind), Object: c.Object, Name: named.Name, NameEn: named.NameEn, Students: c.Students,
		Minutes: c.Minutes, Seats: c.Seats, First: toWireClashGroup(r, c, 0), Second: toWireClashGroup(r, c, 1),
		Days: make([]WireClashDay, 0, len(c.Days)),
	}
	for i, day := range c.Days {
		out.Days = append(out.Days, WireClashDay{Day: day.String(), First: c.Classes[i][0], Second: c.Classes[i][1]})
	}
	return out
}

func toWireClashGroup(r *clash.Report, c *clash.Clash, i int) wireClashGroup {
	g, hours := r.Groups[c.Groups[i]], c.First[i].Hours
	return wireClashGroup{
		ID: g.ID, Code: g.Code, Course: g.Course, CourseEn: g.CourseEn,
		Starts: hours.Starts, Ends: hours.Ends,
	}
}

type acceptClashIn struct {
	Body struct {
		Term   string `json:"term,omitempty" maxLength:"64" doc:"Default: the current one."`
		Kind   string `json:"kind" enum:"room,teacher,group"`
		Object string `json:"object" maxLength:"64" doc:"Id of the room, teacher or group."`
		First  string `json:"first" maxLength:"64" doc:"Id of one group."`
		Second string `json:"second" maxLength:"64" doc:"Id of the other group; the same one if a group has two classes at once."`
		Reason string `json:"reason" maxLength:"500" doc:"The reason for accepting it; at least four characters."`
	}
}

// AcceptClash accepts that two groups share a room or a teacher in a term.
func (a *API) AcceptClash(ctx context.Context, who access.Actor, in *acceptClashIn) (wire.None, error) {
	b := in.Body
	return nil, a.Clashes.Accept(ctx, who, b.Term,
		clash.Pair{Kind: clash.Kind(b.Kind), Object: b.Object, Groups: [2]string{b.First, b.Second}}, b.Reason)
}

type acceptanceIn struct {
	Acceptance string `path:"acceptance" maxLength:"64"`
}

// TakeBackClash withdraws the acceptance of a clash.
func (a *API) TakeBackClash(ctx context.Context, who access.Actor, in *acceptanceIn) (wire.None, error) {
	return nil, a.Clashes.WithdrawAcceptance(ctx, who, in.Acceptance)
}
