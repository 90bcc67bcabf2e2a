package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/sqldb"
	"lectern/internal/timetable/db"
)

// News is what was published, for the messages to the people concerned.
type News struct {
	Term        Term
	Group       string       // the group concerned; empty: everyone in the term
	Differences []Difference // what became of the group's classes
	Rules       bool         // because its rules were corrected: one piece of news, however many classes that are
	Hours       bool         // with Rules: those of the periods' clock times
	Was         Term         // with Rules: where the term stood when its first Monday was another; else zero
	Mapping     *DayMapping  // published or withdrawn
	Holiday     *Holiday     // published or withdrawn
	Names       Names        // of what the differences refer to
}

// Names are what people call the things that have ids elsewhere in the news.
type Names struct {
	Course   Group // the group's
	Rooms    map[string]Room
	Teachers map[string]Teacher
	Campuses map[string]Campus
}

// name looks up, in the transaction that publishes, the names that a message needs.
func (n *News) name(ctx context.Context, q sqldb.Querier) error {
	if n.Group == "" || len(n.Differences) == 0 {
		return nil
	}
	rows := db.New(q)
	group, err := rows.SelectGroupNames(ctx, n.Group)
	if err != nil {
		return missing(err, "course.no_group")
	}
	n.Names = Names{
		Course: Group{ID: group.ID, Code: group.Code, Course: group.CourseID, CourseCode: group.CourseCode, Name: group.Name, NameEn: group.NameEn},
		Rooms:  map[string]Room{}, Teachers: map[string]Teacher{}, Campuses: map[string]Campus{},
	}
	campuses, err := rows.SelectCampuses(ctx)
	if err != nil {
		return fmt.Errorf("list campuses: %w", err)
	}
	for _, c := range campuses {
		n.Names.Campuses[c.ID] = Campus(c)
	}
	for _, d := range n.Differences {
		for _, class := range []*Class{d.Before, d.After} {
			if class == nil {
				continue
			}
			if err := n.Names.place(ctx, rows, class.Place); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *Names) place(ctx context.Context, rows *db.Queries, p Place) error {
	if _, known := n.Rooms[p.Room]; !known && p.Room != "" {
		room, err := rows.SelectRoom(ctx, p.Room)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look for a room: %w", err)
		}
		n.Rooms[p.Room] = Room{ID: p.Room, Campus: room.CampusID, Name: room.Name, NameEn: room.NameEn}
	}
	if _, known := n.Teachers[p.Teacher]; !known && p.Teacher != "" {
		teacher, err := rows.SelectTeacher(ctx, p.Teacher)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look for a teacher: %w", err)
		}
		n.Teachers[p.Teacher] = Teacher{ID: p.Teacher, Name: teacher.Name, NameEn: teacher.NameEn}
	}
	return nil
}
