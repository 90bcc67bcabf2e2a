package watching

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/watching/db"
)

// Overview sums up a term.
type Overview struct {
	Age
	Term    string         `json:"term" doc:"Empty if nothing has been computed yet."`
	Terms   []Named        `json:"-"`
	Courses []CourseCounts `json:"courses"`
	Classes []ClassCounts  `json:"classes"`
}

// CourseCounts sum up a course.
type CourseCounts struct {
	Course Named `json:"course"`
	Counts
}

// ClassCounts sum up a home class.
type ClassCounts struct {
	Class string `json:"class" doc:"Home class; empty for students without one."`
	Counts
}

// Overview sums up a term by course and home class; advisers see their classes. An empty term means the newest one
// that has begun and has rows. Registrars and advisers only.
func (s *Service) Overview(ctx context.Context, who access.Actor, term string) (Overview, error) {
	may, err := staff(who)
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Terms: []Named{}, Courses: []CourseCounts{}, Classes: []ClassCounts{}}
	err = s.o.DB.ReadSlow(ctx, func(q sqldb.Querier) error {
		var err error
		if out.Age, err = s.age(ctx, q, ""); err != nil {
			return err
		}
		if out.Term, out.Terms, err = s.termsWithRows(ctx, q, term); err != nil {
			return err
		}
		rows, err := db.New(q).ListSummary(ctx, out.Term)
		if err != nil {
			return fmt.Errorf("list sums: %w", err)
		}
		for _, row := range rows {
			if !may.sees(row.Class) {
				continue
			}
			counts := Counts{int(row.Students), int(row.Lessons), int(row.Started), int(row.Done), row.Seconds}
			last := len(out.Courses) - 1
			switch {
			case row.CourseID == "":
				out.Classes = append(out.Classes, ClassCounts{row.Class, counts})
			case last >= 0 && out.Courses[last].Course.ID == row.CourseID:
				out.Courses[last].add(counts)
			default:
				out.Courses = append(out.Courses, CourseCounts{Named{row.CourseID, row.Code, row.Name, row.NameEn}, counts})
			}
		}
		slices.SortFunc(out.Classes, func(a, b ClassCounts) int { return cmp.Compare(a.Class, b.Class) })
		return nil
	})
	return out, err
}

// termsWithRows lists the terms that have rows, newest first, and resolves the requested one.
func (s *Service) termsWithRows(
	ctx context.Context, q sqldb.Querier, wanted string,
) (chosen string, list []Named, err error) {
	all, err := db.New(q).ListTerms(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("list terms: %w", err)
	}
	has, err := db.New(q).ListTermsWithRows(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("list terms: %w", err)
	}
	today, _ := civil.Of(s.o.Now(), s.o.Zone)
	list = []Named{}
	for _, term := range all {
		if !slices.Contains(has, term.ID) {
			continue
		}
		list = append(list, Named{ID: term.ID, Name: term.Name, NameEn: term.NameEn})
		if chosen == "" && term.FirstMonday <= today.String() {
			chosen = term.ID
		}
	}
	if chosen == "" && len(list) > 0 {
		chosen = list[len(list)-1].ID
	}
	return cmp.Or(wanted, chosen), list, nil
}

// CourseView is one course in one term, by lesson.
type CourseView struct {
	Age
	Term    string         `json:"term"`
	Course  Named          `json:"course"`
	Groups  []Named        `json:"groups" doc:"Of the course in the term."`
	Classes []string       `json:"classes" doc:"Home classes of its students."`
	Lessons []LessonCounts `json:"-"`
}

// LessonCounts sum up how far students are in a lesson.
type LessonCounts struct {
	Lesson   Named // its code is that of its group; empty for the whole course
	Duration int64 // in ms
	Counts
	Curve []int // viewers of each of CurveParts equal parts
}

// Course returns the lessons of a course in a term; for advisers, as watched by their classes. Registrars and
// advisers only. Error: course.no_course.
func (s *Service) Course(ctx context.Context, who access.Actor, course, term, group string) (CourseView, error) {
	may, err := staff(who)
	if err != nil {
		return CourseView{}, err
	}
	may.group = group
	return s.view(ctx, may, course, term)
}

// Group returns the lessons of a group that the caller teaches. Teachers only. Error: course.no_group.
func (s *Service) Group(ctx context.Context, who access.Actor, group string) (CourseView, error) {
	may, row, err := s.teacher(ctx, who, group)
	if err != nil {
		return CourseView{}, err
	}
	return s.view(ctx, may, row.CourseID, row.TermID)
}

func (s *Service) view(ctx context.Context, may reach, course, term string) (CourseView, error) {
	out := CourseView{Groups: []Named{}, Classes: []string{}, Lessons: []LessonCounts{}}
	err := s.o.DB.ReadSlow(ctx, func(q sqldb.Querier) error {
		about, err := db.New(q).SelectCourse(ctx, course)
		if err != nil {
			return sqldb.Missing(err, "course.no_course")
		}
		out.Course = Named(about)
		if out.Age, err = s.age(ctx, q, may.group); err != nil {
			return err
		}
		if out.Term, _, err = s.termsWithRows(ctx, q, term); err != nil {
			return err
		}
		groups, err := db.New(q).ListGroupsOf(ctx, db.ListGroupsOfParams{Course: course, Term: out.Term})
		if err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		for _, g := range groups {
			out.Groups = append(out.Groups, Named(g))
		}
		rows, err := db.New(q).ListLessons(ctx, db.ListLessonsParams{Course: course, Term: out.Term, One: may.group})
		if err != nil {
			return fmt.Errorf("list lessons: %w", err)
		}
		out.addLessons(rows, may)
		return nil
	})
	return out, err
}

// addLessons adds up the counts of the visible classes.
func (v *CourseView) addLessons(rows []db.ListLessonsRow, may reach) {
	var sum curve
	for _, row := range rows {
		if !may.sees(row.Class) {
			continue
		}
		if row.Class != "" && !slices.Contains(v.Classes, row.Class) {
			v.Classes = append(v.Classes, row.Class)
		}
		last := len(v.Lessons) - 1
		if last < 0 || v.Lessons[last].Lesson.ID != row.ID {
			sum = curve{}
			code := ""
			if i := slices.IndexFunc(v.Groups, func(g Named) bool { return g.ID == row.OnlyGroup }); i >= 0 {
				code = v.Groups[i].Code
			}
			v.Lessons = append(v.Lessons, LessonCounts{Lesson: Named{row.ID, code, row.Title, row.TitleEn}})
			last++
		}
		lesson := &v.Lessons[last]
		lesson.Duration = max(lesson.Duration, row.DurationMs)
		lesson.add(Counts{int(row.Students), int(row.Students), int(row.Started), int(row.Done), row.Seconds})
		sum.addText(row.Curve)
		lesson.Curve = slices.Clone(sum[:])
	}
	slices.Sort(v.Classes)
}
