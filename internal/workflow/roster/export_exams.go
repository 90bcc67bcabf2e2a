package roster

import (
	"cmp"
	"context"
	"fmt"

	"lectern/internal/feature/timetable"
	"lectern/internal/workflow/roster/db"
)

// exams writes each exam that wasn't cancelled, at its current time and place, followed by its seats.
func (e *export) exams(ctx context.Context) error {
	names, err := e.placeNames(ctx)
	if err != nil {
		return err
	}
	groups, err := db.New(e.q).ExportExamGroups(ctx)
	if err != nil {
		return fmt.Errorf("list groups with exams: %w", err)
	}
	rooms, err := db.New(e.q).SelectRooms(ctx)
	if err != nil {
		return fmt.Errorf("list rooms: %w", err)
	}
	campuses := map[string]string{} // names, by room
	for _, r := range rooms {
		campuses[r.ID] = names[r.CampusID]
	}
	for _, g := range groups {
		plan, err := e.Timetable.GroupPlan(ctx, e.q, g.ID)
		if err != nil {
			return err
		}
		seats, err := db.New(e.q).ExportSeats(ctx, g.ID)
		if err != nil {
			return fmt.Errorf("list seats: %w", err)
		}
		for _, class := range timetable.Expand(plan) {
			if class.Kind != timetable.Exam || class.State == timetable.Cancelled {
				continue
			}
			if err := e.exam(class, g, seats, names, campuses); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *export) exam(class timetable.Class, g db.ExportExamGroupsRow, seats []db.ExportSeatsRow,
	names, campuses map[string]string,
) error {
	place := class.Place
	values := map[string]string{
		"term": g.TermID, "group": g.Code, "examDate": place.Day.String(),
		"campus": names[place.Campus], "room": names[place.Room],
	}
	if place.Hours.FirstPeriod > 0 {
		values["hours"] = hoursText(place.Hours.FirstPeriod, place.Hours.LastPeriod, "", "")
	} else {
		values["starts"], values["ends"] = place.Hours.Starts.String(), place.Hours.Ends.String()
	}
	if err := e.write(values); err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.ClassID != class.ID {
			continue
		}
		values["student"], values["name"], values["seat"] = seat.Number, seat.Name, seat.Seat
		values["campus"], values["room"] = cmp.Or(campuses[seat.RoomID], names[place.Campus]),
			names[cmp.Or(seat.RoomID, place.Room)]
		if err := e.write(values); err != nil {
			return err
		}
	}
	return nil
}
