package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// Changing more people than this has to be confirmed by typing their number.
const (
	brakePercent = 10
	brakePeople  = 5
	brakeUsual   = 3 // times the usual share
	usualAtLeast = 1 // percent: avoids stopping the first change of a field that never changed before
	// Older imports are stale: they say nothing about what is usual now.
	reportsCount = 400 * 24 * time.Hour
)

// brakeFields are the personal fields in which a mistake does harm.
var brakeFields = []string{"name", "phone", "nationalId", "status", "class"}

// knownPeople counts the changes to people who are already on record.
type knownPeople struct {
	known  int
	fields map[string]*personField
}

// A personField counts the changes of one field. Old and new values are in file order, so that a shifted column is
// noticed.
type personField struct {
	changed int
	old     []string
	now     []string
}

func (p *knownPeople) add(kind columns.Kind, r *row, effect string) {
	if kind != columns.Students || effect != EffectChanged && effect != EffectUnchanged {
		return
	}
	p.known++
	if p.fields == nil {
		p.fields = map[string]*personField{}
		for _, field := range brakeFields {
			p.fields[field] = &personField{}
		}
	}
	for _, field := range brakeFields {
		f, old, now := p.fields[field], r.text(field), r.text(field)
		for _, c := range r.changes {
			if c.Field != field {
				continue
			}
			old, now = c.Before, c.After
			if c.Before != "" { // filling in an empty field is harmless
				f.changed++
			}
		}
		if field != "nationalId" { // it is masked
			f.old, f.now = append(f.old, parse.NameKey(old)), append(f.now, parse.NameKey(now))
		}
	}
}

// A share is how many of how many people changed. It is stored with an import to compare the next one with.
type share struct {
	Changed int `json:"changed"`
	Of      int `json:"of"`
}

// shares returns the share of every field, including unchanged ones.
func (x *run) shares() map[string]share {
	out := map[string]share{}
	p := x.seenRows.people
	for field, f := range p.fields {
		out[field] = share{f.changed, p.known}
	}
	if x.job.Kind == columns.Enrolments && x.job.Complete {
		known := x.seenRows.counts[EffectChanged] + x.seenRows.counts[EffectUnchanged] + x.report.Removed
		out["state"] = share{x.report.Removed, known}
	}
	return out
}

// brakes lists the changes that have to be confirmed.
func (x *run) brakes(ctx context.Context) ([]Brake, error) {
	var out []Brake
	shares := x.shares()
	for _, field := range append(brakeFields, "state") {
		s, there := shares[field]
		shifted := x.shifted(field)
		if !there || s.Of == 0 || s.Changed <= brakePeople && !shifted {
			continue
		}
		past, err := x.pastReports(ctx)
		if err != nil {
			return nil, err
		}
		usual, known := usualShare(past, field)
		percent := s.Changed * 100 / s.Of
		if s.Changed*100 <= s.Of*brakePercent && (!known || percent <= brakeUsual*max(usual, usualAtLeast)) && !shifted {
			continue
		}
		b := Brake{Field: field, Changed: s.Changed, Of: s.Of, Percent: percent, Cause: x.cause(field, past)}
		if known {
			b.Usual = &usual
		}
		out = append(out, b)
	}
	return out, nil
}

// pastReports returns the reports of the last imports of this kind that weren't undone and are not stale.
func (x *run) pastReports(ctx context.Context) ([]StoredReport, error) {
	rows, err := db.New(x.q).SelectReports(ctx,
		db.SelectReportsParams{
			Kind: string(x.job.Kind), ID: x.report.ID, Since: x.Now().Add(-reportsCount).UnixMilli(), Size: 10,
		})
	if err != nil {
		return nil, fmt.Errorf("read earlier reports: %w", err)
	}
	out := make([]StoredReport, len(rows))
	for i, text := range rows {
		if err := sqldb.DecodeJSON(text, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// usualShare returns the percentage of a usual earlier import: the median, so that one bad import that was corrected
// by another doesn't count as usual. Imports without people already on record don't count.
func usualShare(past []StoredReport, field string) (percent int, known bool) {
	var shares []int
	for _, report := range past {
		if one := report.Shares[field]; one.Of > 0 {
			shares = append(shares, one.Changed*100/one.Of)
		}
	}
	if len(shares) == 0 {
		return 0, false
	}
	slices.Sort(shares)
	return shares[(len(shares)-1)/2], true
}

// shiftedRows is how many rows in a row with the value of their neighbour mean that a column has shifted.
const shiftedRows = 2

// shifted reports whether some rows in a row would get the old value of the next, or of the last. It happens when
// cells are deleted or inserted in one column only. Few people share a name or phone, so no number of rows is too small
// to be noticed; two people who swap are no shift.
func (x *run) shifted(field string) bool {
	f := x.seenRows.people.fields[field]
	if f == nil || field != "name" && field != "phone" {
		return false
	}
	down, up := 0, 0
	for i := range f.now {
		isDown, isUp := f.shift(i)
		if down++; !isDown {
			down = 0
		}
		if up++; !isUp {
			up = 0
		}
		if max(down, up) >= shiftedRows {
			return true
		}
	}
	return false
}

// shift reports whether a row would get the old value of the row above, so that its column has shifted down, or of the
// row below.
func (f *personField) shift(i int) (down, up bool) {
	if f.now[i] == f.old[i] || f.now[i] == "" {
		return false, false
	}
	return i > 0 && f.now[i] == f.old[i-1], i+1 < len(f.old) && f.now[i] == f.old[i+1]
}

// cause returns the likely reason for so many changes, or nil.
func (x *run) cause(field string, past []StoredReport) *StoredText {
	if f := x.seenRows.people.fields[field]; f != nil {
		down, up := 0, 0
		for i := range f.now {
			isDown, isUp := f.shift(i)
			if isDown {
				down++
			}
			if isUp {
				up++
			}
		}
		if max(down, up)*2 > f.changed || x.shifted(field) {
			return TextOf("roster.brake_shifted", "column", x.header(field))
		}
	}
	if len(past) > 0 {
		if last := past[0].Headers[field]; last != "" && columns.HeaderKey(last) != columns.HeaderKey(x.header(field)) {
			return TextOf("roster.brake_other_column", "column", x.header(field), "last", last)
		}
	}
	return nil
}

// header returns the file's header for a field.
func (x *run) header(field string) string {
	column, there := x.layout.Column[field]
	if !there {
		return cmp.Or(columns.FieldTitle(x.job.Kind, field, x.job.Language), field)
	}
	return parse.Clip(parse.Clean(x.layout.Headers[column]))
}

// maxClashes is how many clashes a preview lists.
const maxClashes = 100

// openClashes lists the clashes that need a reason, if the import may create some.
func (x *run) openClashes(ctx context.Context) ([]clash.OpenClash, error) {
	switch x.job.Kind {
	case columns.Timetable, columns.Changes, columns.Exams, columns.Periods:
	default:
		return nil, nil
	}
	if x.job.MaxRows > 0 { // the rest of the file may resolve them
		return nil, nil
	}
	return x.Clashes.OpenIn(ctx, x.q)
}

// findClashes finds the clashes that the import creates.
func (x *run) findClashes(ctx context.Context) error {
	after, err := x.openClashes(ctx)
	x.clashes = clash.Added(x.clashes, after)
	return err
}

// acceptClashes accepts them, if there is a reason.
func (x *run) acceptClashes(ctx context.Context) error {
	if len(x.clashes) == 0 || !clash.ValidReason(x.job.Reason) {
		return nil
	}
	for i := range x.clashes {
		one := &x.clashes[i]
		if err := x.Clashes.AcceptIn(ctx, x.q, x.who, one.Term, one.Pair(), strings.TrimSpace(x.job.Reason)); err != nil {
			return err
		}
	}
	return cache.Bump(ctx, x.q)
}

// shownClashes names the groups, rooms and teachers of the clashes.
func (x *run) shownClashes(ctx context.Context) ([]Clash, error) {
	if len(x.clashes) == 0 {
		return nil, nil
	}
	names, err := x.names(ctx)
	if err != nil {
		return nil, err
	}
	groups, err := db.New(x.q).SelectGroups(ctx)
	if err != nil {
		return nil, fmt.Errorf("list groups: %w", err)
	}
	codes := make(map[string]string, len(groups))
	for _, g := range groups {
		codes[g.ID] = g.Code
	}
	var out []Clash
	for _, c := range x.clashes[:min(len(x.clashes), maxClashes)] {
		one := Clash{
			Kind: string(c.Kind), Groups: [2]string{codes[c.Groups[0]], codes[c.Groups[1]]},
			Day: c.Days[0].String(), Days: len(c.Days),
		}
		switch c.Kind {
		case clash.Room:
			one.Object = names.of(names.rooms, c.Object)
		case clash.Teacher:
			one.Object = names.of(names.teachers, c.Object)
		}
		out = append(out, one)
	}
	return out, nil
}
