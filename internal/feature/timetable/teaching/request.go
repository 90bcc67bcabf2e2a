package teaching

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/teaching/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// State is the state of a request.
type State string

// The states.
const (
	Open      State = "open"
	Accepted  State = "accepted"  // in staff's timetable draft
	Published State = "published" // with the draft
	Reverted  State = "reverted"  // published, then withdrawn again
	Declined  State = "declined"  // with an answer
	Withdrawn State = "withdrawn" // by the teacher
)

// Action is what a teacher asks for.
type Action string

// The actions. With OtherRoom, staff choose the room.
const (
	Cancel    Action = "cancel"
	Move      Action = "move"
	OtherRoom Action = "room"
)

// Request asks staff to change one class.
type Request struct {
	ID       string
	Teacher  Named
	Account  string // who asked
	Group    string
	Code     string // of the group
	Term     string // of the group
	Course   Named
	Class    string
	Place    *timetable.Place // where the class is now; nil if it was removed, or the request is decided
	Action   Action
	Day      civil.Date // zero: unchanged
	First    int        // first and last period; 0: unchanged
	Last     int
	Reason   string
	State    State
	Answer   string
	Created  time.Time
	Answered time.Time // zero while it is open
}

// Named is the id of something with its name in both languages.
type Named struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

const maxReason = 300

// Ask files a request about one of the caller's classes. Teachers only. Errors: timetable.no_class (also for another
// teacher's class), teaching.class_over, teaching.cancelled, teaching.day_past, teaching.busy,
// teaching.asked_already, teaching.nothing_asked, teaching.reason_needed, and for a move those of
// timetable.Change.Check.
func (s *Service) Ask(ctx context.Context, who access.Actor, r Request) (string, error) {
	if err := access.Teaching.Check(who); err != nil {
		return "", err
	}
	if r.Reason = strings.TrimSpace(r.Reason); utf8.RuneCountInString(r.Reason) < 2 ||
		utf8.RuneCountInString(r.Reason) > maxReason {
		return "", fault.New(fault.Invalid, "teaching.reason_needed", "field", "reason")
	}
	if r.Action != Move {
		r.Day, r.First, r.Last = civil.Date{}, 0, 0
	}
	taught, err := s.timetables.Taught(ctx, who.Teacher, r.Class)
	if err != nil {
		return "", err
	}
	class := taught.Class
	if class.Place.Over(s.timetables.Clock()) {
		return "", fault.New(fault.Conflict, "teaching.class_over")
	}
	if err := s.possible(ctx, &taught, r); err != nil {
		return "", err
	}
	r.ID = sqldb.NewID()
	err = s.database.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		if n, err := rows.CountOpenRequests(ctx,
			db.CountOpenRequestsParams{Class: r.Class, Teacher: who.Teacher}); err != nil {
			return fmt.Errorf("look for a request: %w", err)
		} else if n > 0 {
			return fault.New(fault.Conflict, "teaching.asked_already")
		}
		err := rows.InsertRequest(ctx, db.InsertRequestParams{
			ID: r.ID, TeacherID: who.Teacher, AccountID: who.Account, GroupID: class.Group, ClassID: r.Class,
			Action: string(r.Action), Day: r.Day, FirstPeriod: int64(r.First), LastPeriod: int64(r.Last), Reason: r.Reason,
			CreatedAt: s.now().UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("write a request: %w", err)
		}
		return s.audit(ctx, q, who, "teaching.ask", r.ID,
			map[string]any{"action": r.Action, "group": class.Group, "planned": class.Place.Trail(), "reason": r.Reason})
	})
	return r.ID, err
}

// possible refuses requests that can't be granted. A cancelled class can only be moved to another day.
func (s *Service) possible(ctx context.Context, taught *timetable.Taught, r Request) error {
	class := &taught.Class
	if class.State == timetable.Cancelled && r.Day.IsZero() {
		return fault.New(fault.Conflict, "teaching.cancelled", "field", "action")
	}
	if r.Action != Move {
		return nil
	}
	hours := timetable.Hours{FirstPeriod: r.First, LastPeriod: r.Last}
	sameDay := r.Day.IsZero() || r.Day == class.Place.Day && class.State != timetable.Cancelled
	samePeriods := hours == timetable.Hours{} || r.First == class.Place.Hours.FirstPeriod &&
		r.Last == class.Place.Hours.LastPeriod
	past := fault.New(fault.Invalid, "teaching.day_past", "field", "day")
	switch {
	case sameDay && samePeriods:
		return fault.New(fault.Invalid, "teaching.nothing_asked", "field", "day")
	case !r.Day.IsZero() && r.Day.Before(s.timetables.Today()):
		return past
	}
	to, err := s.timetables.CheckMove(ctx,
		timetable.Change{Action: timetable.Move, Group: class.Group, Class: class.ID, Day: r.Day, Hours: hours})
	switch {
	case err != nil:
		return err
	case to.Over(s.timetables.Clock()):
		return past
	case taught.Busy(to) != nil:
		return fault.New(fault.Conflict, "teaching.busy", "field", "day")
	}
	return nil
}

// Own lists the caller's requests, the newest first. Teachers only.
func (s *Service) Own(ctx context.Context, who access.Actor) ([]Request, error) {
	if err := access.Teaching.Check(who); err != nil {
		return nil, err
	}
	return s.list(ctx, func(ctx context.Context, rows *db.Queries) ([]db.SelectRequestRow, error) {
		list, err := rows.ListRequestsOfTeacher(ctx, who.Teacher)
		return convert(list, func(r db.ListRequestsOfTeacherRow) db.SelectRequestRow { return db.SelectRequestRow(r) }), err
	})
}

// Waiting lists the open requests, the oldest first. Registrars only.
func (s *Service) Waiting(ctx context.Context, who access.Actor) ([]Request, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	return s.list(ctx, func(ctx context.Context, rows *db.Queries) ([]db.SelectRequestRow, error) {
		list, err := rows.ListRequests(ctx, string(Open))
		return convert(list, func(r db.ListRequestsRow) db.SelectRequestRow { return db.SelectRequestRow(r) }), err
	})
}

func convert[From, To any](list []From, to func(From) To) []To {
	out := make([]To, 0, len(list))
	for _, one := range list {
		out = append(out, to(one))
	}
	return out
}

// list reads requests; those that aren't decided with where their classes are now, the same for the teacher and staff.
func (s *Service) list(
	ctx context.Context, read func(ctx context.Context, rows *db.Queries) ([]db.SelectRequestRow, error),
) ([]Request, error) {
	out := []Request{}
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		rows, err := read(ctx, db.New(q))
		if err != nil {
			return fmt.Errorf("list requests: %w", err)
		}
		for i := range rows {
			request := toRequest(&rows[i])
			if request.State == Open || request.State == Accepted {
				if err := s.addPlace(ctx, q, &request); err != nil {
					return err
				}
			}
			out = append(out, request)
		}
		return nil
	})
	return out, err
}

func toRequest(row *db.SelectRequestRow) Request {
	r := &row.ChangeRequest
	return Request{
		ID: r.ID, Teacher: Named{r.TeacherID, row.Teacher, row.TeacherEn}, Account: r.AccountID,
		Group: r.GroupID, Code: row.Code, Term: row.TermID, Course: Named{Name: row.Course, NameEn: row.CourseEn},
		Class: r.ClassID, Action: Action(r.Action), Day: r.Day, First: int(r.FirstPeriod), Last: int(r.LastPeriod),
		Reason: r.Reason, State: State(r.State), Answer: r.Answer, Created: time.UnixMilli(r.CreatedAt),
		Answered: sqldb.Instant(r.AnsweredAt),
	}
}

func (s *Service) addPlace(ctx context.Context, q sqldb.Querier, r *Request) error {
	class, err := s.timetables.ClassIn(ctx, q, r.Class)
	if err == nil {
		r.Place = &class.Place
	} else if fault.Code(err) != "timetable.no_class" {
		return err
	}
	return nil
}

// Withdraw withdraws one of the caller's open requests. Teachers only. Errors: teaching.no_request (also for another
// teacher's request), teaching.answered.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, request string) error {
	if err := access.Teaching.Check(who); err != nil {
		return err
	}
	return s.answer(ctx, who, request, Withdrawn, "", func(r db.ChangeRequest) bool { return r.TeacherID == who.Teacher })
}

// Decline declines a request and sends the teacher the answer. Registrars only. Errors: teaching.no_request,
// teaching.answered, teaching.reason_needed.
func (s *Service) Decline(ctx context.Context, who access.Actor, request, answer string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if answer = strings.TrimSpace(answer); answer == "" {
		return fault.New(fault.Invalid, "teaching.reason_needed", "field", "answer")
	}
	return s.answer(ctx, who, request, Declined, answer, func(db.ChangeRequest) bool { return true })
}

// before is the state that a request must have to follow its line of the draft into another.
var before = map[State]State{Accepted: Open, Open: Accepted, Published: Accepted, Reverted: Published}

// Follow updates a request together with the line of the draft that grants it, and notifies the teacher. Only accepting
// can fail (teaching.no_request, teaching.answered); otherwise a request never blocks staff's work on their draft.
func (s *Service) Follow(
	ctx context.Context, q sqldb.Querier, who access.Actor, request, class string, to State,
) error {
	rows := db.New(q)
	row, err := rows.SelectRequest(ctx, request)
	if err == nil && to == Accepted && row.ChangeRequest.ClassID != class {
		err = sql.ErrNoRows
	}
	if errors.Is(err, sql.ErrNoRows) && to != Accepted {
		return nil
	}
	if err != nil {
		return sqldb.Missing(err, "teaching.no_request")
	}
	answer := db.AnswerRequestParams{ID: request, FromState: string(before[to]), State: string(to)}
	if to != Open {
		answer.Account, answer.Now = who.Account, s.now().UnixMilli()
	}
	n, err := rows.AnswerRequest(ctx, answer)
	switch {
	case err != nil:
		return fmt.Errorf("change the state of a request: %w", err)
	case n == 0 && to == Accepted:
		return fault.New(fault.Conflict, "teaching.answered")
	case n == 0:
		return nil
	}
	if to == Accepted { // the audit log has the other steps as changes to the draft
		if err := s.audit(ctx, q, who, "teaching.accept", request, nil); err != nil {
			return err
		}
	}
	return s.notify(ctx, q, who, &row, to, "")
}

// notify tells the teacher what happened to a request.
func (s *Service) notify(
	ctx context.Context, q sqldb.Querier, who access.Actor, row *db.SelectRequestRow, state State, answer string,
) error {
	row.ChangeRequest.State, row.ChangeRequest.Answer = string(state), answer
	request := toRequest(row)
	if err := s.addPlace(ctx, q, &request); err != nil {
		return err
	}
	return s.answered(ctx, q, who, request)
}

func (s *Service) answer(ctx context.Context, who access.Actor, request string, state State, answer string,
	visible func(db.ChangeRequest) bool,
) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		row, err := rows.SelectRequest(ctx, request)
		if err == nil && !visible(row.ChangeRequest) {
			err = sql.ErrNoRows
		}
		if err != nil {
			return sqldb.Missing(err, "teaching.no_request")
		}
		n, err := rows.AnswerRequest(ctx, db.AnswerRequestParams{
			ID: request, FromState: string(Open), State: string(state),
			Answer: answer, Account: who.Account, Now: s.now().UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("answer a request: %w", err)
		}
		if n == 0 {
			return fault.New(fault.Conflict, "teaching.answered")
		}
		action := "teaching.decline"
		if state == Withdrawn {
			action = "teaching.withdraw"
		}
		if err := s.audit(ctx, q, who, action, request, map[string]any{"answer": answer}); err != nil {
			return err
		}
		if state == Withdrawn {
			return nil
		}
		return s.notify(ctx, q, who, &row, state, answer)
	})
}

func (s *Service) audit(
	ctx context.Context, q sqldb.Querier, who access.Actor, action, object string, after map[string]any,
) error {
	return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, Object: object, After: after})
}
