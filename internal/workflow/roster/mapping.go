package roster

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
)

// mappingLife is how long a removed mapping can be restored.
const mappingLife = 24 * time.Hour

// A Mapping is what staff have chosen for a set of headers, or for a single header in any file of the kind.
type Mapping struct {
	ID      string
	Kind    Kind
	AnyFile bool // a single header, whatever the others are
	Headers []HeaderField
	From    Memory

	key     string // primary key in its table
	removed bool
}

// A HeaderField is a normalised header and its field; with an empty field the column isn't imported.
type HeaderField struct{ Header, Field string }

// Mappings lists the mappings, newest first. Staff only.
func (s *Service) Mappings(ctx context.Context, who access.Actor) ([]Mapping, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	all, err := s.mappings(ctx, s.Database.Reader())
	return slices.DeleteFunc(all, func(m Mapping) bool { return m.removed }), err
}

func (s *Service) mappings(ctx context.Context, q sqldb.Querier) ([]Mapping, error) {
	sets, err := db.New(q).SelectAllColumns(ctx)
	if err != nil {
		return nil, fmt.Errorf("list remembered columns: %w", err)
	}
	single, err := db.New(q).SelectSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", err)
	}
	out := make([]Mapping, 0, len(sets)+len(single))
	for _, row := range sets {
		fields := map[string]string{}
		if err := sqldb.DecodeJSON(row.Columns, &fields); err != nil {
			return nil, err
		}
		one := Mapping{
			ID: row.Kind + "-set-" + row.Headers, Kind: Kind(row.Kind), From: Memory{row.AccountName, time.UnixMilli(row.At)},
			key: row.Headers, removed: row.RemovedAt != 0,
		}
		for header, field := range fields {
			one.Headers = append(one.Headers, HeaderField{header, field})
		}
		slices.SortFunc(one.Headers, func(a, b HeaderField) int { return strings.Compare(a.Header, b.Header) })
		out = append(out, one)
	}
	for _, row := range single {
		out = append(out, Mapping{
			ID: row.Kind + "-header-" + headersHash([]string{row.Header}), Kind: Kind(row.Kind), AnyFile: true,
			Headers: []HeaderField{{row.Header, row.Field}}, From: Memory{row.AccountName, time.UnixMilli(row.At)},
			key: row.Header, removed: row.RemovedAt != 0,
		})
	}
	slices.SortFunc(out, func(a, b Mapping) int {
		return cmp.Or(b.From.At.Compare(a.From.At), strings.Compare(a.ID, b.ID))
	})
	return out, nil
}

// DeleteMapping removes a mapping. Existing drafts stay unchanged. It fails with roster.no_mapping. Staff only.
func (s *Service) DeleteMapping(ctx context.Context, who access.Actor, mapping string) error {
	return s.setMappingRemoved(ctx, who, mapping, true)
}

// RestoreMapping restores a mapping deleted within the last day. It fails with roster.no_mapping. Staff only.
func (s *Service) RestoreMapping(ctx context.Context, who access.Actor, mapping string) error {
	return s.setMappingRemoved(ctx, who, mapping, false)
}

func (s *Service) setMappingRemoved(ctx context.Context, who access.Actor, mapping string, removed bool) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		all, err := s.mappings(ctx, q)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(m Mapping) bool { return m.ID == mapping })
		if at < 0 || removed && all[at].removed {
			return fault.New(fault.NotFound, "roster.no_mapping")
		}
		if all[at].removed == removed {
			return nil
		}
		return s.writeMappingRemoved(ctx, q, who, all[at], removed)
	})
}

func (s *Service) writeMappingRemoved(
	ctx context.Context, q sqldb.Querier, who access.Actor, m Mapping, removed bool,
) error {
	headers := map[string]any{}
	for _, one := range m.Headers {
		headers[one.Header] = one.Field
	}
	entry := audit.Entry{At: s.Now(), Action: "roster.forget_mapping", Object: string(m.Kind), Before: headers}
	removedAt := s.Now().UnixMilli()
	if !removed {
		entry = audit.Entry{At: s.Now(), Action: "roster.remember", Object: string(m.Kind), After: headers}
		removedAt = 0
	}
	var err error
	if m.AnyFile {
		err = db.New(q).UpdateSynonymRemoved(ctx,
			db.UpdateSynonymRemovedParams{Kind: string(m.Kind), Header: m.key, RemovedAt: removedAt})
	} else {
		err = db.New(q).UpdateColumnsRemoved(ctx,
			db.UpdateColumnsRemovedParams{Kind: string(m.Kind), Headers: m.key, RemovedAt: removedAt})
	}
	if err != nil {
		return fmt.Errorf("remove a mapping: %w", err)
	}
	return audit.Append(ctx, q, who, entry)
}

// sweepMappings deletes mappings that were removed and not restored in time.
func (s *Service) sweepMappings(ctx context.Context) error {
	before := s.Now().Add(-mappingLife).UnixMilli()
	return s.Database.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteRemovedColumns(ctx, before); err != nil {
			return fmt.Errorf("forget mappings: %w", err)
		}
		if err := db.New(q).DeleteRemovedSynonyms(ctx, before); err != nil {
			return fmt.Errorf("forget mappings: %w", err)
		}
		return nil
	})
}
