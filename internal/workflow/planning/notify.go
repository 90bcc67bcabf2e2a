package planning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/news"
	"lectern/internal/workflow/planning/db"
)

// NotifyKind is the job that sends each affected student and teacher one message about a publication.
const NotifyKind = "planning.tell"

type notifyJob struct {
	Publication string `json:"publication"`
	Account     string `json:"account"`
	Note        string `json:"note"`
}

// digests are the news of a publication for each group and for the teachers.
type digests struct {
	groups   []news.Digest
	teachers []news.TeacherDigest
}

// digests returns the news for groups and teachers. Past classes cause none.
func (s *Service) digests(published []timetable.News, note string) digests {
	var all digests
	for _, one := range published {
		now := s.o.Now().In(s.o.Timetables.Zone())
		all.groups = append(all.groups, news.NewDigests(one, note, now)...)
		all.teachers = append(all.teachers, news.Teachers(one, note, now)...)
	}
	return all
}

// reach counts who gets a message.
func (d digests) reach(x *clash.Index) RecipientCount {
	students, teachers := map[string]bool{}, map[string]bool{}
	for _, one := range d.groups {
		for _, student := range one.Students {
			students[student] = true
		}
		if len(one.Students) > 0 {
			continue
		}
		for _, i := range x.Group(one.Group).Students {
			students[x.Students[i].ID] = true
		}
	}
	for _, one := range d.teachers {
		teachers[one.Account] = true
	}
	return RecipientCount{len(students), len(teachers)}
}

// enqueueMessages stores the messages and adds the job that sends them, in the transaction that publishes: later
// publications must not change the texts. If the messages of the publication itself are still unsent, the withdrawal
// deletes them and sends none.
func (s *Service) enqueueMessages(ctx context.Context, q sqldb.Querier, who access.Actor,
	publication, note string, all digests,
) error {
	unsent, err := deleteNews(ctx, q, publication)
	if err != nil || unsent > 0 || len(all.groups) == 0 { // teachers' news always comes with news for the group
		return err
	}
	rows := all.teachers
	for _, d := range all.groups {
		rows = append(rows, news.TeacherDigest{Digest: d}) // no account: for the group's students
	}
	for i, d := range rows {
		if err := insertNews(ctx, q, publication, int64(i+1), d); err != nil {
			return err
		}
	}
	_, err = s.o.Jobs.Add(ctx, q, job.Spec{Kind: NotifyKind, Payload: notifyJob{publication, who.Account, note}})
	return err
}

func insertNews(
	ctx context.Context, q sqldb.Querier, publication string, position int64, d news.TeacherDigest,
) error {
	err := db.New(q).InsertNews(ctx, db.InsertNewsParams{
		PublicationID: publication, Position: position, AccountID: d.Account, GroupID: d.Group, Course: d.Course.Zh,
		CourseEn: d.Course.En, Classes: int64(d.Classes), Alone: d.Alone, Title: d.Title.Zh, TitleEn: d.Title.En,
		Content: d.Content.Zh, ContentEn: d.Content.En, Lines: d.Lines.Zh, LinesEn: d.Lines.En, Avatar: d.Avatar,
		Link: d.Link,
	})
	for _, student := range d.Students {
		if err != nil {
			break
		}
		err = db.New(q).InsertNewsStudent(ctx, db.InsertNewsStudentParams{
			PublicationID: publication, Position: position, StudentID: student,
		})
	}
	return notifyError(err)
}

// deleteNews deletes the messages of a publication that aren't sent yet, and returns how many.
func deleteNews(ctx context.Context, q sqldb.Querier, publication string) (int64, error) {
	n, err := db.New(q).DeleteNews(ctx, publication)
	return n, notifyError(errors.Join(err, db.New(q).DeleteNewsStudents(ctx, publication)))
}

func notifyError(err error) error {
	if err != nil {
		return fmt.Errorf("notify of a publication: %w", err)
	}
	return nil
}

// Handlers returns the handlers of the jobs that Publish and Withdraw add.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{NotifyKind: s.send}
}

// send sends one message to all students with the same affected groups, and one to each teacher. The job completes
// in the same transaction, so each message is sent exactly once.
func (s *Service) send(ctx context.Context, run *job.Run) error {
	var what notifyJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		rows, err := db.New(q).SelectNews(ctx, what.Publication)
		if err != nil {
			return notifyError(err)
		}
		of := map[string][]news.Digest{} // by account
		own := map[int64]news.Digest{}   // students', by position
		for _, r := range rows {
			if d := toDigest(r); r.AccountID == "" {
				own[r.Position] = d
			} else {
				of[r.AccountID] = append(of[r.AccountID], d)
			}
		}
		who := access.Actor{Account: what.Account}
		if err := s.sendStudents(ctx, q, who, what, own); err != nil {
			return err
		}
		for _, account := range slices.Sorted(maps.Keys(of)) {
			note := news.CombineDigests(of[account], what.Note)
			note.To = message.Account(account)
			if err := s.o.Send(ctx, q, who, note); err != nil {
				return err
			}
		}
		if _, err := deleteNews(ctx, q, what.Publication); err != nil {
			return err
		}
		return run.Complete(ctx, q)
	})
}

func toDigest(r db.PlanningNews) news.Digest {
	return news.Digest{
		Group: r.GroupID, Course: message.Text{Zh: r.Course, En: r.CourseEn}, Classes: int(r.Classes), Alone: r.Alone,
		Title: message.Text{Zh: r.Title, En: r.TitleEn}, Content: message.Text{Zh: r.Content, En: r.ContentEn},
		Lines: message.Text{Zh: r.Lines, En: r.LinesEn}, Avatar: r.Avatar, Link: r.Link,
	}
}

// sendStudents sends one message to all students with the same digests, by position.
func (s *Service) sendStudents(
	ctx context.Context, q sqldb.Querier, who access.Actor, what notifyJob, digests map[int64]news.Digest,
) error {
	rows, err := db.New(q).SelectStudentsOfNews(ctx, what.Publication)
	if err != nil {
		return notifyError(err)
	}
	positions := map[string][]int64{} // by student
	for _, r := range rows {
		positions[r.StudentID] = append(positions[r.StudentID], r.Position)
	}
	audiences := map[string][]string{} // by their positions
	for _, student := range slices.Sorted(maps.Keys(positions)) {
		key := fmt.Sprint(positions[student])
		audiences[key] = append(audiences[key], student)
	}
	for _, key := range slices.Sorted(maps.Keys(audiences)) {
		var own []news.Digest
		for _, position := range positions[audiences[key][0]] {
			own = append(own, digests[position])
		}
		note := news.CombineDigests(own, what.Note)
		note.Students = audiences[key]
		if err := s.o.Send(ctx, q, who, note); err != nil {
			return err
		}
	}
	return nil
}
