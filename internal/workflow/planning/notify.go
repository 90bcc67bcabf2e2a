package planning

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

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
		if d, some := news.NewDigest(one, note, now); some {
			all.groups = append(all.groups, d)
		}
		all.teachers = append(all.teachers, news.Teachers(one, note, now)...)
	}
	return all
}

// reach counts who gets a message.
func (d digests) reach(x *clash.Index) RecipientCount {
	students, teachers := map[int]bool{}, map[string]bool{}
	for _, one := range d.groups {
		for _, i := range x.Group(one.Group).Students {
			students[i] = true
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
	unsent, err := db.New(q).DeleteNews(ctx, publication)
	if err != nil || unsent > 0 || len(all.groups) == 0 { // teachers' news always comes with news for the group
		return notifyError(err)
	}
	rows := all.teachers
	for _, d := range all.groups {
		rows = append(rows, news.TeacherDigest{Digest: d}) // no account: for the group's students
	}
	for i, d := range rows {
		err := db.New(q).InsertNews(ctx, db.InsertNewsParams{
			PublicationID: publication, AccountID: d.Account, GroupID: d.Group, Position: int64(i + 1),
			Classes: int64(d.Classes), Title: d.Title.Zh, TitleEn: d.Title.En, Content: d.Content.Zh, ContentEn: d.Content.En,
			Lines: d.Lines.Zh, LinesEn: d.Lines.En, Avatar: d.Avatar, Link: d.Link,
		})
		if err != nil {
			return notifyError(err)
		}
	}
	_, err = s.o.Jobs.Add(ctx, q, job.Spec{Kind: NotifyKind, Payload: notifyJob{publication, who.Account, note}})
	return err
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
		of := map[string][]news.Digest{} // by account; empty for students
		for _, r := range rows {
			of[r.AccountID] = append(of[r.AccountID], news.Digest{
				Group: r.GroupID, Classes: int(r.Classes), Title: message.Text{Zh: r.Title, En: r.TitleEn}, Content: message.Text{
					Zh: r.Content, En: r.ContentEn,
				}, Lines: message.Text{Zh: r.Lines, En: r.LinesEn}, Avatar: r.Avatar, Link: r.Link,
			})
		}
		who := access.Actor{Account: what.Account}
		if err := s.sendStudents(ctx, q, who, what, of[""]); err != nil {
			return err
		}
		delete(of, "")
		for _, account := range slices.Sorted(maps.Keys(of)) {
			note := news.CombineDigests(of[account], what.Note)
			note.To = message.Account(account)
			if err := s.o.SendOne(ctx, q, who, note); err != nil {
				return err
			}
		}
		if _, err := db.New(q).DeleteNews(ctx, what.Publication); err != nil {
			return notifyError(err)
		}
		return run.Complete(ctx, q)
	})
}

// sendStudents sends one message to all students with the same affected groups.
func (s *Service) sendStudents(
	ctx context.Context, q sqldb.Querier, who access.Actor, what notifyJob, digests []news.Digest,
) error {
	students, err := db.New(q).SelectStudentsOfNews(ctx, what.Publication)
	if err != nil {
		return notifyError(err)
	}
	groupsOf, order := map[string][]string{}, []string(nil)
	for _, r := range students {
		if groupsOf[r.StudentID] == nil {
			order = append(order, r.StudentID)
		}
		groupsOf[r.StudentID] = append(groupsOf[r.StudentID], r.GroupID)
	}
	audiences := map[string][]string{} // key: the ids of their groups
	for _, student := range order {
		key := strings.Join(groupsOf[student], " ")
		audiences[key] = append(audiences[key], student)
	}
	for _, key := range slices.Sorted(maps.Keys(audiences)) {
		groups := strings.Fields(key)
		concerned := slices.DeleteFunc(slices.Clone(digests), func(d news.Digest) bool {
			return !slices.Contains(groups, d.Group)
		})
		if err := s.o.Send(ctx, q, who, news.CombineDigests(concerned, what.Note), audiences[key]); err != nil {
			return err
		}
	}
	return nil
}
