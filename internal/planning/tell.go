package planning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/access"
	"lectern/internal/clash"
	"lectern/internal/job"
	"lectern/internal/message"
	"lectern/internal/news"
	"lectern/internal/planning/db"
	"lectern/internal/sqldb"
	"lectern/internal/timetable"
)

// TellKind is the job that sends every student and teacher concerned one message about a publication.
const TellKind = "planning.tell"

type tellJob struct {
	Publication string `json:"publication"`
	Account     string `json:"account"`
	Note        string `json:"note"`
}

// digests are what is to be told of a publication: to each group, and to the teachers.
type digests struct {
	groups   []news.Digest
	teachers []news.ForTeacher
}

// digests says what everybody is to be told; nobody is told what is over.
func (s *Service) digests(published []timetable.News, note string) digests {
	var all digests
	for _, one := range published {
		now := s.o.Now().In(s.o.Timetables.Zone())
		if d, some := news.Together(one, note, now); some {
			all.groups = append(all.groups, d)
		}
		all.teachers = append(all.teachers, news.Teachers(one, note, now)...)
	}
	return all
}

// reach counts who gets a message.
func (d digests) reach(x *clash.Index) Reached {
	students, teachers := map[int]bool{}, map[string]bool{}
	for _, one := range d.groups {
		for _, i := range x.Group(one.Group).Students {
			students[i] = true
		}
	}
	for _, one := range d.teachers {
		teachers[one.Account] = true
	}
	return Reached{len(students), len(teachers)}
}

// tell leaves a job what to send, in the transaction that publishes: the texts are those of this moment, whatever is published before the job
// runs. What an earlier step of the publication left unsent is taken away: nobody knows of either.
func (s *Service) tell(ctx context.Context, q sqldb.Querier, who access.Actor, publication, note string, all digests) error {
	unsent, err := db.New(q).DeleteNews(ctx, publication)
	if err == nil {
		err = db.New(q).DeleteTeacherNews(ctx, publication)
	}
	if err != nil || unsent > 0 || len(all.groups) == 0 { // whatever concerns a teacher concerns the group
		return wrap(err)
	}
	for i, d := range all.groups {
		err := db.New(q).InsertNews(ctx, db.InsertNewsParams{
			PublicationID: publication, GroupID: d.Group, Position: int64(i + 1), Classes: int64(d.Classes), Title: d.Title.Zh, TitleEn: d.Title.En,
			Content: d.Content.Zh, ContentEn: d.Content.En, Lines: d.Lines.Zh, LinesEn: d.Lines.En, Avatar: d.Avatar, Link: d.Link,
		})
		if err != nil {
			return wrap(err)
		}
	}
	for i, d := range all.teachers {
		err := db.New(q).InsertTeacherNews(ctx, db.InsertTeacherNewsParams{
			PublicationID: publication, AccountID: d.Account, GroupID: d.Group, Position: int64(i + 1), Classes: int64(d.Classes), Title: d.Title.Zh, TitleEn: d.Title.En,
			Content: d.Content.Zh, ContentEn: d.Content.En, Lines: d.Lines.Zh, LinesEn: d.Lines.En, Avatar: d.Avatar, Link: d.Link,
		})
		if err != nil {
			return wrap(err)
		}
	}
	_, err = s.o.Jobs.Add(ctx, q, job.Spec{Kind: TellKind, Payload: tellJob{publication, who.Account, note}})
	return err
}

func wrap(err error) error {
	if err != nil {
		return fmt.Errorf("tell of a publication: %w", err)
	}
	return nil
}

// Handlers are the jobs that Publish and Withdraw make.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{TellKind: s.send}
}

// send makes one message for all students whom the same groups concern, and one for each teacher, in one transaction with the end of the job: nothing is told twice, and
// nothing is lost when the server is killed.
func (s *Service) send(ctx context.Context, run *job.Run) error {
	var what tellJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		digests, audiences, err := s.audiences(ctx, q, what.Publication)
		if err != nil {
			return err
		}
		who := access.Actor{Account: what.Account}
		for _, key := range sorted(audiences) {
			var concerned []news.Digest
			for _, group := range strings.Fields(key) {
				concerned = append(concerned, digests[group])
			}
			if err := s.o.Send(ctx, q, who, news.Several(concerned, what.Note), audiences[key]); err != nil {
				return err
			}
		}
		if err := s.sendTeachers(ctx, q, who, what); err != nil {
			return err
		}
		if _, err := db.New(q).DeleteNews(ctx, what.Publication); err != nil {
			return wrap(err)
		}
		if err := db.New(q).DeleteTeacherNews(ctx, what.Publication); err != nil {
			return wrap(err)
		}
		return run.Complete(ctx, q)
	})
}

func (s *Service) sendTeachers(ctx context.Context, q sqldb.Querier, who access.Actor, what tellJob) error {
	rows, err := db.New(q).SelectTeacherNews(ctx, what.Publication)
	if err != nil {
		return wrap(err)
	}
	for len(rows) > 0 {
		account := rows[0].AccountID
		var concerned []news.Digest
		for ; len(rows) > 0 && rows[0].AccountID == account; rows = rows[1:] {
			r := rows[0]
			concerned = append(concerned, news.Digest{
				Group: r.GroupID, Classes: int(r.Classes), Title: message.Text{Zh: r.Title, En: r.TitleEn}, Content: message.Text{Zh: r.Content, En: r.ContentEn},
				Lines: message.Text{Zh: r.Lines, En: r.LinesEn}, Avatar: r.Avatar, Link: r.Link,
			})
		}
		note := news.Several(concerned, what.Note)
		note.To = message.Account(account)
		if err := s.o.SendOne(ctx, q, who, note); err != nil {
			return err
		}
	}
	return nil
}

// audiences reads what is to be told, and who is concerned by the same groups: the key is their ids.
func (s *Service) audiences(ctx context.Context, q sqldb.Querier, publication string) (map[string]news.Digest, map[string][]string, error) {
	rows, err := db.New(q).SelectNews(ctx, publication)
	if err != nil {
		return nil, nil, wrap(err)
	}
	digests := make(map[string]news.Digest, len(rows))
	for _, r := range rows {
		digests[r.GroupID] = news.Digest{
			Group: r.GroupID, Classes: int(r.Classes), Title: message.Text{Zh: r.Title, En: r.TitleEn}, Content: message.Text{Zh: r.Content, En: r.ContentEn},
			Lines: message.Text{Zh: r.Lines, En: r.LinesEn}, Avatar: r.Avatar, Link: r.Link,
		}
	}
	students, err := db.New(q).SelectStudentsOfNews(ctx, publication)
	if err != nil {
		return nil, nil, wrap(err)
	}
	groupsOf, order := map[string][]string{}, []string(nil)
	for _, r := range students {
		if groupsOf[r.StudentID] == nil {
			order = append(order, r.StudentID)
		}
		groupsOf[r.StudentID] = append(groupsOf[r.StudentID], r.GroupID)
	}
	audiences := map[string][]string{}
	for _, student := range order {
		key := strings.Join(groupsOf[student], " ")
		audiences[key] = append(audiences[key], student)
	}
	return digests, audiences, nil
}

func sorted(audiences map[string][]string) []string {
	keys := make([]string, 0, len(audiences))
	for key := range audiences {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
