package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/parse"
)

// terms are written after the last row: two that are moved together may overlap in between.
type terms struct {
	*run
	rows []*row
	list []timetable.Term // parallel to rows
	made map[*row]bool    // IDs derived from academic year and term number
}

func (t *terms) row(ctx context.Context, r *row) error {
	term := timetable.Term{
		ID: r.text("id"), Name: r.text("name"), NameEn: r.text("nameEn"), FirstMonday: r.date("firstMonday"),
		Weeks: parsed(r, "weeks", weekCount),
	}
	t.setIDAndName(r, &term)
	last := r.date("lastDay")
	if text := r.text("dates"); text != "" && r.text("firstMonday") == "" { // both in one cell
		from, to, err := dates(text, r.date1904)
		r.refuse("dates", err)
		term.FirstMonday, last = from, cmp.Or(last, to)
	} else {
		r.need("firstMonday")
	}
	if r.text("weeks") == "" && !last.IsZero() && !term.FirstMonday.IsZero() {
		term.Weeks = (term.FirstMonday.DaysUntil(last) + 7) / 7
	} else if last.IsZero() {
		r.need("weeks")
	}
	if !r.good() || t.repeated(r, parse.NameKey(term.ID), "", "id") {
		return t.settle(r, student.Unchanged)
	}
	if err := r.refuseOrFail("", term.Check()); err != nil {
		return err
	}
	t.rows, t.list = append(t.rows, r), append(t.list, term)
	return nil
}

// setIDAndName gives a term its ID and name: 2026-2027 and 1 become 2026-2027-1 and 2026-2027学年第1学期.
func (t *terms) setIDAndName(r *row, term *timetable.Term) {
	year, semester := r.text("year"), cmp.Or(r.text("semester"), term.Name)
	term.Name = cmp.Or(term.Name, semester)
	a, ok := academicOf(year, semester)
	ok = ok && a.Year > 0 && a.Semester > 0
	if term.ID == "" && ok {
		t.made[r] = true
		term.ID = fmt.Sprintf("%d-%d-%d", a.Year, a.Year+1, a.Semester)
	}
	if alone, named := parse.ReadAcademic(term.Name); ok &&
		(!named || alone.Year == 0 || strings.Trim(term.Name, "0123456789-") == "") {
		term.Name = fmt.Sprintf("%d-%d学年第%d学期", a.Year, a.Year+1, a.Semester)
	}
	if term.ID == "" {
		r.need("id")
	}
	if term.Name == "" {
		r.need("name")
	}
}

// weekCount reads 20 and 20周.
func weekCount(text string) (int, error) {
	return parse.WholeNumber(strings.TrimSpace(strings.Trim(fold.Width(text), "共周 ")))
}

// useExistingIDs replaces derived IDs with those of existing terms.
func (t *terms) useExistingIDs(old []timetable.Term) {
	for i, r := range t.rows {
		if !t.made[r] || termByID(old, t.list[i].ID) >= 0 {
			continue
		}
		wanted, _ := parse.ReadAcademic(t.list[i].ID)
		for _, term := range old {
			a, ok := academicByName(term)
			if !ok {
				a, ok = AcademicByDate(term)
			}
			if ok && a == wanted {
				t.list[i].ID, t.list[i].Name = term.ID, term.Name
			}
		}
	}
}

func (t *terms) finish(ctx context.Context) error {
	old, err := t.Timetable.TermsIn(ctx, t.q)
	if err != nil {
		return err
	}
	t.useExistingIDs(old)
	t.refuseOverlaps(old)
	for i, r := range t.rows {
		term := t.list[i]
		if was := termByID(old, term.ID); was >= 0 {
			term.NameEn = cmp.Or(term.NameEn, old[was].NameEn)
		}
		effect := student.Unchanged
		if r.good() {
			effect, err = t.write(ctx, r, string(timetable.TermRows), timetable.Rows(timetable.TermRows),
				term.ID, func() (string, error) {
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

// refuseOverlaps rejects terms that overlap an unchanged one, or one of an earlier row.
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

// termOf finds a row's term: the one it names, the job's, or the current one. It fails with timetable.no_terms or
// roster.no_term.
func (l *lookup) termOf(ctx context.Context, x *run, r *row) (timetable.Term, error) {
	if l.terms == nil {
		terms, err := x.Timetable.TermsIn(ctx, l.q)
		if err != nil {
			return timetable.Term{}, err
		}
		l.terms = terms
	}
	text, year := r.text("term"), r.text("year")
	if text == "" && year == "" {
		text = l.term
	}
	if text == "" && year == "" {
		if term, ok := timetable.CurrentTerm(l.terms, l.now); ok {
			return term, nil
		}
		return timetable.Term{}, fault.New(fault.NotFound, "timetable.no_terms")
	}
	if term, ok := l.findTerm(year, text); ok {
		return term, nil
	}
	return timetable.Term{}, l.noTerm(strings.TrimSpace(year + " " + text))
}

// findTerm finds the only term that matches an academic year and a term, either of which may be empty. If several
// match, or the college's terms begin at unusual times, the job's term decides, provided that it is in that year.
func (l *lookup) findTerm(year, text string) (timetable.Term, bool) {
	if term, ok := l.namedTerm(text); ok {
		return term, true
	}
	wanted, ok := academicOf(year, text)
	if !ok {
		return timetable.Term{}, false
	}
	for _, known := range []func(timetable.Term) (parse.Academic, bool){academicByName, AcademicByDate} {
		var found []timetable.Term
		for _, term := range l.terms {
			if a, ok := known(term); ok && a.Year > 0 && a.Semester > 0 && wanted.Fits(a) {
				found = append(found, term)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	if l.term == "" || l.term == text && year == "" {
		return timetable.Term{}, false
	}
	chosen, ok := l.findTerm("", l.term)
	if a, _ := AcademicByDate(chosen); ok && (wanted.Year == 0 || wanted.Year == a.Year) {
		return chosen, true
	}
	return timetable.Term{}, false
}

// namedTerm finds a term by its ID or one of its names.
func (l *lookup) namedTerm(text string) (timetable.Term, bool) {
	key := parse.NameKey(text)
	i := slices.IndexFunc(l.terms, func(t timetable.Term) bool {
		return key == parse.NameKey(t.ID) || key == parse.NameKey(t.Name) || t.NameEn != "" && key == parse.NameKey(t.NameEn)
	})
	if key == "" || i < 0 {
		return timetable.Term{}, false
	}
	return l.terms[i], true
}

// academicOf reads the two cells together: either may contain the year.
func academicOf(year, text string) (parse.Academic, bool) {
	var a, b parse.Academic
	ok1, ok2 := year == "", text == ""
	if !ok1 {
		a, ok1 = parse.ReadAcademic(year)
	}
	if !ok2 {
		b, ok2 = parse.ReadAcademic(text)
	}
	return parse.Academic{Year: cmp.Or(a.Year, b.Year), Semester: cmp.Or(b.Semester, a.Semester)}, ok1 && ok2 && a.Fits(b)
}

func academicByName(t timetable.Term) (parse.Academic, bool) {
	for _, name := range []string{t.Name, t.ID, t.NameEn} {
		if a, ok := parse.ReadAcademic(name); ok && a.Year > 0 && a.Semester > 0 {
			return a, true
		}
	}
	return parse.Academic{}, false
}

// AcademicByDate guesses that a term starting in August or later is the first of its academic year, and one starting in
// June or July the third.
func AcademicByDate(t timetable.Term) (parse.Academic, bool) {
	if t.FirstMonday.IsZero() {
		return parse.Academic{}, false
	}
	day := t.FirstMonday.String()
	year, month := parse.Number(day[:4]), parse.Number(day[5:7])
	switch {
	case month >= 8:
		return parse.Academic{Year: year, Semester: 1}, true
	case month >= 6:
		return parse.Academic{Year: year - 1, Semester: 3}, true
	}
	return parse.Academic{Year: year - 1, Semester: 2}, true
}

// noTerm returns an error that lists the existing terms.
func (l *lookup) noTerm(text string) error {
	var names []string
	for _, t := range l.terms {
		names = append(names, t.ID+" ("+t.Name+")")
	}
	if len(names) == 0 {
		return fault.New(fault.NotFound, "timetable.no_terms")
	}
	return fault.New(fault.NotFound, "roster.no_term", "term", parse.Clip(text), "terms", strings.Join(names, ", "))
}
