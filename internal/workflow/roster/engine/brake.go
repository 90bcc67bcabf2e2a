package engine

import (
	"cmp"
	"context"
	"fmt"

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
		if !there || s.Changed <= brakePeople || s.Of == 0 {
			continue
		}
		past, err := x.pastReports(ctx)
		if err != nil {
			return nil, err
		}
		usual, known := usualShare(past, field)
		percent := s.Changed * 100 / s.Of
		if s.Changed*100 <= s.Of*brakePercent && (!known || percent <= brakeUsual*max(usual, usualAtLeast)) {
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

// pastReports returns the reports of the last imports of this kind that weren't undone.
func (x *run) pastReports(ctx context.Context) ([]StoredReport, error) {
	rows, err := db.New(x.q).SelectReports(ctx,
		db.SelectReportsParams{Kind: string(x.job.Kind), ID: x.report.ID, Size: 10})
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

// usualShare returns the percentage of earlier imports. Imports without people already on record don't count.
func usualShare(past []StoredReport, field string) (percent int, known bool) {
	var sum share
	for _, report := range past {
		sum.Changed += report.Shares[field].Changed
		sum.Of += report.Shares[field].Of
	}
	if sum.Of == 0 {
		return 0, false
	}
	return sum.Changed * 100 / sum.Of, true
}

// cause returns the likely reason for so many changes, or nil.
func (x *run) cause(field string, past []StoredReport) *StoredText {
	if f := x.seenRows.people.fields[field]; f != nil {
		down, up := 0, 0
		for i := range f.now {
			if i > 0 && f.now[i] != f.old[i] && f.now[i] == f.old[i-1] {
				down++
			}
			if i+1 < len(f.old) && f.now[i] != f.old[i] && f.now[i] == f.old[i+1] {
				up++
			}
		}
		if max(down, up)*2 > f.changed {
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
