package api

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// TestAttackLostRights revokes a right of someone who has signed addresses. After five seconds the addresses don't
// work.
func TestAttackLostRights(t *testing.T) {
	attacktest.Try(t, "media after a right is lost", 1, 5, attackLostRights)
}

func attackLostRights(t *testing.T, trials int) {
	t.Helper()
	eachSchool(t, func(t *testing.T, s *school) {
		for trial := range trials {
			for i, way := range waysToLoseARight {
				t.Run(way.name, func(t *testing.T) {
					s.in(t)
					phone := fmt.Sprintf("137%04d%04d", trial, i)
					made, err := s.accounts.Create(t.Context(), access.System(), account.Details{
						Phone: phone, Name: "Sun", Role: access.Staff, Password: secret.New("Chalk42dust"),
					})
					if err != nil {
						t.Fatal(err)
					}
					v := &victim{account: made.ID, visitor: s.browser(), lesson: s.lesson(way.name, way.published, false)}
					if got := v.login(phone, "Chalk42dust"); got.status != 200 {
						t.Fatal(got.body)
					}
					if way.student {
						v.enrol(s, course.Confirmed)
					}
					s.recorded(v.lesson)
					s.attach(v.lesson, "exam.pdf", "%PDF-1.7 x")
					playing, _, err := s.api.course.Playback(t.Context(), s.actorOf(v.visitor), v.lesson)
					if err != nil {
						t.Fatal(err)
					}
					files, err := s.api.course.Attachments(t.Context(), s.actorOf(v.visitor), v.lesson)
					if err != nil {
						t.Fatal(err)
					}
					addresses := []string{playing.Playlist, strings.Replace(playing.Playlist, "master.m3u8", "v360_00000.m4s",
						1), playing.Poster, files[0].URL}
					for _, address := range addresses {
						if got := v.fetch(address); got.status != 200 {
							t.Fatalf("before: %s: %d %s", address, got.status, got.body)
						}
					}
					way.lose(s, v)
					s.later.Add(int64(5 * time.Second))
					for _, address := range addresses {
						if got := v.fetch(address); got.status != 403 || got.code(t) != "media.ticket" {
							t.Errorf("after: %s: %d", address, got.status)
						}
					}
				})
			}
		}
	})
}

// victim is a person with an account, a browser and signed addresses of a lesson.
type victim struct {
	*visitor
	account, lesson string
}

// enrol links the account with a student in the lesson's course.
func (v *victim) enrol(s *school, state course.State) {
	s.t.Helper()
	dbtest.Exec(s.t, s.db, `UPDATE account SET role = 'user', student_id = id WHERE id = $1`, v.account)
	s.write(func(ctx context.Context, q sqldb.Querier) error {
		var group string
		err := q.QueryRowContext(ctx, `SELECT g.id FROM course_group AS g JOIN lesson AS l ON l.course_id = g.course_id
			WHERE l.id = $1 ORDER BY g.id LIMIT 1`, v.lesson).Scan(&group)
		if err != nil {
			return err
		}
		_, err = s.deps.Courses.Enrol(ctx, q, access.System(),
			[]course.Enrolment{{Student: v.account, Group: group, State: state}})
		return err
	})
	// The role was changed behind the service's back; this drops its cache.
	if err := s.accounts.EndSessions(s.t.Context(), access.System(), s.accountOf("qian")); err != nil {
		s.t.Fatal(err)
	}
}

func (s *school) accountOf(name string) string {
	s.t.Helper()
	var id string
	if err := s.db.Reader().QueryRowContext(s.t.Context(), `SELECT id FROM account WHERE phone = $1`,
		s.logins[name].Phone).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

var waysToLoseARight = []struct {
	name               string
	student, published bool
	lose               func(s *school, v *victim)
}{
	{"staff demoted", false, false, func(s *school, v *victim) {
		s.good(s.as("dean").send("PUT", "/api/admin/accounts/"+v.account+"/role", `{"role":"user"}`))
	}},
	{"staff demoted, published lesson", false, true, func(s *school, v *victim) {
		s.good(s.as("dean").send("PUT", "/api/admin/accounts/"+v.account+"/role", `{"role":"user"}`))
	}},
	{"staff disabled", false, false, func(s *school, v *victim) {
		s.good(s.as("dean").send("PUT", "/api/admin/accounts/"+v.account+"/enabled", `{"enabled":false}`))
	}},
	{"password reset", false, false, func(s *school, v *victim) {
		s.good(s.as("dean").send("POST", "/api/admin/accounts/"+v.account+"/password-reset", ""))
	}},
	{"sessions ended", true, true, func(s *school, v *victim) {
		s.good(s.as("dean").send("DELETE", "/api/admin/accounts/"+v.account+"/sessions", ""))
	}},
	{"logout", true, true, func(s *school, v *victim) { s.good(v.send("POST", "/api/user/logout", "")) }},
	{"enrolment dropped", true, true, func(s *school, v *victim) { v.enrol(s, course.Dropped) }},
	{"lesson unpublished", true, true, func(s *school, v *victim) {
		s.good(s.as("dean").send("PUT", "/api/admin/lessons/"+v.lesson, `{"title":"x","published":false}`))
	}},
}

func (s *school) good(got answered) {
	s.t.Helper()
	if got.status != 200 {
		s.t.Fatalf("%d %s", got.status, got.body)
	}
}
