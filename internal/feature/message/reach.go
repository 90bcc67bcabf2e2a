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

// A Reach says how far a message has come among the students it is for.
type Reach struct {
	Message      Message     `json:"-"`
	State        State       `json:"-"`
	Students     int         `json:"students" doc:"Whom it is for."`
	Readers      int         `json:"readers"`
	Acknowledged int         `json:"acknowledged"`
	Late         int         `json:"late" doc:"Of the acknowledged, after the deadline."`
	Overdue      bool        `json:"overdue" doc:"The deadline is over: who has not acknowledged it is late."`
	Progress     []Point     `json:"progress" doc:"In steps of an hour for two days, of a day after that; empty before it is sent."`
	Reminded     []time.Time `json:"reminded" doc:"When those who had not acknowledged it were reminded."`
	RemindFrom   time.Time   `json:"remindFrom" doc:"From when another reminder may be sent; empty: now."`
}

// A Point says how many had read and acknowledged a message at an instant.
type Point struct {
	At           time.Time `json:"at" format:"date-time"`
	Readers      int       `json:"readers" doc:"How many had read it by then."`
	Acknowledged int       `json:"acknowledged"`
}

// The line of a message is drawn in hours for two days, in days after that, and not beyond three months.
const (
	hourly     = 48 * time.Hour
	lastPoints = 90
)

// Reach counts the students whom a message is for and who of them has read and acknowledged it. The work grows with the
// number of those students. Registrars, and the adviser who wrote it.
func (s *Service) Reach(ctx context.Context, who access.Actor, id string) (Reach, error) {
	if err := access.Advising.Check(who); err != nil {
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

// newReach adds up what was counted.
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
			r.Progress = r.Progress[:last] // a step begins just now
		}
		r.Progress = append(r.Progress, at)
	}
	return r
}

// A Count says how many a message is for, and how many of them have read and acknowledged it.
type Count struct {
	ID           string `json:"id"`
	Students     int    `json:"students" doc:"Whom it is for."`
	Readers      int    `json:"readers"`
	Acknowledged int    `json:"acknowledged"`
}

// MaxCounts is how many messages are counted at once.
const MaxCounts = 50

// Counts counts several messages, for a list of them. Those that the actor does not manage are left out. The work grows
// with the number of students. Registrars and advisers only.
func (s *Service) Counts(ctx context.Context, who access.Actor, ids []string) ([]Count, error) {
	if err := access.Advising.Check(who); err != nil {
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

// Missing is a student who has not acknowledged a notice.
type Missing struct {
	Person
	Read    bool `json:"read"`
	Account bool `json:"account" doc:"Whether the student has an account to read it with."`
}

// MaxWaiting is the longest page of Waiting. It is long because each page looks at the whole audience.
const MaxWaiting = 20_000

// A WaitingQuery says which of those who have not acknowledged a notice are listed.
type WaitingQuery struct {
	Search string // the beginning of a name, a number or what else finds a student; empty: all
	Read   string // no, yes, or none for those without an account; empty: all
	After  string // number of the last student of the page before
	Size   int    // 0: MaxPage
}

// Waiting lists who has not acknowledged a notice, by student number. Registrars, and the adviser who wrote it.
func (s *Service) Waiting(ctx context.Context, who access.Actor, id string, query WaitingQuery) ([]Missing, error) {
	if err := access.Advising.Check(who); err != nil {
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

// readAsking reads a notice that asks to be acknowledged.
func (s *Service) readAsking(ctx context.Context, q sqldb.Querier, who access.Actor, id string) (Message, error) {
	m, err := s.readManaged(ctx, q, who, id)
	if err == nil && !m.Acknowledge {
		err = fault.New(fault.Invalid, "message.not_asked")
	}
	return m, err
}

// remindAgain is shorter than a day, so that every morning is fine and twice a day is not.
const remindAgain = 18 * time.Hour

// Remind sends a message to those who have not acknowledged a notice, and returns how many they are; when there are
// none, nothing is sent. Whoever acknowledges the notice sees the reminder no more. It is refused with message.reminded
// when the last one is not long ago. Registrars, and the adviser who wrote it.
func (s *Service) Remind(ctx context.Context, who access.Actor, id string) (int, error) {
	if err := access.Advising.Check(who); err != nil {
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

// reminder is the message about a notice that still waits.
func reminder(m Message) Note {
	in := func(l locale.Language, key string) string {
		const room = maxTitle - 40 // for the words around it
		return locale.Text(l, key, map[string]string{"title": locale.Shorten(m.Title.In(l), room)})
	}
	both := func(key string) Text { return Text{Zh: in(locale.Chinese, key), En: in(locale.English, key)} }
	return Note{
		Kind: Plain, To: m.To, Title: both("message.reminder_title"), Subtitle: m.Subtitle, Content: both(
			"message.reminder_content"), Avatar: "bell", Link: "/message?type=notice", Expires: m.Expires, reminds: m.ID,
	}
}
