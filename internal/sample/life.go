package sample

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/secret"
	"lectern/internal/workflow/roster"
)

// simulate repeats what people have done so far, through the services that they would use and at the time they did it.
// The first student has watched nothing of Marketing and Business Statistics, so that people who try the portal can
// start there.
func (l *loader) simulate(ctx context.Context) error {
	for _, step := range []func(context.Context) error{l.bringIn, l.answer, l.watch, l.write, l.record, l.teach} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("let the sample college live: %w", err)
		}
	}
	return nil
}

// clock returns a clock that stands at a past instant.
func (l *loader) clock(ago time.Duration) func() time.Time {
	instant := l.Now().Add(-ago)
	return func() time.Time { return instant }
}

func (l *loader) actor(scope access.Scope) access.Actor {
	who := access.Actor{Account: l.ids["staff:"+string(scope)], Role: access.Staff, Scope: scope}
	for _, a := range l.data.Admins {
		if a.Scope == scope {
			who.Classes = strings.Join(a.Classes, "\n")
		}
	}
	return who
}

func (l *loader) student(place int) access.Actor {
	number := l.data.Students[place].Number
	return access.Actor{Account: l.ids["account:"+number], Student: l.ids["student:"+number], Role: access.User}
}

// An importedSheet is a spreadsheet that the registrar has imported.
type importedSheet struct {
	ago  time.Duration
	kind roster.Kind
	name string
	rows []string
}

// sheets returns a clean import, one with refused rows, and one of enrolments.
func (l *loader) sheets() []importedSheet {
	third, second := l.data.Students[len(l.data.Students)/3*2:], l.data.Students[2*classSize:]
	record := func(s Student, programme, address string) string {
		return s.Number + "," + s.Name + "," + programme + "," + address
	}
	seat := func(s Student) string {
		return l.data.Current.ID + ",OPS301-1," + s.Number + "," + s.Name + ",confirmed"
	}
	return []importedSheet{
		{18 * day, roster.Rooms, "new-rooms.csv", []string{
			"Campus,Room,English name,Building,Seats", "North Campus,明德楼 B305,Mingde Hall B305,明德楼,54",
			"Lakeside Campus,湖心楼 302,Huxin Building 302,湖心楼,60",
		}},
		{6 * day, roster.Students, "addresses.csv", []string{
			"Student number,Name,Programme,Address",
			record(third[5], third[5].Programme, "3 号楼 412"), record(third[6], third[6].Programme, "3 号楼 412"),
			record(third[7], third[7].Programme, "3 号楼 413"), record(third[8], "LOG", "3 号楼 413"), // unknown programme
			record(third[9], "LOG", "5 号楼 201"),
		}},
		{28 * hour, roster.Enrolments, "operations-management.csv", []string{
			"Term,Group,Student number,Name,State", seat(second[0]), seat(second[1]), seat(second[2]),
		}},
	}
}

func (l *loader) bringIn(ctx context.Context) error {
	for _, in := range l.sheets() {
		if err := l.importSheet(ctx, in); err != nil {
			return fmt.Errorf("import %s: %w", in.name, err)
		}
	}
	return nil
}

func (l *loader) importSheet(ctx context.Context, in importedSheet) (err error) {
	file, err := os.CreateTemp("", "lectern-sample-*.csv")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	if _, err := file.WriteString(strings.Join(in.rows, "\n") + "\n"); err != nil {
		return err
	}
	now := l.clock(in.ago)
	imports := roster.New(roster.Services{
		Database: l.Database, Accounts: l.Accounts, Students: l.Students, Courses: l.Courses,
		Timetable: l.at(now()), Now: now, College: Name,
	})
	_, err = imports.Import(ctx, l.actor(access.Registrar),
		roster.Job{Kind: in.kind, Name: in.name, File: file, GoodRows: true})
	return err
}

// answer makes some acknowledge the notice to all, which is still open, and most of the first class their adviser's
// notice, which is overdue.
func (l *loader) answer(ctx context.Context) error {
	overdue, err := message.New(l.Database, l.clock(6*day)).Publish(ctx, l.actor(access.Adviser),
		overdueNotice(l.data.Students[0].Class, l.Now().Add(-day)))
	if err != nil {
		return err
	}
	for i := range classSize {
		if i%3 == 2 && i > 2 {
			continue
		}
		if err := l.acknowledge(ctx, overdue, i, 6*day-time.Duration(i+1)*4*hour); err != nil {
			return err
		}
	}
	for i := 1; i < 2*classSize; i += 2 {
		if err := l.acknowledge(ctx, l.ids["notice"], i, 2*day-time.Duration(i)*50*time.Minute); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) acknowledge(ctx context.Context, notice string, place int, ago time.Duration) error {
	_, err := message.New(l.Database, l.clock(ago)).Acknowledge(ctx, l.student(place), notice)
	return err
}

// A sitting is when a student watched a lesson, how much of it and how often.
type sitting struct {
	student int
	ago     time.Duration
	lesson  string
	percent int64
	times   int
}

// sittings is ordered by time. The last ones are today.
func sittings() []sitting {
	const returns, income, rights = "Can an average return lie?", "What income per head tells",
		"What the customer may demand"
	return []sitting{
		{0, 8 * day, returns, 100, 3},
		{1, 7 * day, "What marketing is", 100, 2},
		{2, 6 * day, "Can an average lie?", 100, 2},
		{0, 5 * day, income, 60, 2},
		{2, 3 * day, "Know the customer", 70, 2},
		{1, 2 * day, income, 100, 3},
		{0, day, income, 60, 3},
		{2, day, returns, 40, 2},
		{1, 50 * time.Minute, rights, 45, 3},
		{0, 40 * time.Minute, rights, 50, 2},
		{2, 30 * time.Minute, rights, 100, 2},
	}
}

// others returns sittings of a third of the other students, one lesson each, so that the viewing pages have data.
func others(students int) []sitting {
	lessons := []string{
		"Can an average return lie?", "What income per head tells", "What the customer may demand",
		"What marketing is", "Can an average lie?",
	}
	var out []sitting
	for i := 4; i < students; i += 3 {
		out = append(out, sitting{
			student: i, ago: time.Duration(i%20+1) * 10 * hour, lesson: lessons[i%len(lessons)],
			percent: int64(30 + i*7%71), times: 1,
		})
	}
	return out
}

func (l *loader) watch(ctx context.Context) error {
	for _, s := range append(sittings(), others(len(l.data.Students))...) {
		if err := l.sit(ctx, s); err != nil {
			return fmt.Errorf("watch %s: %w", s.lesson, err)
		}
	}
	return nil
}

// sit opens a lesson and reports at intervals what was watched.
func (l *loader) sit(ctx context.Context, s sitting) error {
	who, lesson, now := l.student(s.student), l.ids["lesson:"+s.lesson], l.Now().Add(-s.ago)
	courses := course.New(l.Database, func() time.Time { return now }, l.Zone)
	steps, err := courses.MySteps(ctx, who)
	if err != nil {
		return err
	}
	if _, enrolled := steps[lesson]; !enrolled {
		return nil
	}
	if _, err := courses.Open(ctx, who, lesson); err != nil {
		return err
	}
	until := steps[lesson].Duration * s.percent / 100
	player := fmt.Sprint(s.ago)
	if _, err := courses.Report(ctx, who, lesson, course.Report{Player: player, Speed: 1}); err != nil {
		return err
	}
	for range s.times {
		now = now.Add(time.Duration(until) * time.Millisecond)
		_, err := courses.Report(ctx, who, lesson,
			course.Report{Player: player, Speed: 1, Position: until, Spans: []course.Span{{From: 0, To: until}}})
		if err != nil {
			return err
		}
	}
	return nil
}

// write adds notes of the three students.
func (l *loader) write(ctx context.Context) error {
	for _, note := range []struct {
		student int
		ago     time.Duration
		lesson  string
		at      time.Duration
		text    string
	}{
		{0, 8 * day, "Can an average return lie?", 12 * time.Second, "Median, not mean, when one fund does very well"},
		{0, 8 * day, "Can an average return lie?", 30 * time.Second, "Ask: how many years are enough?"},
		{1, 7 * day, "What marketing is", 20 * time.Second, "**价值**是顾客感受到的，不是成本"},
		{1, 2 * day, "What income per head tells", 15 * time.Second, "人均不等于中位数，小组报告可以用"},
		{2, 3 * day, "Know the customer", 10 * time.Second, "访谈提纲：先问场景，再问价格"},
	} {
		courses := course.New(l.Database, l.clock(note.ago), l.Zone)
		if _, err := courses.AddNote(ctx, l.student(note.student), l.ids["lesson:"+note.lesson],
			note.at.Milliseconds(), note.text); err != nil {
			return fmt.Errorf("note on %s: %w", note.lesson, err)
		}
	}
	return nil
}

// record gives the media staff two things to do: an unmatched recording, and one that can't be read.
func (l *loader) record(ctx context.Context) error {
	if err := l.place(ctx, "", "marketing-2", "lecture-hall-camera-2.mp4"); err != nil {
		return err
	}
	to := media.Target{Lesson: l.ids["lesson:Channels"]}
	_, err := l.Media.Add(ctx, l.actor(access.Recordist), "channels.mp4", bytes.NewReader(cutFilm()), to)
	if fault.Code(err) == "media.no_room" {
		return nil // a disk too small for uploads shouldn't prevent the sample
	}
	if err != nil {
		return fmt.Errorf("the recording that fails: %w", err)
	}
	// Run the job now: the demo must not depend on a running server. Without a transcoder the result is the same.
	working, stop := context.WithCancel(ctx)
	defer stop()
	prepare := l.Media.Prepare(nil)
	l.Jobs.Runner(job.Options{Name: "sample", Slots: 1}, map[string]job.Handler{
		media.PrepareKind: func(ctx context.Context, run *job.Run) error {
			defer stop()
			return prepare(ctx, run)
		},
	}).Run(working)
	return ctx.Err()
}

// cutFilm is the start of an MP4 file from a camera that lost power: sound and picture without their index.
func cutFilm() []byte {
	box := func(kind string, content []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))
		return append(append(out, kind...), content...)
	}
	return append(box("ftyp", []byte("isom\x00\x00\x02\x00isommp41")), box("mdat", make([]byte, 4096))...)
}

// teach creates a teacher's account.
func (l *loader) teach(ctx context.Context) error {
	number, login := loginTeacher()
	made, err := l.Accounts.Create(ctx, l.actor(access.Registrar), account.Details{
		Phone: login.Phone, Name: login.Name, Role: login.Role, OrganizationName: Name, Password: secret.New(login.Password),
	})
	if err != nil {
		return err
	}
	return l.Accounts.SetTeacher(ctx, l.actor(access.Registrar), made.ID, l.ids["teacher:"+number])
}
