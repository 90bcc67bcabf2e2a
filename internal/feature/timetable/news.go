package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// News describes a publication for the messages to the people affected.
type News struct {
	Term        Term
	Group       string       // the group affected; empty: everyone in the term
	Differences []Difference // the group's changed classes
	Rules       bool         // its rules were corrected: one message, however many classes changed
	Hours       bool         // with Rules: the clock times of periods changed
	Was         Term         // with Rules: the term before its first Monday moved; else zero
	Mapping     *DayMapping  // published or withdrawn
	Holiday     *Holiday     // published or withdrawn
	Days        bool         // by mappings or holidays: teachers are notified about the classes, students about the days
	Names       Names        // of what the differences refer to
}

// Names maps the ids in the differences to names.
type Names struct {
	Course   Group // the group's
	Rooms    map[string]Room
	Teachers map[string]Teacher
	Campuses map[string]Campus
	Accounts map[string]string // of the teachers who log in
	Unnamed  []string          // teachers of the group's classes without a named teacher
}

// Gives reports whether the class takes place and belongs to the teacher.
func (n *Names) Gives(class *Class, teacher string) bool {
	return class != nil && class.State != Cancelled && n.Teaches(class, teacher)
}

// affects reports whether the difference affects the teacher's own classes.
func (n *Names) affects(d Difference, teacher string) bool {
	before, after := n.Gives(d.Before, teacher), n.Gives(d.After, teacher)
	if !before || !after {
		return before || after
	}
	was, is := d.Before.Place, d.After.Place
	was.Teacher, is.Teacher = "", "" // the teacher has both classes, named or not
	return was != is || d.Before.Note != d.After.Note
}

// teachersOf lists the teachers who have the class, or had it before.
func (n *Names) teachersOf(d Difference) []string {
	var list []string
	for _, class := range []*Class{d.Before, d.After} {
		switch {
		case class == nil || class.State == Cancelled:
		case class.Place.Teacher != "":
			list = append(list, class.Place.Teacher)
		default:
			list = append(list, n.Unnamed...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ForTeachers returns the changed classes of each teacher with a login, without past ones.
func (n *News) ForTeachers(today civil.Date, clock civil.Time) map[string][]Difference {
	of := map[string][]Difference{}
	for _, d := range Ahead(n.Differences, today, clock) {
		for _, teacher := range n.Names.teachersOf(d) {
			if n.Names.Accounts[teacher] != "" && n.Names.affects(d, teacher) {
				of[teacher] = append(of[teacher], d)
			}
		}
	}
	return of
}

// Ahead omits differences that are entirely in the past, and classes that were and still are cancelled.
func Ahead(list []Difference, today civil.Date, clock civil.Time) []Difference {
	coming := func(class *Class) bool {
		return class != nil && class.State != Cancelled && !class.Place.Over(today, clock)
	}
	var ahead []Difference
	for _, d := range list {
		if coming(d.Before) || coming(d.After) {
			ahead = append(ahead, d)
		}
	}
	return ahead
}

// Teaches reports whether the class belongs to the teacher: it names them, or names nobody and the group is theirs.
func (n *Names) Teaches(class *Class, teacher string) bool {
	return class.taughtBy(teacher, slices.Contains(n.Unnamed, teacher))
}

// addNames looks up the names for the messages, in the publishing transaction.
func (n *News) addNames(ctx context.Context, q sqldb.Querier) error {
	if n.Group == "" || len(n.Differences) == 0 {
		return nil
	}
	rows := db.New(q)
	group, err := rows.SelectGroupNames(ctx, n.Group)
	if err != nil {
		return sqldb.Missing(err, "course.no_group")
	}
	n.Names = Names{
		Course: Group{
			ID: group.ID, Code: group.Code, Course: group.CourseID, CourseCode: group.CourseCode, Name: group.Name,
			NameEn: group.NameEn,
		}, Rooms: map[string]Room{}, Teachers: map[string]Teacher{}, Campuses: map[string]Campus{},
	}
	campuses, err := loadCampuses(ctx, q)
	if err != nil {
		return err
	}
	for _, c := range campuses {
		n.Names.Campuses[c.ID] = c
	}
	for _, d := range n.Differences {
		for _, class := range []*Class{d.Before, d.After} {
			if class == nil {
				continue
			}
			if err := n.Names.addPlace(ctx, rows, class.Place); err != nil {
				return err
			}
		}
	}
	return NameTeachers(ctx, q, []*News{n})
}

// NameTeachers looks up the teachers of the news' classes and their accounts.
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

// accountsOf reads the accounts of the teachers who can log in.
func accountsOf(ctx context.Context, q sqldb.Querier, teachers []string) (map[string]string, error) {
	accounts := map[string]string{}
	if len(teachers) == 0 {
		return accounts, nil
	}
	places, args := sqldb.List(1, teachers)
	text := `SELECT teacher_id, id FROM account WHERE teacher_id <> '' AND enabled AND teacher_id IN (` + places + `)`
	err := sqldb.Each(ctx, q, "read the accounts of teachers", text, args, func(row *sql.Rows) error {
		var teacher, account string
		err := row.Scan(&teacher, &account)
		accounts[teacher] = account
		return err
	})
	return accounts, err
}

func (n *Names) addPlace(ctx context.Context, rows *db.Queries, p Place) error {
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
