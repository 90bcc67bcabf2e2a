package timetable

import (
	"fmt"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

func toTerm(row db.Term) Term {
	return Term{ID: row.ID, Name: row.Name, NameEn: row.NameEn, FirstMonday: row.FirstMonday, Weeks: int(row.Weeks)}
}

func toHours(first, last int64, starts, ends civil.Time) Hours {
	return Hours{FirstPeriod: int(first), LastPeriod: int(last), Starts: starts, Ends: ends}
}

func toMeeting(row db.Meeting) (Meeting, error) {
	weeks, err := ParseWeeks(row.Weeks, MaxWeeks)
	if err != nil {
		return Meeting{}, fmt.Errorf("meeting %s: %w", row.ID, err)
	}
	return Meeting{
		ID: row.ID, Group: row.GroupID, Kind: Kind(row.Kind), Weekday: civil.Weekday(row.Weekday),
		Hours: toHours(row.FirstPeriod, row.LastPeriod, row.Starts, row.Ends),
		Weeks: weeks, Campus: row.CampusID, Room: row.RoomID, Teacher: row.TeacherID,
		Life: ruleLife(row.ChangedAt, 0, row.Revision), Series: row.Series,
	}, nil
}

func toPastMeeting(row db.MeetingPast) (Meeting, error) {
	m, err := toMeeting(db.Meeting{
		ID: row.ID, GroupID: row.GroupID, Kind: row.Kind, Weekday: row.Weekday, FirstPeriod: row.FirstPeriod,
		LastPeriod: row.LastPeriod, Starts: row.Starts, Ends: row.Ends, Weeks: row.Weeks, CampusID: row.CampusID,
		RoomID: row.RoomID, TeacherID: row.TeacherID, Series: row.Series,
	})
	m.Life = ruleLife(row.ChangedAt, row.Until, row.Revision)
	return m, err
}

func toMeetings(rows []db.Meeting) ([]Meeting, error) {
	list := make([]Meeting, 0, len(rows))
	for _, row := range rows {
		m, err := toMeeting(row)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

func fromMeeting(m Meeting) db.UpsertMeetingParams {
	return db.UpsertMeetingParams{
		ID: m.ID, GroupID: m.Group, Kind: string(m.Kind), Weekday: int64(m.Weekday),
		FirstPeriod: int64(m.Hours.FirstPeriod), LastPeriod: int64(m.Hours.LastPeriod), Starts: m.Hours.Starts,
		Ends: m.Hours.Ends, Weeks: m.Weeks.String(), CampusID: m.Campus, RoomID: m.Room, TeacherID: m.Teacher,
		Series: m.Series,
	}
}

func toChange(row db.ClassChange) Change {
	return Change{
		ID: row.ID, Action: Action(row.Action), Class: row.ClassID, Group: row.GroupID, Kind: Kind(row.Kind), Day: row.Day,
		Hours:  toHours(row.FirstPeriod, row.LastPeriod, row.Starts, row.Ends),
		Campus: row.CampusID, Room: row.RoomID, Online: row.Online, Teacher: row.TeacherID, Note: row.Note,
		Life: toLife(row.PublishedAt, row.WithdrawnAt, row.Revision),
	}
}

func toChanges(rows []db.ClassChange) []Change {
	list := make([]Change, 0, len(rows))
	for _, row := range rows {
		list = append(list, toChange(row))
	}
	return list
}

func fromChange(c Change) db.InsertChangeParams {
	return db.InsertChangeParams{
		ID: c.ID, GroupID: c.Group, ClassID: c.Class, Action: string(c.Action), Kind: string(c.Kind), Day: c.Day,
		DayNumber:   c.Day.Number(),
		FirstPeriod: int64(c.Hours.FirstPeriod), LastPeriod: int64(c.Hours.LastPeriod), Starts: c.Hours.Starts,
		Ends: c.Hours.Ends, CampusID: c.Campus, RoomID: c.Room, Online: c.Online, TeacherID: c.Teacher, Note: c.Note,
		PublishedAt: c.Life.Published.UnixMilli(), Revision: c.Life.Revision,
	}
}

func toLife(published, withdrawn, revision int64) Life {
	return Life{Published: time.UnixMilli(published), Withdrawn: sqldb.Instant(withdrawn), Revision: revision}
}

// ruleLife returns the life of one version of a rule. A rule that was never corrected has been in force from the
// beginning.
func ruleLife(changed, until, revision int64) Life {
	life := toLife(changed, until, revision)
	if changed == 0 {
		life.Published = time.Time{}
	}
	return life
}

func toMapping(row db.SelectMappingsRow) DayMapping {
	return DayMapping{
		ID: row.ID, Date: row.Date, Off: row.Off, Week: int(row.Week), Weekday: civil.Weekday(row.Weekday),
		Note: row.Note, Life: toLife(row.PublishedAt, row.WithdrawnAt, row.Revision),
	}
}

func toHoliday(row db.Holiday) Holiday {
	return Holiday{
		ID: row.ID, Name: row.Name, NameEn: row.NameEn, From: row.FromDate, To: row.ToDate,
		Life: toLife(row.PublishedAt, row.WithdrawnAt, row.Revision),
	}
}

// toSchemes groups rows by scheme; the rows of a scheme must be adjacent.
func toSchemes(rows []db.SelectPeriodsRow) []PeriodScheme {
	var list []PeriodScheme
	for _, row := range rows {
		if n := len(list); n == 0 || list[n-1].ID != row.ID {
			list = append(list, PeriodScheme{
				ID: row.ID, Campus: row.CampusID, From: row.FromDate, To: row.ToDate,
				Life: ruleLife(row.ChangedAt, 0, row.Revision),
			})
		}
		s := &list[len(list)-1]
		s.Periods = append(s.Periods, Period{Number: int(row.Number), Starts: row.Starts, Ends: row.Ends})
	}
	return list
}

// toPastSchemes is toSchemes for former versions.
func toPastSchemes(rows []db.PeriodPast) []PeriodScheme {
	var list []PeriodScheme
	for _, row := range rows {
		if n := len(list); n == 0 || list[n-1].ID != row.SchemeID || list[n-1].Life.Revision != row.Revision {
			list = append(list, PeriodScheme{
				ID: row.SchemeID, Campus: row.CampusID, From: row.FromDate, To: row.ToDate,
				Life: ruleLife(row.ChangedAt, row.Until, row.Revision),
			})
		}
		s := &list[len(list)-1]
		s.Periods = append(s.Periods, Period{Number: int(row.Number), Starts: row.Starts, Ends: row.Ends})
	}
	return list
}
