package clash

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// MinReason is the minimum length of a reason, in characters.
const MinReason = 4

// ValidReason reports whether a reason is long enough.
func ValidReason(reason string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(reason)) >= MinReason
}

// Pair is two groups and what they both need: a room, a teacher, or, for one group, to be in two places.
type Pair struct {
	Kind   Kind
	Object string
	Groups [2]string // in any order
}

func (p Pair) key() key {
	return key{p.Kind, p.Object, [2]string{min(p.Groups[0], p.Groups[1]), max(p.Groups[0], p.Groups[1])}}
}

// Acceptance is why a pair may clash, until the end of the term or until it is withdrawn.
type Acceptance struct {
	ID     string
	Reason string
	By     string // name of the account; empty if it was deleted
	At     time.Time
}

// AcceptedClash is a clash that staff have accepted. It has no days if the groups no longer clash.
type AcceptedClash struct {
	Clash
	Acceptance
}

// Accepted returns the acceptance of a clash between two groups, if there is one.
func (x *Index) Accepted(kind Kind, object, a, b string) (Acceptance, bool) {
	one, known := x.accepted[Pair{kind, object, [2]string{a, b}}.key()]
	return one, known
}

func (x *Index) splitAccepted(all []Clash) (open []Clash, accepted []AcceptedClash) {
	if len(x.accepted) == 0 {
		return all, nil
	}
	met := map[key]bool{}
	open = make([]Clash, 0, len(all))
	for i := range all {
		c := &all[i]
		k := key{c.Kind, c.Object, c.Groups}
		if one, known := x.accepted[k]; known {
			met[k] = true
			accepted = append(accepted, AcceptedClash{*c, one})
		} else {
			open = append(open, *c)
		}
	}
	for k, one := range x.accepted {
		if !met[k] {
			accepted = append(accepted, AcceptedClash{Clash{Kind: k.kind, Object: k.object, Groups: k.groups}, one})
		}
	}
	slices.SortFunc(accepted, func(a, b AcceptedClash) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return open, accepted
}

// Accept accepts a clash of the report. Registrars only. Errors: clash.none, clash.reason_needed, timetable.no_term,
// timetable.no_terms.
func (s *Service) Accept(ctx context.Context, who access.Actor, term string, pair Pair, reason string) error {
	report, err := s.Report(ctx, who, term)
	if err != nil {
		return err
	}
	k := pair.key()
	is := func(c Clash) bool { return key{c.Kind, c.Object, c.Groups} == k }
	if !pair.Kind.Hard() || !slices.ContainsFunc(report.Clashes, is) &&
		!slices.ContainsFunc(report.Accepted, func(a AcceptedClash) bool { return is(a.Clash) }) {
		return fault.New(fault.NotFound, "clash.none")
	}
	if reason = strings.TrimSpace(reason); !ValidReason(reason) {
		return fault.New(fault.Invalid, "clash.reason_needed", "field", "reason", "min", strconv.Itoa(MinReason))
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := cache.Bump(ctx, q); err != nil {
			return err
		}
		return s.AcceptIn(ctx, q, who, report.Term.ID, pair, reason)
	})
}

// AcceptIn accepts a clash inside the caller's transaction; the caller bumps the revision. A new reason replaces the
// old one.
func (s *Service) AcceptIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, term string, pair Pair, reason string,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	k, now := pair.key(), s.database.Now()
	_, err := q.ExecContext(ctx, `INSERT INTO clash_accepted (id, term_id, kind, object, first_group, second_group, reason,
		account, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (term_id, kind, object, first_group, second_group) DO UPDATE
		SET reason = excluded.reason, account = excluded.account, at = excluded.at`, sqldb.NewID(), term, string(k.kind),
		k.object, k.groups[0], k.groups[1], reason, who.Account, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("accept a clash: %w", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{At: now, Action: "clash.accept", Object: k.object, After: map[string]any{
		"kind": string(k.kind), "first": k.groups[0], "second": k.groups[1], "term": term, "reason": reason,
	}})
}

// WithdrawAcceptance withdraws an acceptance, so the clash counts again. Registrars only. Errors: clash.no_acceptance.
func (s *Service) WithdrawAcceptance(ctx context.Context, who access.Actor, acceptance string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		done, err := q.ExecContext(ctx, `DELETE FROM clash_accepted WHERE id = $1`, acceptance)
		if err != nil {
			return fmt.Errorf("take back an accepted clash: %w", err)
		}
		n, err := done.RowsAffected()
		if err != nil {
			return fmt.Errorf("take back an accepted clash: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NotFound, "clash.no_acceptance")
		}
		if err := cache.Bump(ctx, q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.database.Now(), Action: "clash.take_back", Object: acceptance})
	})
}

func readAccepted(ctx context.Context, q sqldb.Querier, term string) (map[key]Acceptance, error) {
	all := map[key]Acceptance{}
	text := `SELECT c.id, c.kind, c.object, c.first_group, c.second_group, c.reason, c.at, COALESCE(a.name, '')
		FROM clash_accepted AS c LEFT JOIN account AS a ON a.id = c.account WHERE c.term_id = $1`
	err := sqldb.Each(ctx, q, "read accepted clashes", text, []any{term}, func(row *sql.Rows) error {
		var k key
		var one Acceptance
		var at int64
		err := row.Scan(&one.ID, &k.kind, &k.object, &k.groups[0], &k.groups[1], &one.Reason, &at, &one.By)
		one.At = time.UnixMilli(at)
		all[k] = one
		return err
	})
	return all, err
}
