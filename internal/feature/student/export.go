package student

import (
	"context"
	"fmt"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

const exportPage = 500

// EachText calls back with every record as text, in order of number, as an import would read it. National IDs are
// included only on request, which is for the command line: no route may do so. Staff only.
func (s *Service) EachText(
	ctx context.Context, q sqldb.Querier, who access.Actor, nationalIDs bool, use func(Changes) error,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	for after := []byte{}; ; {
		rows, err := db.New(q).SelectStudentsAfter(ctx, db.SelectStudentsAfterParams{NumberKey: after, Limit: exportPage})
		if err != nil {
			return fmt.Errorf("list students: %w", err)
		}
		for i := range rows {
			texts, err := s.texts(&rows[i], nationalIDs)
			if err != nil {
				return err
			}
			if err := use(texts); err != nil {
				return err
			}
		}
		if len(rows) < exportPage {
			return nil
		}
		after = rows[len(rows)-1].NumberKey
	}
}

func (s *Service) texts(row *db.Student, nationalIDs bool) (Changes, error) {
	out := Changes{}
	d := &studentRow{Student: *row}
	for field, rule := range rules {
		if field != FieldNationalID && field != FieldPhoto {
			out[field] = rule.get(d)
		}
	}
	if nationalIDs {
		number, err := s.open(row.ID, row.NationalID)
		if err != nil {
			return nil, err
		}
		out[FieldNationalID] = number.Reveal()
	}
	return out, nil
}
