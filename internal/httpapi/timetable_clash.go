package httpapi

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/civil"
	"lectern/internal/clash"
	"lectern/internal/fault"
)

type listClashesIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id of a term; the current one when missing."`
}

type wireClashGroup struct {
	ID       string `json:"id"`
	Code     string `json:"code"`
	Course   string `json:"course"`
	CourseEn string `json:"courseEn"`
	Starts   string `json:"starts" doc:"On the first of the days."`
	Ends     string `json:"ends"`
}

type wireClash struct {
	Kind     string         `json:"kind" enum:"room,teacher,students" doc:"What is wanted at two places at once."`
	Name     string         `json:"name" doc:"Of the room or teacher; empty for students."`
	NameEn   string         `json:"nameEn"`
	First    wireClashGroup `json:"first"`
	Second   wireClashGroup `json:"second" doc:"The same one again when a group is to be at two places."`
	Students int            `json:"students" doc:"How many are in both groups; for students alone."`
	Days     []string       `json:"days" doc:"From today on, the earliest first."`
}

type wireClashReport struct {
	Term    string      `json:"term"`
	Clashes []wireClash `json:"clashes" doc:"Rooms and teachers first, then students; the earliest first."`
	More    int         `json:"more" doc:"How many are not listed."`
}

// maxClashes bounds a list that staff read.
const maxClashes = 1000

// listClashes answers where the timetable of a term asks for the same room, teacher or students twice at a time.
func (a *api) listClashes(ctx context.Context, who access.Actor, in *listClashesIn) (wireClashReport, error) {
	report, err := a.Clashes.Report(ctx, who, in.Term)
	if err != nil {
		return wireClashReport{}, err
	}
	listed := report.Clashes[:min(len(report.Clashes), maxClashes)]
	return wireClashReport{
		Term: report.Term.ID, More: len(report.Clashes) - len(listed),
		Clashes: each(listed, func(c clash.Clash) wireClash { return toWireClash(&report, c) }),
	}, nil
}

func toWireClash(r *clash.Report, c clash.Clash) wireClash {
	named := r.Named[c.Object]
	out := wireClash{
		Kind: string(c.Kind), Name: named.Name, NameEn: named.NameEn, Students: c.Students,
		Days: each(c.Days, func(d civil.Date) string { return d.String() }),
	}
	out.First, out.Second = toWireClashGroup(r, c, 0), toWireClashGroup(r, c, 1)
	return out
}

func toWireClashGroup(r *clash.Report, c clash.Clash, i int) wireClashGroup {
	g, hours := r.Groups[c.Groups[i]], c.First[i].Hours
	return wireClashGroup{ID: g.ID, Code: g.Code, Course: g.Course, CourseEn: g.CourseEn, Starts: hours.Starts.String(), Ends: hours.Ends.String()}
}

// countClashes counts those of rooms and teachers. A college without a term has none.
func (a *api) countClashes(ctx context.Context, who access.Actor) (n int, err error) {
	report, err := a.Clashes.Report(ctx, who, "")
	if fault.Code(err) == "timetable.no_terms" {
		return 0, nil
	}
	for _, c := range report.Clashes {
		if c.Kind != clash.Students {
			n++
		}
	}
	return n, err
}
