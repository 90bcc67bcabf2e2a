package course

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// This file writes the index in which staff find teachers, courses and groups by any part of their codes and names.

func (t *Teacher) index(ctx context.Context, q sqldb.Querier) error {
	return lookup.Put(ctx, q, lookup.Teacher, t.ID, []byte(t.Name), lookup.Parts(t.Number, t.Name, t.NameEn))
}

func (c *Course) index(ctx context.Context, q sqldb.Querier) error {
	return lookup.Put(ctx, q, lookup.Course, c.ID, []byte(c.Code), lookup.Parts(c.Code, c.Name, c.NameEn))
}

func (g *Group) index(ctx context.Context, q sqldb.Querier) error {
	return lookup.Put(ctx, q, lookup.Group, g.ID, append(descending(g.Term), g.Code...), lookup.Parts(g.Code, g.Name))
}

// descending returns bytes that sort in reverse order. The last byte marks the end of the text.
func descending(text string) []byte {
	turned := make([]byte, 0, len(text)+1)
	for i := range len(text) {
		turned = append(turned, 0xff-text[i])
	}
	return append(turned, 0xff)
}

// indexRow writes the tokens of an object as stored, or deletes them if it no longer exists.
func indexRow(ctx context.Context, q sqldb.Querier, thing Thing, id string) error {
	var kind lookup.Kind
	var row interface {
		index(ctx context.Context, q sqldb.Querier) error
	}
	var err error
	switch thing {
	case TeacherRows:
		found, failed := db.New(q).SelectTeacher(ctx, id)
		teacher := Teacher(found)
		kind, row, err = lookup.Teacher, &teacher, failed
	case CourseRows:
		found, failed := db.New(q).SelectCourse(ctx, id)
		kind, row, err = lookup.Course,
			&Course{ID: found.ID, Code: found.Code, Name: found.Name, NameEn: found.NameEn}, failed
	case GroupRows:
		found, failed := db.New(q).SelectGroup(ctx, id)
		group := toGroup(found)
		kind, row, err = lookup.Group, &group, failed
	case EnrolmentRows:
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return lookup.Delete(ctx, q, kind, id)
	}
	if err != nil {
		return err
	}
	return row.index(ctx, q)
}

// IndexAll indexes everything written before the index existed. Call it when the server starts.
func (s *Service) IndexAll(ctx context.Context) error {
	for _, one := range []struct {
		kind  lookup.Kind
		table string
		thing Thing
	}{
		{lookup.Teacher, "teacher", TeacherRows},
		{lookup.Course, "course", CourseRows},
		{lookup.Group, "course_group", GroupRows},
	} {
		err := lookup.Fill(ctx, s.database, one.kind, one.table, func(ctx context.Context, q sqldb.Querier, id string) error {
			return indexRow(ctx, q, one.thing, id)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
