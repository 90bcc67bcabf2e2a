package sample

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// Services are what Load writes through. It makes a timetable service for each time at which something was published.
type Services struct {
	Database     *sqldb.DB
	Accounts     *account.Service
	Students     *student.Service
	Courses      *course.Service
	Messages     *message.Service
	Media        *media.Service // nil: without lessons
	Jobs         *job.Queue     // those of Media
	WithActivity bool           // with past activity, see simulate; needs Media
	Now          func() time.Time
	Zone         *time.Location // the college's time zone
}

// A Login is an account to try the portal with.
type Login struct {
	Role     access.Role
	Name     string
	Phone    string
	Password string
	Scope    access.Scope // of staff, or TeacherScope
}

// TeacherScope marks a teacher in a Login; the account has the role user and no scope.
const TeacherScope access.Scope = "teacher"

const studentLogins = 3

// Load fills an empty database with the college and returns accounts to log in with: three students, the staff, and a
// teacher if WithActivity. A database with any data is refused with sample.not_empty. Students get the first password
// of the installation's policy, so they need no slow hash.
func Load(ctx context.Context, s Services) ([]Login, error) {
	today, _ := civil.Of(s.Now(), s.Zone)
	data := College(today)
	staff, err := hashStaff(ctx, s.Accounts, data.Admins)
	if err != nil {
		return nil, err
	}
	var filled *loader
	err = s.Database.Write(ctx, func(q sqldb.Querier) error {
		// A retry starts over.
		filled = &loader{Services: s, data: data, staff: staff, who: access.System(), q: q, ids: map[string]string{}}
		return filled.run(ctx)
	})
	if err == nil {
		err = filled.storeRecordings(ctx)
	}
	if err == nil && s.WithActivity {
		err = filled.simulate(ctx)
	}
	if err == nil {
		err = filled.finish(ctx)
	}
	if err != nil {
		return nil, err
	}
	logins := filled.logins
	for _, a := range data.Admins {
		logins = append(logins, Login{access.Staff, a.Name, a.Phone, a.Password, a.Scope})
	}
	if s.WithActivity {
		_, teacher := loginTeacher()
		logins = append(logins, teacher)
	}
	return logins, nil
}

// hashStaff hashes passwords before the transaction, because it is slow.
func hashStaff(ctx context.Context, accounts *account.Service, admins []Admin) ([]account.Details, error) {
	drafts := make([]account.Details, len(admins))
	for i, a := range admins {
		draft, err := accounts.Hash(ctx, account.Details{
			Phone: a.Phone, Name: a.Name, Role: access.Staff, Scope: a.Scope, Classes: a.Classes, OrganizationName: Name,
			Password: secret.New(a.Password),
		})
		if err != nil {
			return nil, fmt.Errorf("hash the staff's password: %w", err)
		}
		drafts[i] = draft
	}
	return drafts, nil
}

func (l *loader) admins(ctx context.Context) error {
	for _, draft := range l.staff {
		made, err := l.Accounts.CreateIn(ctx, l.q, l.who, draft)
		if err != nil {
			return err
		}
		l.ids["staff:"+string(draft.Scope)] = made.ID
	}
	return nil
}

// A loader is one attempt to fill the database.
type loader struct {
	Services
	data       *Data
	staff      []account.Details // with their passwords hashed
	who        access.Actor
	q          sqldb.Querier
	ids        map[string]string // the data's key after its kind → ID
	logins     []Login
	recordings []recording
}

func (l *loader) run(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		l.empty, l.rules, l.courses, l.students, l.enrol, l.meetings, l.lessons, l.publish, l.messages, l.mark, l.admins,
	} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("load the sample college: %w", err)
		}
	}
	return nil
}

func (l *loader) empty(ctx context.Context) error {
	var rows int
	err := l.q.QueryRowContext(ctx,
		`SELECT (SELECT count(*) FROM student) + (SELECT count(*) FROM account) + (SELECT count(*) FROM course)
		+ (SELECT count(*) FROM term) + (SELECT count(*) FROM campus) + (SELECT count(*) FROM message)`).Scan(&rows)
	if err == nil && rows > 0 {
		return fault.New(fault.Conflict, "sample.not_empty")
	}
	return err
}

// at returns a timetable service whose clock stands at an instant. It sends no messages: the sample has its own.
func (l *loader) at(instant time.Time) *timetable.Service {
	return timetable.New(l.Database, func() time.Time { return instant }, l.Zone, nil)
}

// rules writes the terms and campuses.
func (l *loader) rules(ctx context.Context) error {
	t := l.at(l.data.Past.FirstMonday.AddDays(-30).At(at("09:00"), l.Zone))
	for _, term := range []timetable.Term{l.data.Past, l.data.Current} {
		if err := t.PutTerm(ctx, l.q, l.who, term); err != nil {
			return err
		}
	}
	for i, c := range l.data.Campuses {
		if err := t.PutCampus(ctx, l.q, l.who, timetable.Campus(c), i+1); err != nil {
			return err
		}
	}
	for _, s := range l.data.Schemes {
		if err := t.PutScheme(ctx, l.q, l.who, s); err != nil {
			return err
		}
	}
	for _, r := range l.data.Rooms {
		if _, err := t.PutRoom(ctx, l.q, l.who, timetable.Room(r)); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) courses(ctx context.Context) error {
	var staff []course.Teacher
	for _, t := range l.data.Teachers {
		staff = append(staff, course.Teacher{Number: t.Number, Name: t.Name, NameEn: t.NameEn})
	}
	if _, err := l.Courses.PutTeachers(ctx, l.q, l.who, staff); err != nil {
		return err
	}
	people := map[string]course.Teacher{}
	for _, t := range staff {
		people[t.Number], l.ids["teacher:"+t.Number] = t, t.ID
	}
	var taught []course.Course
	for _, c := range l.data.Courses {
		row := course.Course{
			Code: c.Code, Name: c.Name, NameEn: c.NameEn, Credits: c.Credits,
			Summary: c.Summary, SummaryEn: c.SummaryEn,
		}
		for _, number := range c.Teachers {
			row.Teachers = append(row.Teachers, people[number])
		}
		taught = append(taught, row)
	}
	if _, err := l.Courses.PutCourses(ctx, l.q, l.who, taught); err != nil {
		return err
	}
	for _, c := range taught {
		l.ids["course:"+c.Code] = c.ID
	}
	var all []course.Group
	for _, g := range l.data.Groups {
		all = append(all, course.Group{
			Course: l.ids["course:"+g.Course], Term: g.Term, Code: g.Code,
			Name: g.Name, NameEn: g.NameEn,
		})
	}
	if _, err := l.Courses.PutGroups(ctx, l.q, l.who, all); err != nil {
		return err
	}
	for i, g := range l.data.Groups {
		l.ids["group:"+g.Key()] = all[i].ID
	}
	return nil
}

func (l *loader) students(ctx context.Context) error {
	for _, p := range l.data.Programmes {
		if err := l.Students.PutProgramme(ctx, l.q, l.who, p); err != nil {
			return err
		}
	}
	for i, s := range l.data.Students {
		made, err := l.Students.CreateIn(ctx, l.q, l.who, s.changes())
		if err != nil {
			return fmt.Errorf("student %s: %w", s.Number, err)
		}
		l.ids["student:"+s.Number] = made
		opened, err := l.Accounts.CreateIn(ctx, l.q, l.who, account.Details{
			Phone: s.Phone, Name: s.Name, Role: access.User, Student: made, Email: s.Email, OrganizationName: Name,
			LastSix: secret.New(s.NationalID.LastSix()), Registered: l.registered(s), LastLogin: l.lastLogin(i),
		})
		if err != nil {
			return fmt.Errorf("account of student %s: %w", s.Number, err)
		}
		l.ids["account:"+s.Number] = opened.ID
		if err := l.Students.LinkIn(ctx, l.q, l.who, made, opened.ID, ""); err != nil {
			return fmt.Errorf("account of student %s: %w", s.Number, err)
		}
		if i < studentLogins {
			password := opened.Code.Reveal() // with the other policy
			if password == "" {
				password = s.NationalID.LastSix()
			}
			l.logins = append(l.logins, Login{Role: access.User, Name: s.Name, Phone: s.Phone, Password: password})
		}
	}
	return nil
}

// registered returns when a student joined: early enough to have logged in since.
func (l *loader) registered(s Student) time.Time {
	came, known := time.Date(s.EntryYear, time.September, 1, 9, 0, 0, 0, l.Zone), l.Now().Add(-30*day)
	if known.Before(came) {
		return known
	}
	return came
}

// lastLogin returns when a student, by their index in the list, logged in, before everything in simulate. Some never
// did, and nobody did without WithActivity.
func (l *loader) lastLogin(place int) time.Time {
	switch {
	case !l.WithActivity:
		return time.Time{}
	case place < 2*classSize:
		return l.Now().Add(-9*day - time.Duration(place)*hour)
	case place%9 == 0:
		return time.Time{}
	default:
		return l.Now().Add(-time.Duration(place%20+1)*10*hour - 5*time.Minute)
	}
}

func (s Student) changes() student.Changes {
	return student.Changes{
		student.FieldNumber: s.Number, student.FieldName: s.Name, student.FieldNameLatin: s.NameLatin,
		student.FieldGender: s.Gender, student.FieldPhone: s.Phone, student.FieldNationalID: s.NationalID.Reveal(),
		student.FieldCampus: s.Campus, student.FieldProgramme: s.Programme, student.FieldClass: s.Class,
		student.FieldEntryYear: strconv.Itoa(s.EntryYear), student.FieldStudyMode: "full-time", student.FieldStatus: s.Status,
		student.FieldGraduation: s.Graduation.String(),
		student.FieldAdviser:    s.Adviser, student.FieldNativePlace: s.NativePlace,
		student.FieldEmail: s.Email, student.FieldCreditsEarned: strconv.FormatFloat(s.CreditsEarned.Float(), 'f', -1, 64),
		student.FieldCreditsRequired: strconv.FormatFloat(s.CreditsRequired.Float(), 'f', -1, 64),
	}
}

func (l *loader) enrol(ctx context.Context) error {
	all := make([]course.Enrolment, 0, len(l.data.Enrolments))
	for _, e := range l.data.Enrolments {
		all = append(all, course.Enrolment{
			Student: l.ids["student:"+e.Student], Group: l.ids["group:"+e.Group],
			State: course.State(e.State),
		})
	}
	_, err := l.Courses.Enrol(ctx, l.q, l.who, all)
	return err
}

func (l *loader) meetings(ctx context.Context) error {
	t := l.at(l.data.Past.FirstMonday.AddDays(-30).At(at("09:00"), l.Zone))
	of := map[string][]timetable.Meeting{}
	for _, m := range l.data.Meetings {
		of[m.Group] = append(of[m.Group], m)
	}
	for _, g := range l.data.Groups {
		rows := of[g.Key()]
		names := make([]string, len(rows))
		for i := range rows {
			names[i], rows[i].ID = rows[i].ID, ""
			rows[i].Teacher = l.ids["teacher:"+rows[i].Teacher]
		}
		if _, err := t.ReplaceMeetings(ctx, l.q, l.who, l.ids["group:"+g.Key()], rows); err != nil {
			return fmt.Errorf("meetings of %s: %w", g.Key(), err)
		}
		for i, name := range names {
			l.ids["meeting:"+name] = rows[i].ID
		}
	}
	return nil
}

// publish publishes the changes of the current term, each at its time.
func (l *loader) publish(ctx context.Context) error {
	for _, h := range l.data.Holidays {
		published := h.Life.Published
		h.ID = ""
		if _, err := l.at(published).PublishHolidayIn(ctx, l.q, l.who, h); err != nil {
			return fmt.Errorf("holiday %s: %w", h.NameEn, err)
		}
	}
	for _, m := range l.data.Mappings {
		published := m.Life.Published
		m.ID = ""
		if _, err := l.at(published).PublishMappingIn(ctx, l.q, l.who, l.data.Current.ID, m); err != nil {
			return fmt.Errorf("mapping of %s: %w", m.Date, err)
		}
	}
	for _, c := range l.data.Changes {
		published, name := c.Life.Published, c.ID
		c.ID, c.Group = "", l.ids["group:"+c.Group]
		if c.Teacher != "" {
			c.Teacher = l.ids["teacher:"+c.Teacher]
		}
		if meeting, week, ok := strings.Cut(c.Class, "."); ok {
			c.Class = l.ids["meeting:"+meeting] + "." + week
		}
		if _, err := l.at(published).PublishIn(ctx, l.q, l.who, []timetable.Change{c}); err != nil {
			return fmt.Errorf("change %s: %w", name, err)
		}
	}
	return nil
}

func (l *loader) messages(ctx context.Context) error {
	for _, m := range l.data.Messages {
		kind, target, _ := strings.Cut(m.To, ":")
		note := m.Note
		note.Sent = l.Now().Add(-m.Ago)
		note.ByHand = note.Kind != message.Plain
		if note.Acknowledge {
			note.Deadline = l.Now().Add(3 * day)
		}
		switch kind {
		case "all":
			note.To = message.Everyone()
		case "programme":
			note.To = message.Programme(target)
		case "group":
			note.To = message.Group(l.ids[m.To])
		default:
			note.To = message.Student(l.ids[m.To])
		}
		made, err := l.Messages.Notify(ctx, l.q, l.who, note)
		if err != nil {
			return fmt.Errorf("message %q: %w", note.Title.En, err)
		}
		if note.Acknowledge {
			l.ids["notice"] = made
		}
	}
	return nil
}

// Loaded reports whether a database holds the sample college.
func Loaded(ctx context.Context, q sqldb.Querier) (bool, error) {
	var n int
	err := q.QueryRowContext(ctx, `SELECT count(*) FROM setting WHERE name = 'sample'`).Scan(&n)
	return n > 0, err
}

// Half reports whether loading the sample college was interrupted.
func Half(ctx context.Context, q sqldb.Querier) (bool, error) {
	var n int
	err := q.QueryRowContext(ctx, `SELECT count(*) FROM setting WHERE name = 'sample' AND value = $1`, half).Scan(&n)
	return n > 0, err
}

// half is the mark of a sample that is still being loaded.
const half = "half"

// mark records in the table setting that this is the sample; finish, that it is whole.
func (l *loader) mark(ctx context.Context) error {
	_, err := l.q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('sample', $1)`, half)
	return err
}

func (l *loader) finish(ctx context.Context) error {
	return l.Database.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `UPDATE setting SET value = $1 WHERE name = 'sample'`, l.data.Today.String())
		return err
	})
}
