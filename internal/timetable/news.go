package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

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
	Accounts map[string]string // of the teachers who log in
	Unnamed  []string          // whose the classes are that name no teacher
}

// Of tells whether a class is a teacher's: it names them, or nobody and the group is theirs.
func (n *Names) Of(class *Class, teacher string) bool {
	if class.Place.Teacher != "" {
		return class.Place.Teacher == teacher
	}
	return slices.Contains(n.Unnamed, teacher)
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
	return NameTeachers(ctx, q, []*News{n})
}

// NameTeachers looks up whose the classes of the news are, and the accounts of these teachers.
func NameTeachers(ctx context.Context, q sqldb.Querier, list []*News) error {
	teachers := map[string]bool{}
	for _, n := range list {
		unnamed := false
		for _, d := range n.Differences {
			for _, class := range []*Class{d.Before, d.After} {
				switch {
				case class == nil:
				case class.Place.Teacher == "":
					unnamed = true
				default:
					teachers[class.Place.Teacher] = true
				}
			}
		}
		if !unnamed {
			continue
		}
		var err error
		if n.Names.Unnamed, err = db.New(q).SelectTeachersOfGroup(ctx, n.Group); err != nil {
			return fmt.Errorf("list the teachers of a group: %w", err)
		}
		for _, teacher := range n.Names.Unnamed {
			teachers[teacher] = true
		}
	}
	accounts, err := accountsOf(ctx, q, slices.Sorted(maps.Keys(teachers)))
	for _, n := range list {
		n.Names.Accounts = accounts
	}
	return err
}

// accountsOf reads the accounts of those teachers who log in.
func accountsOf(ctx context.Context, q sqldb.Querier, teachers []string) (map[string]string, error) {
	accounts := map[string]string{}
	if len(teachers) == 0 {
		return accounts, nil
	}
	places, args := sqldb.List(1, teachers)
	rows, err := q.QueryContext(ctx, `SELECT teacher_id, id FROM account WHERE teacher_id <> '' AND enabled AND teacher_id IN (`+places+`)`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the accounts of teachers: %w", err)
	}
	defer func() { _ = rows.Close() }() // it was read to its end, or there is an error already
	for rows.Next() {
		var teacher, account string
		if err := rows.Scan(&teacher, &account); err != nil {
			return nil, fmt.Errorf("read the accounts of teachers: %w", err)
		}
		accounts[teacher] = account
	}
	return accounts, rows.Err()
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
