package course

import (
	"context"
	"fmt"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

// A Thing is a kind of object that an import can create and its undoing can restore.
type Thing string

// With the columns of their keys.
const (
	TeacherRows   Thing = "teacher"   // id
	CourseRows    Thing = "course"    // id
	GroupRows     Thing = "group"     // id
	EnrolmentRows Thing = "enrolment" // student, group
)

// Rows lists the tables that make up a thing; none if it belongs to another package.
func Rows(thing Thing) snapshot.Object {
	switch thing {
	case TeacherRows:
		return snapshot.Object{{Name: "teacher", By: []string{"id"}, Key: []string{"id"}}}
	case CourseRows:
		return snapshot.Object{
			{Name: "course", By: []string{"id"}, Key: []string{"id"}},
			{Name: "course_teacher", By: []string{"course_id"}, Key: []string{"course_id", "teacher_id"}},
		}
	case GroupRows:
		return snapshot.Object{{Name: "course_group", By: []string{"id"}, Key: []string{"id"}}}
	case EnrolmentRows:
		// Dates aren't compared: changed_at covers them, and older copies have none.
		return snapshot.Object{{
			Name: "enrolment", By: []string{"student_id", "group_id"}, Key: []string{"student_id", "group_id"},
			Skip: []string{"from_date", "until_date"},
		}}
	}
	return nil
}

// DatedEnrolment is an enrolment including its first and last day, for imports that overwrite them.
func DatedEnrolment() snapshot.Object {
	rows := Rows(EnrolmentRows)
	rows[0].Skip = nil
	return rows
}

// Restore puts a thing back as it was, or removes it if the copy is empty, in the caller's transaction. The caller has
// read its current state. Staff only.
func (s *Service) Restore(
	ctx context.Context, q sqldb.Querier, who access.Actor, thing Thing, now, was snapshot.Copy, key ...string,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	scopes, err := scopesOf(ctx, q, thing, key)
	if err != nil {
		return fmt.Errorf("list the groups of a %s: %w", thing, err)
	}
	entry, err := s.restored(ctx, q, thing, now, was, key)
	if err != nil {
		return err
	}
	values := make([]any, len(key))
	for i := range key {
		values[i] = key[i]
	}
	if err := Rows(thing).Put(ctx, q, was, values...); err != nil {
		return err
	}
	if err := indexRow(ctx, q, thing, key[0]); err != nil {
		return err
	}
	if err := cache.Bump(ctx, q, scopes...); err != nil {
		return err
	}
	return audit.Append(ctx, q, who, entry)
}

// restored logs that a thing was restored, an enrolment under its student as always.
func (s *Service) restored(
	ctx context.Context, q sqldb.Querier, thing Thing, now, was snapshot.Copy, key []string,
) (audit.Entry, error) {
	entry := audit.Entry{At: s.now(), Action: "course.restore", Object: key[0]}
	before, err := copiedFields(thing, now)
	if err != nil {
		return entry, err
	}
	after, err := copiedFields(thing, was)
	if err != nil {
		return entry, err
	}
	entry.Before, entry.After = audit.Difference(before, after)
	entry.After["what"] = string(thing)
	if len(was) == 0 {
		entry.After["removed"] = true
	}
	if thing == EnrolmentRows {
		group, err := db.New(q).SelectGroup(ctx, key[1])
		if err != nil {
			return entry, sqldb.Missing(err, "course.no_group")
		}
		entry.After["group"] = group.Code
	}
	return entry, nil
}

// scopesOf lists the groups that a thing belongs to. A restored enrolment may be older than the last change.
func scopesOf(ctx context.Context, q sqldb.Querier, thing Thing, key []string) ([]string, error) {
	switch thing {
	case TeacherRows:
		return db.New(q).SelectGroupsOfTeacher(ctx, key[0])
	case CourseRows:
		return db.New(q).SelectGroupsOfCourse(ctx, key[0])
	case GroupRows:
		return []string{key[0]}, nil
	case EnrolmentRows:
		return []string{key[1]}, nil
	}
	return nil, nil
}
