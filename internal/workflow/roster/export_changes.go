package roster

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// A published is a change, make-up day or holiday with its sort keys.
type published struct {
	at       int64
	revision int64
	values   map[string]string
}

// changes writes the changes in the order they were published, so that importing them again finds the same classes.
func (e *export) changes(ctx context.Context) error {
	names, err := e.placeNames(ctx)
	if err != nil {
		return err
	}
	groups, err := db.New(e.q).ExportChangedGroups(ctx)
	if err != nil {
		return fmt.Errorf("list changed groups: %w", err)
	}
	list, err := e.daysOff(ctx)
	if err != nil {
		return err
	}
	for _, g := range groups {
		plan, err := e.Timetable.GroupPlan(ctx, e.q, g.ID)
		if err != nil {
			return err
		}
		list = append(list, e.changesOf(plan, g, names)...)
	}
	slices.SortStableFunc(list, func(a, b published) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.revision, b.revision))
	})
	for _, p := range list {
		if err := e.write(p.values); err != nil {
			return err
		}
	}
	return nil
}

// changesOf lists the changes of a group. A class is identified by where it was when the change was published.
func (e *export) changesOf(plan timetable.Plan, g db.ExportChangedGroupsRow, names map[string]string) []published {
	all := slices.DeleteFunc(slices.Clone(plan.Changes), func(c timetable.Change) bool {
		return !c.Life.Withdrawn.IsZero()
	})
	slices.SortStableFunc(all, func(a, b timetable.Change) int {
		return cmp.Or(a.Life.Published.Compare(b.Life.Published), cmp.Compare(a.Life.Revision, b.Life.Revision))
	})
	var out []published
	for i, c := range all {
		values := map[string]string{
			"action": parse.ChangeActions.Word(string(c.Action), e.how.Language), "term": g.TermID, "group": g.Code,
			"note": c.Note, "campus": names[c.Campus], "room": names[c.Room], "teacher": names[c.Teacher],
		}
		if c.Online {
			values["room"] = "线上"
		}
		hours := hoursText(c.Hours.FirstPeriod, c.Hours.LastPeriod, c.Hours.Starts.String(), c.Hours.Ends.String())
		if c.Action == timetable.Add {
			values["date"], values["hours"], values["kind"] = c.Day.String(), hours,
				parse.ClassKinds.Word(string(c.Kind), e.how.Language)
		} else {
			before := plan
			before.Changes = all[:i]
			classes := timetable.Expand(before)
			at := slices.IndexFunc(classes, func(class timetable.Class) bool { return class.ID == c.Class })
			if at < 0 { // the class no longer exists: nothing to change
				continue
			}
			place := classes[at].Place
			values["date"], values["newHours"] = place.Day.String(), hours
			values["hours"] = hoursText(place.Hours.FirstPeriod, place.Hours.LastPeriod,
				place.Hours.Starts.String(), place.Hours.Ends.String())
			if !c.Day.IsZero() {
				values["newDate"] = c.Day.String()
			}
		}
		out = append(out, published{c.Life.Published.UnixMilli(), c.Life.Revision, values})
	}
	return out
}

// daysOff lists holidays, make-up days and cancelled days.
func (e *export) daysOff(ctx context.Context) ([]published, error) {
	rows := db.New(e.q)
	holidays, err := rows.ExportHolidays(ctx)
	if err != nil {
		return nil, fmt.Errorf("list holidays: %w", err)
	}
	mappings, err := rows.ExportMappings(ctx)
	if err != nil {
		return nil, fmt.Errorf("list make-up days: %w", err)
	}
	var out []published
	for _, h := range holidays {
		out = append(out, published{h.PublishedAt, h.Revision, map[string]string{
			"action": parse.ChangeActions.Word("holiday", e.how.Language), "date": h.FromDate, "newDate": h.ToDate,
			"name": h.Name, "nameEn": h.NameEn,
		}})
	}
	for _, m := range mappings {
		values := map[string]string{
			"action": parse.ChangeActions.Word("off", e.how.Language), "term": m.TermID,
			"date": m.Date, "note": m.Note,
		}
		if !m.Off {
			values["action"] = parse.ChangeActions.Word("follow", e.how.Language)
			values["week"], values["weekday"] = strconv.Itoa(int(m.Week)), weekdayWord(int(m.Weekday), e.how.Language)
		}
		out = append(out, published{m.PublishedAt, m.Revision, values})
	}
	return out, nil
}

// placeNames maps campuses, rooms and teachers to names that an import recognises.
func (e *export) placeNames(ctx context.Context) (map[string]string, error) {
	rows := db.New(e.q)
	campuses, err := rows.SelectCampuses(ctx)
	if err != nil {
		return nil, fmt.Errorf("list campuses: %w", err)
	}
	rooms, err := rows.SelectRooms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list rooms: %w", err)
	}
	teachers, err := rows.SelectTeachers(ctx)
	if err != nil {
		return nil, fmt.Errorf("list teachers: %w", err)
	}
	out := map[string]string{}
	for _, c := range campuses {
		out[c.ID] = c.Name
	}
	for _, r := range rooms {
		out[r.ID] = r.Name
	}
	for _, t := range teachers {
		out[t.ID] = strings.TrimSpace(t.Number + " " + t.Name)
	}
	return out, nil
}
