package message

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// Reach counts how many students have read and acknowledged a message.
type Reach struct {
	Message      Message     `json:"-"`
	State        State       `json:"-"`
	Students     int         `json:"students" doc:"How many students it is for."`
	Readers      int         `json:"readers"`
	Acknowledged int         `json:"acknowledged"`
	Late         int         `json:"late" doc:"Acknowledged after the deadline."`
	Overdue      bool        `json:"overdue" doc:"The deadline has passed: students who haven't acknowledged it are late."`
	Progress     []Point     `json:"progress" doc:"By hour for two days, then by day; empty before it is sent."`
	Reminded     []time.Time `json:"reminded" doc:"When students who hadn't acknowledged it were reminded."`
	RemindFrom   time.Time   `json:"remindFrom" doc:"When the next reminder may be sent; empty: now."`
}

// Point counts how many students had read and acknowledged a message at an instant.
type Point struct {
	At           time.Time `json:"at" format:"date-time"`
	Readers      int       `json:"readers" doc:"How many had read it by then."`
	Acknowledged int       `json:"acknowledged"`
}

// The chart has hourly points for two days, then daily ones, for three months at most.
const (
	hourly     = 48 * time.Hour
	lastPoints = 90
)

// Reach counts the students a message is for and those who have read and acknowledged it. The cost grows with the
// number of students. Registrars, and the adviser or teacher who wrote it.
func (s *Service) Reach(ctx context.Context, who access.Actor, id string) (Reach, error) {
	if err := access.Noticing.Check(who); err != nil {
		return Reach{}, err
	}
	var reach Reach
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		m, err := s.readManaged(ctx, q, who, id)
		if err != nil {
			return err
		}
		now := s.now()
		step := time.Hour
		if now.Sub(m.Sent) > hourly {
			step = 24 * time.Hour
		}
		rows, err := db.New(q).CountReach(ctx, db.CountReachParams{
			ID: id, Audience: m.To.kind, Target: m.To.target, Sent: sqldb.Millis(m.Sent), Step: step.Milliseconds(),
			Most: lastPoints, Deadline: sqldb.Millis(m.Deadline),
		})
		if err != nil {
			return fmt.Errorf("count readers: %w", err)
		}
		reminders, err := db.New(q).SelectReminders(ctx, id)
		if err != nil {
			return fmt.Errorf("list reminders: %w", err)
		}
		one := []Message{m}
		if err := s.addNames(ctx, q, one); err != nil {
			return err
		}
		reach = newReach(one[0], rows, now, step)
		for _, at := range reminders {
			reach.Reminded = append(reach.Reminded, sqldb.Instant(at))
		}
		if len(reminders) > 0 && now.Sub(sqldb.Instant(reminders[len(reminders)-1])) < remindAgain {
			reach.RemindFrom = sqldb.Instant(reminders[len(reminders)-1]).Add(remindAgain)
		}
		return nil
	})
	return reach, err
}

// newReach sums up the counts.
func newReach(m Message, rows []db.CountReachRow, now time.Time, step time.Duration) Reach {
	r := Reach{Message: m, State: m.State(now), Overdue: !m.Deadline.IsZero() && now.After(m.Deadline)}
	var read, acknowledged [lastPoints + 1]int
	for _, row := range rows {
		r.Students += int(row.Students)
		if row.ReadIn >= 0 {
			r.Readers += int(row.Students)
			read[row.ReadIn] += int(row.Students)
		}
		if row.AcknowledgedIn >= 0 {
			r.Acknowledged += int(row.Students)
			r.Late += int(row.Late * row.Students)
			acknowledged[row.AcknowledgedIn] += int(row.Students)
		}
	}
	if m.Sent.After(now) {
		return r
	}
	at := Point{At: m.Sent}
	r.Progress = append(r.Progress, at)
	for i := range min(int(now.Sub(m.Sent)/step), lastPoints) + 1 {
		at.At = m.Sent.Add(time.Duration(i+1) * step)
		if at.At.After(now) {
			at.At = now
		}
		at.Readers += read[i]
		at.Acknowledged += acknowledged[i]
		if last := len(r.Progress) - 1; i > 0 && r.Progress[last].At.Equal(at.At) {
			r.Progress = r.Progress[:last] // the step has just begun
		}
		r.Progress = append(r.Progress, at)
	}
	return r
}

// Count counts the students a message is for, and those who have read and acknowledged it.
type Count struct {
	ID           string `json:"id"`
	Students     int    `json:"students" doc:"How many students it is for."`
	Readers      int    `json:"readers"`
	Acknowledged int    `json:"acknowledged"`
}

// MaxCounts is the maximum number of messages per call.
const MaxCounts = 50

// Counts counts several messages, for a list. Messages that the actor doesn't manage are omitted. The cost grows with
// the number of students. Registrars, advisers and teachers only.
func (s *Service) Counts(ctx context.Context, who access.Actor, ids []string) ([]Count, error) {
	if err := access.Noticing.Check(who); err != nil {
		return nil, err
	}
	if len(ids) > MaxCounts {
		return nil, fault.New(fault.Invalid, "message.too_many", "max", strconv.Itoa(MaxCounts))
	}
	out := make([]Count, 0, len(ids))
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		for _, id := range ids {
			m, err := s.readManaged(ctx, q, who, id)
			if fault.Code(err) == "message.not_found" {
				continue
			}
			if err != nil {
				return err
			}
			row, err := db.New(q).CountReached(ctx, db.CountReachedParams{ID: id, Audience: m.To.kind, Target: m.To.target})
			if err != nil {
				return fmt.Errorf("count readers: %w", err)
			}
			out = append(out, Count{id, int(row.Students), int(row.Readers), int(row.Acknowledged)})
		}
		return nil
	})
	return out, err
}

// Missing is a student who hasn't acknowledged a notice.
type Missing struct {
	Person
	Read    bool `json:"read"`
	Account bool `json:"account" doc:"Whether the student has an account to read it with."`
}

// MaxWaiting is the maximum page size of Waiting. It is large because each page scans the whole audience.
const MaxWaiting = 20_000

// WaitingQuery filters the students who haven't acknowledged a notice.
type WaitingQuery struct {
	Search string // prefix of a name, number or other search token; empty: all
	Read   string // "yes", "no", or "none" for students without an account; empty: all
	After  string // number of the last student on the previous page
	Size   int    // 0: MaxPage
}

// Waiting lists the students who haven't acknowledged a notice, by number. Registrars, and the adviser or teacher who
// wrote it.
func (s *Service) Waiting(ctx context.Context, who access.Actor, id string, query WaitingQuery) ([]Missing, error) {
	if err := access.Noticing.Check(who); err != nil {
		return nil, err
	}
	size := query.Size
	if size <= 0 || size > MaxWaiting {
		size = MaxPage
	}
	token := fold.Token(query.Search)
	first, end := fold.Range(token)
	var out []Missing
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		m, err := s.readAsking(ctx, q, who, id)
		if err != nil {
			return err
		}
		rows, err := db.New(q).SelectMissing(ctx, db.SelectMissingParams{
			ID: id, Audience: m.To.kind, Target: m.To.target, After: []byte(fold.Number(query.After)), Size: int32(size),
			State: query.Read, Anybody: token == "", Token: first, TokenEnd: end,
		})
		if err != nil {
			return fmt.Errorf("list who has not acknowledged: %w", err)
		}
		out = make([]Missing, 0, len(rows))
		for _, row := range rows {
			out = append(out, Missing{
				Person{row.ID, row.Number, row.Name, row.NameLatin, row.Class},
				row.ReadAt.Valid, row.AccountID != "",
			})
		}
		return nil
	})
	return out, err
}

// readAsking reads a notice that must be acknowledged.
func (s *Service) readAsking(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	m, err := s.readManaged(ctx, q, who, id)
	if err == nil && !m.Acknowledge {
		err = fault.New(fault.Invalid, "message.not_asked")
	}
	return m, err
}

// remindAgain is less than a day, to allow a reminder every morning but not twice a day.
const remindAgain = 18 * time.Hour

// Remind sends a message to the students who haven't acknowledged a notice, if there are any, and returns their number.
// The reminder disappears when the notice is acknowledged. It fails with message.reminded soon after the last reminder.
// Registrars, and the adviser or teacher who wrote it.
func (s *Service) Remind(ctx context.Context, who access.Actor, id string) (int, error) {
	if err := access.Noticing.Check(who); err != nil {
		return 0, err
	}
	var missing int64
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		m, err := s.readAsking(ctx, q, who, id)
		if err != nil {
			return err
		}
		now := s.now()
		switch m.State(now) {
		case Scheduled:
			return fault.New(fault.Conflict, "message.not_sent_yet")
		case Withdrawn, Expired:
			return fault.New(fault.Conflict, "message.over")
		case Sent:
		}
		before, err := db.New(q).SelectReminders(ctx, id)
		if err != nil {
			return fmt.Errorf("list reminders: %w", err)
		}
		if len(before) > 0 && now.Sub(sqldb.Instant(before[len(before)-1])) < remindAgain {
			return fault.New(fault.Conflict, "message.reminded")
		}
		missing, err = db.New(q).CountMissing(ctx, db.CountMissingParams{ID: id, Audience: m.To.kind, Target: m.To.target})
		if err != nil {
			return fmt.Errorf("count who has not acknowledged: %w", err)
		}
		if missing == 0 {
			return nil
		}
		if _, err := s.Notify(ctx, q, who, reminder(m)); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: "message.remind", Object: id, Before: map[string]any{"reminders": len(before)},
			After: map[string]any{"reminders": len(before) + 1, "students": missing},
		})
	})
	return int(missing), err
}

// reminder returns the message that reminds of a notice.
func reminder(m Message) Note {
	in := func(l locale.Language, key string) string {
		const room = maxTitle - 40 // for the text around the title
		return locale.Text(l, key, map[string]string{"title": locale.Shorten(m.Title.In(l), room)})
	}
	both := func(key string) Text { return Text{Zh: in(locale.Chinese, key), En: in(locale.English, key)} }
	return Note{
		Kind: Plain, To: m.To, Title: both("message.reminder_title"), Subtitle: m.Subtitle, Content: both(
			"message.reminder_content"), Avatar: "bell", Link: "/message?type=notice", Expires: m.Expires, reminds: m.ID,
	}
}
