package roster

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/parse"
)

// A Past is an earlier import.
type Past struct {
	ID          string
	Kind        Kind
	File        string
	Account     string // who imported it
	AccountName string
	At          time.Time
	Created     int
	Changed     int
	Unchanged   int
	Refused     int
	Removed     int
	Source      string
	Undone      time.Time // zero if not undone
	UndoneBy    string    // account name
	Open        int       // rejected rows that still need attention
	Resolved    time.Time // when someone marked them as resolved; zero if not
	ResolvedBy  string    // account name
}

// A PastDetail is an import with its report.
type PastDetail struct {
	Past
	Notes    []*StoredText
	Problems []PastProblem
	More     int // unlisted problems
	Affected []Affected
	Fields   []FieldCount
}

// A HistoryFilter filters the history.
type HistoryFilter struct {
	State  string // refused: has rejected rows, not undone; open: and they need attention; undone; empty: all
	Search string // part of the file's name
}

// MaxList is the longest page of the history.
const MaxList = 500

// History lists imports, newest first, at most size (0: MaxList). after is the next of the previous page; it fails with
// roster.no_import. Staff only.
func (s *Service) History(ctx context.Context, who access.Actor, filter HistoryFilter, after string,
	size int,
) (list []Past, next string, err error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, "", err
	}
	if size <= 0 || size > MaxList {
		size = MaxList
	}
	rows, at := db.New(s.Database.Reader()), int64(math.MaxInt64)
	if after != "" {
		last, err := rows.SelectImport(ctx, after)
		if err != nil {
			return nil, "", sqldb.Missing(err, "roster.no_import", "id", parse.Clip(after))
		}
		at = last.At
	}
	found, err := rows.SelectHistory(ctx, db.SelectHistoryParams{
		At: at, ID: after, State: filter.State,
		File: sqldb.Contains(strings.ToLower(filter.Search)), Size: int32(size + 1),
	})
	if err != nil {
		return nil, "", fmt.Errorf("list imports: %w", err)
	}
	for i, row := range found {
		if i == size {
			next = list[size-1].ID
			break
		}
		list = append(list, toPast(row))
	}
	return list, next, nil
}

func toPast(row db.SelectHistoryRow) Past {
	return Past{
		ID: row.ID, Kind: Kind(row.Kind), File: row.File, Account: row.Account, At: time.UnixMilli(row.At),
		Created: int(row.Created), Changed: int(row.Changed), Unchanged: int(row.Unchanged), Refused: int(row.Refused),
		Removed: int(row.Removed), AccountName: row.AccountName, Source: row.Source, UndoneBy: row.UndoneBy, Open: int(
			row.Open), ResolvedBy: row.ResolvedBy, Resolved: sqldb.Instant(row.ResolvedAt), Undone: sqldb.Instant(row.UndoneAt),
	}
}

// Past reads an import with its report. It fails with roster.no_import. Staff only.
func (s *Service) Past(ctx context.Context, who access.Actor, id string) (PastDetail, error) {
	if err := access.Admin.Check(who); err != nil {
		return PastDetail{}, err
	}
	row, err := db.New(s.Database.Reader()).SelectPast(ctx, id)
	if err != nil {
		return PastDetail{}, sqldb.Missing(err, "roster.no_import", "id", parse.Clip(id))
	}
	var kept engine.StoredReport
	if err := sqldb.DecodeJSON(row.Report, &kept); err != nil {
		return PastDetail{}, err
	}
	return PastDetail{
		Past: toPast(db.SelectHistoryRow{
			ID: row.ID, Kind: row.Kind, File: row.File, Account: row.Account, At: row.At, Created: row.Created,
			Changed: row.Changed, Unchanged: row.Unchanged, Refused: row.Refused, Removed: row.Removed, Source: row.Source,
			UndoneAt: row.UndoneAt, AccountName: row.AccountName, UndoneBy: row.UndoneBy, Open: row.Open,
			ResolvedAt: row.ResolvedAt, ResolvedBy: row.ResolvedBy,
		}),
		Notes: kept.Notes, Problems: kept.Problems, More: kept.More, Affected: kept.Affected, Fields: kept.Fields,
	}, nil
}

// Resolve marks the rejected rows of an import as resolved, or unmarks them. It fails with roster.no_import or
// roster.nothing_refused. Staff only.
func (s *Service) Resolve(ctx context.Context, who access.Actor, id string, resolved bool) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectImport(ctx, id)
		switch {
		case err != nil:
			return sqldb.Missing(err, "roster.no_import", "id", parse.Clip(id))
		case row.Refused == 0:
			return fault.New(fault.Conflict, "roster.nothing_refused")
		case resolved == (row.ResolvedAt != 0):
			return nil
		}
		what := db.UpdateResolvedParams{ID: id}
		if resolved {
			what.At, what.Account = s.Now().UnixMilli(), who.Account
		}
		if err := db.New(q).UpdateResolved(ctx, what); err != nil {
			return fmt.Errorf("mark refused rows as dealt with: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.Now(), Action: "roster.resolve", Object: id, Before: map[string]any{"resolved": !resolved},
			After: map[string]any{"resolved": resolved},
		})
	})
}
