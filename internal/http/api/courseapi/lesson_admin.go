package courseapi

import (
	"context"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type WireStaffLesson struct {
	WireLesson
	Group     string `json:"group" doc:"Of the class it records; empty otherwise."`
	Published bool   `json:"published"`
}

func toWireStaffLesson(l course.Lesson) WireStaffLesson {
	return WireStaffLesson{WireLesson: toWireLesson(l, course.Step{}), Group: l.Group, Published: l.Published}
}

// ListCatalogue shows staff every course, to assign a recording to one.
func (a *API) ListCatalogue(ctx context.Context, _ access.Actor, _ *struct{}) ([]wire.NamedCourse, error) {
	list, err := a.Courses.Catalogue(ctx)
	return wire.Each(list, toWireNamedCourse), err
}

// ListCourseLessons shows staff all lessons of a course, including unpublished ones.
func (a *API) ListCourseLessons(ctx context.Context, who access.Actor, in *courseIn) ([]WireStaffLesson, error) {
	list, err := a.Courses.Lessons(ctx, who, in.Course)
	out := make([]WireStaffLesson, 0, len(list))
	for _, l := range list {
		out = append(out, toWireStaffLesson(l))
	}
	return out, err
}

// WireHeldClass is a class of a course that a recording can be assigned to.
type WireHeldClass struct {
	ID          string `json:"id"`
	Group       string `json:"group"`
	GroupCode   string `json:"groupCode"`
	GroupName   string `json:"groupName"`
	GroupNameEn string `json:"groupNameEn"`
	Week        int    `json:"week"`
	Date        string `json:"date" format:"date"`
	Starts      string `json:"starts" doc:"HH:MM; empty if unknown."`
	Ends        string `json:"ends"`
}

type listClassesIn struct {
	Course string `path:"course" maxLength:"64"`
	Term   string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

// ListCourseClasses shows staff when a course's groups meet in a term.
func (a *API) ListCourseClasses(ctx context.Context, who access.Actor, in *listClassesIn) ([]WireHeldClass, error) {
	term := in.Term
	if term == "" {
		var err error
		if _, term, err = a.Timetables.Terms(ctx); err != nil {
			return nil, err
		}
	}
	all, err := a.Courses.Groups(ctx, who, term)
	if err != nil {
		return nil, err
	}
	groups := map[string]course.Group{}
	var ids []string
	for _, g := range all {
		if g.Course == in.Course {
			groups[g.ID], ids = g, append(ids, g.ID)
		}
	}
	classes, err := a.Timetables.GroupClasses(ctx, who, ids)
	return wire.Each(classes, func(c timetable.Class) WireHeldClass {
		g, hours := groups[c.Group], c.Place.Hours
		out := WireHeldClass{
			ID: c.ID, Group: g.ID, GroupCode: g.Code, GroupName: g.Name, GroupNameEn: g.NameEn,
			Week: c.Week, Date: c.Place.Day.String(),
		}
		if hours.Timed() {
			out.Starts, out.Ends = hours.Starts.String(), hours.Ends.String()
		}
		return out
	}), err
}

type lessonBody struct {
	Title     string `json:"title" minLength:"1" maxLength:"200"`
	TitleEn   string `json:"titleEn,omitempty" maxLength:"200"`
	Class     string `json:"class,omitempty" maxLength:"80" doc:"The class it records; requires group."`
	Group     string `json:"group,omitempty" maxLength:"64"`
	Published bool   `json:"published,omitempty"`
	Preview   bool   `json:"preview,omitempty" doc:"Open to visitors."`
}

func (b lessonBody) lesson() course.Lesson {
	return course.Lesson{
		Title: b.Title, TitleEn: b.TitleEn, Class: b.Class, Group: b.Group,
		Published: b.Published, Preview: b.Preview,
	}
}

type addLessonIn struct {
	Course string `path:"course" maxLength:"64"`
	Body   lessonBody
}

func (a *API) AddLesson(ctx context.Context, who access.Actor, in *addLessonIn) (WireStaffLesson, error) {
	lesson := in.Body.lesson()
	lesson.Course = in.Course
	return a.writeLesson(ctx, who, lesson)
}

type putLessonIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Body   lessonBody
}

func (a *API) PutLesson(ctx context.Context, who access.Actor, in *putLessonIn) (WireStaffLesson, error) {
	lesson := in.Body.lesson()
	lesson.ID = in.Lesson
	return a.writeLesson(ctx, who, lesson)
}

func (a *API) writeLesson(ctx context.Context, who access.Actor, lesson course.Lesson) (WireStaffLesson, error) {
	written, err := a.Courses.PutLesson(ctx, who, lesson)
	return toWireStaffLesson(written), err
}

type removeLessonIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
}

func (a *API) DeleteLesson(ctx context.Context, who access.Actor, in *removeLessonIn) (bool, error) {
	return true, a.Courses.RemoveLesson(ctx, who, in.Lesson)
}

// RestoreLesson puts a deleted lesson back.
func (a *API) RestoreLesson(ctx context.Context, who access.Actor, in *removeLessonIn) (bool, error) {
	return true, a.Courses.RestoreLesson(ctx, who, in.Lesson)
}

type renameLessonIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Body   struct {
		Title   string `json:"title" minLength:"1" maxLength:"200"`
		TitleEn string `json:"titleEn,omitempty" maxLength:"200" doc:"Empty: the title is shown in English too."`
	}
}

func (a *API) RenameLesson(ctx context.Context, who access.Actor, in *renameLessonIn) (bool, error) {
	return true, a.Courses.RenameLesson(ctx, who, in.Lesson, in.Body.Title, in.Body.TitleEn)
}

type arrangeLessonsIn struct {
	Course string `path:"course" maxLength:"64"`
	Body   struct {
		Lessons []string `json:"lessons" maxItems:"1000" doc:"All lessons of the course, each once, in their new order."`
	}
}

func (a *API) ArrangeLessons(ctx context.Context, who access.Actor, in *arrangeLessonsIn) (bool, error) {
	return true, a.Courses.ArrangeLessons(ctx, who, in.Course, in.Body.Lessons)
}

type setLiveIn struct {
	Class string `path:"class" maxLength:"80"`
	Body  struct {
		Playlist string `json:"playlist" maxLength:"2000" doc:"Address of an HLS playlist at one of the configured origins."`
	}
}

// SetLive sets the live source of a class.
func (a *API) SetLive(ctx context.Context, who access.Actor, in *setLiveIn) (wire.None, error) {
	class, err := a.Timetables.Class(ctx, in.Class)
	if err != nil {
		return nil, err
	}
	return nil, a.Courses.SetLive(ctx, who, class.Group, class.ID, in.Body.Playlist, a.LiveOrigins)
}

// ClearLive removes the live source, if any.
func (a *API) ClearLive(ctx context.Context, who access.Actor, in *OneClassIn) (wire.None, error) {
	class, err := a.Timetables.Class(ctx, in.Class)
	if err != nil {
		return nil, err
	}
	return nil, a.Courses.ClearLive(ctx, who, class.Group, class.ID)
}
