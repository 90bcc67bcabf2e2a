package roster

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/student"
	"lectern/internal/timetable"
)

// terms are written when all rows are known: two that are moved together may overlap in between.
type terms struct {
	*run
	seen seen
	rows []*row
	list []timetable.Term // as rows
}

func (t *terms) row(ctx context.Context, r *row) error {
	term := timetable.Term{
		ID: r.need("id"), Name: r.need("name"), NameEn: r.text("nameEn"), FirstMonday: r.date("firstMonday"), Weeks: parsed(r, "weeks", wholeNumber),
	}
	r.need("firstMonday")
	r.need("weeks")
	if !r.good() || t.seen.repeated(r, nameKey(term.ID), "", "id") {
		return t.settle(r, student.Unchanged)
	}
	if err := r.refuseOrFail("", term.Check()); err != nil {
		return err
	}
	t.rows, t.list = append(t.rows, r), append(t.list, term)
	return nil
}

func (t *terms) finish(ctx context.Context) error {
	old, err := t.Timetable.TermsIn(ctx, t.q)
	if err != nil {
		return err
	}
	t.refuseOverlaps(old)
	for i, r := range t.rows {
		term := t.list[i]
		if was := termByID(old, term.ID); was >= 0 {
			term.NameEn = cmp.Or(term.NameEn, old[was].NameEn)
		}
		effect := student.Unchanged
		if r.good() {
			effect, err = t.write(ctx, r, string(timetable.TermRows), timetable.Rows(timetable.TermRows), term.ID, func() (string, error) {
				return term.ID, t.Timetable.PutTerm(ctx, t.q, t.who, term)
			})
		}
		if err != nil {
			return err
		}
		if err := t.settle(r, effect); err != nil {
			return err
		}
	}
	return nil
}

// refuseOverlaps refuses rows whose term would overlap with one that stays as it is, or with one of a row above.
func (t *terms) refuseOverlaps(old []timetable.Term) {
	for i, r := range t.rows {
		if !r.good() {
			continue
		}
		for _, other := range old {
			if termByID(t.list, other.ID) < 0 {
				r.refuse("firstMonday", t.list[i].CheckApart(other))
			}
		}
		for j := range i {
			if t.rows[j].good() {
				r.refuse("firstMonday", t.list[i].CheckApart(t.list[j]))
			}
		}
	}
}

func termByID(terms []timetable.Term, id string) int {
	return slices.IndexFunc(terms, func(t timetable.Term) bool { return t.ID == id })
}
