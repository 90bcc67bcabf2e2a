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
	Times       *Times       // for students: their classes at new period times, of all groups
	Was         Term         // with Rules: the term before its first Monday moved; else zero
	Mapping     *DayMapping  // published or withdrawn
	Holiday     *Holiday     // published or withdrawn
	Days        bool         // teachers are notified about the classes, students about the days or Times
	Names       Names        // of what the differences refer to
	// If an exam with seats changed: all students of the group, and the seats of each by class.
	Students []string
	Seats    map[string]map[string]Seat
}

// Times are classes at new period times, without past ones. Students get one message about all their courses.
type Times struct {
	Changed  map[string][]Difference // by campus
	Students map[string][]string     // by the ids of their campuses, separated by spaces
}

// SeenBy returns the news as a student of the group reads it: exams are in the student's own room, and what changed for
// other students only is omitted.
func (n News) SeenBy(student string) News {
	var own []Difference
	for _, d := range n.Differences {
		seat, ok := n.Seats[student][d.class().ID]
		if !ok {
			own = append(own, d)
			continue
		}
		var seen Difference
		if d.Before != nil {
			before := d.Before.Seated(seat)
			seen.Before = &before
		}
		if d.After != nil {
			after := d.After.Seated(seat)
			seen.After = &after
		}
		if !seen.none() {
			own = append(own, seen)
		}
	}
	n.Differences = own
	return n
}

// class returns the class as it is now, or as it was if it is gone.
func (d Difference) class() *Class {
	if d.After != nil {
		return d.After
	}
	return d.Before
}

// none reports whether the class is as before.
func (d Difference) none() bool {
	return d.Before != nil && d.After != nil && d.Before.Place == d.After.Place &&
		(d.Before.State == Cancelled) == (d.After.State == Cancelled)
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
	if err := NameReaders(ctx, q, []*News{n}); err != nil {
		return err
	}
	for _, seats := range n.Seats {
		for _, seat := range seats {
			if err := n.Names.addPlace(ctx, rows, Place{Room: seat.Room}); err != nil {
				return err
			}
		}
	}
	return nil
}

// NameReaders looks up the teachers of the news' classes with their accounts, and the students with seats in changed
// exams.
func NameReaders(ctx context.Context, q sqldb.Querier, list []*News) error {
	for _, n := range list {
		if err := n.readSeats(ctx, q); err != nil {
			return err
		}
	}
	return nameTeachers(ctx, q, list)
}

func (n *News) readSeats(ctx context.Context, q sqldb.Querier) error {
	rows := db.New(q)
	n.Seats = map[string]map[string]Seat{}
	for _, d := range n.Differences {
		class := d.class()
		if class.Kind != Exam {
			continue
		}
		seats, err := rows.SelectSeatsOfClass(ctx, class.ID)
		if err != nil {
			return fmt.Errorf("read seats: %w", err)
		}
		for _, row := range seats {
			if n.Seats[row.StudentID] == nil {
				n.Seats[row.StudentID] = map[string]Seat{}
			}
			n.Seats[row.StudentID][class.ID] = Seat{Room: row.RoomID, Campus: row.RoomCampus, Seat: row.Seat}
		}
	}
	if len(n.Seats) == 0 {
		return nil
	}
	var err error
	if n.Students, err = rows.SelectStudentsOfGroup(ctx, n.Group); err != nil {
		return fmt.Errorf("list the students of a group: %w", err)
	}
	return nil
}

func nameTeachers(ctx context.Context, q sqldb.Querier, list []*News) error {
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
