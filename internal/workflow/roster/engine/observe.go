package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// An Observer records what happens to each row, to preview it and to compare it with an earlier preview.
type Observer struct {
	Rows     []observed
	counts   map[string]int // by effect
	fields   map[string]int
	reasons  map[string]*Reason
	affected map[string]int
	people   knownPeople
}

// An observed row is encoded right away to save memory: a file may have very many.
type observed struct {
	Line                    int
	Effect                  string
	Fields, Reasons, Search string
	Digest                  [16]byte
	Content                 string
}

func newObserver() *Observer {
	return &Observer{
		counts: map[string]int{}, fields: map[string]int{},
		reasons: map[string]*Reason{}, affected: map[string]int{},
	}
}

var effectNames = map[student.Effect]string{
	student.Created: EffectCreated, student.Changed: EffectChanged,
	student.Unchanged: EffectUnchanged,
}

// countAffected counts a person who is notified.
func (x *run) countAffected(what string) { x.seenRows.affected[what]++ }

// change records a new value of a field.
func (x *run) change(r *row, field, before, after string) {
	if before == after {
		return
	}
	change := Change{Field: field, Before: before, After: after}
	if column, there := r.layout.Column[field]; there {
		change.Column = &column
	}
	if f := r.layout.Fields[field]; f != nil && f.Private && field != "phone" {
		change.raw = before + "\x00" + after
		change.Before, change.After = parse.Mask(before), parse.Mask(after)
	}
	r.changes = append(r.changes, change)
}

// observe records the outcome of a row.
func (x *run) observe(r *row, effect string) {
	shown := DraftRow{
		Line: r.Line, Place: r.Place(), Effect: effect, Name: r.displayName(),
		Cells: r.shownCells(), Edited: r.edited,
	}
	if effect == EffectChanged {
		shown.Changes = r.changes
	} else if effect == EffectCreated && len(r.results) > 1 {
		shown.Changes = r.results
	}
	for _, p := range r.problems {
		problem := RowProblem{StoredText: *TextOfFault(p.Reason), Field: p.field, Value: p.Value}
		if column, there := r.layout.Column[p.field]; there {
			problem.Column = &column
			problem.Suggestion = x.suggest(p, r.text(p.field))
		}
		shown.Problems = append(shown.Problems, problem)
	}
	x.seenRows.add(&shown)
	x.seenRows.people.add(x.job.Kind, r, effect)
}

// observeSkipped records a row that holds no data, or that staff skipped.
func (x *run) observeSkipped(r *row, why *fault.Error) {
	x.seenRows.add(&DraftRow{
		Line: r.Line, Place: r.Place(), Effect: EffectSkipped, Name: r.displayName(),
		Cells: r.shownCells(), Edited: r.edited, SkipReason: TextOfFault(why),
	})
}

// noteMissing records something that the college has but the file doesn't. It stays.
func (x *run) noteMissing(name string) {
	x.seenRows.add(&DraftRow{Effect: EffectMissing, Name: name})
}

// noteRemoved records something that the import removes because the file doesn't have it.
func (x *run) noteRemoved(name string, changes ...Change) {
	x.report.Removed++
	x.seenRows.add(&DraftRow{Effect: EffectRemoved, Name: name, Changes: changes})
}

func (o *Observer) add(shown *DraftRow) {
	o.counts[shown.Effect]++
	one := observed{Line: shown.Line, Effect: shown.Effect, Fields: " ", Reasons: " ", Search: searchText(shown)}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %s %q\n", shown.Line, shown.Effect, shown.Name)
	for _, c := range shown.Changes {
		if shown.Effect != EffectCreated { // for new things, no changes are counted
			o.fields[c.Field]++
			one.Fields += c.Field + " "
		}
		fmt.Fprintf(sum, "%s %q %q %q\n", c.Field, c.Before, c.After, c.raw)
	}
	for _, p := range shown.Problems {
		one.Fields += p.Field + " "
		one.Reasons += p.Code + " "
		fmt.Fprintf(sum, "%s %s\n", p.Field, p.Code)
	}
	o.countReasons(shown.Problems)
	one.Digest = [16]byte(sum.Sum(nil)[:16])
	one.Content, _ = sqldb.EncodeJSON(shown) // strings and numbers only: it can't fail
	o.Rows = append(o.Rows, one)
}

// countReasons counts a row once per reason, no matter how many of its cells have it.
func (o *Observer) countReasons(problems []RowProblem) {
	for i, p := range problems {
		if slices.ContainsFunc(problems[:i], func(other RowProblem) bool { return other.Code == p.Code }) {
			continue
		}
		if o.reasons[p.Code] == nil {
			o.reasons[p.Code] = &Reason{StoredText: p.StoredText}
		}
		o.reasons[p.Code].Count++
		o.reasons[p.Code].Varies = o.reasons[p.Code].Varies || !maps.Equal(o.reasons[p.Code].Params, p.Params)
	}
}

func searchText(shown *DraftRow) string {
	return strings.ToLower(strings.Join(append([]string{shown.Name}, shown.Cells...), " "))
}

// edit applies the edits of staff to a row.
func (x *run) edit(r *row) {
	edits := x.job.Edits[r.Line]
	if len(edits) == 0 {
		return
	}
	r.Cells = slices.Clone(r.Cells)
	for column, text := range edits {
		for len(r.Cells) <= column {
			r.Cells = append(r.Cells, "")
		}
		r.Cells[column] = text
		r.edited = append(r.edited, column)
	}
	slices.Sort(r.edited)
}

// nameFields are the fields that identify a row to people; of several with |, the first that is filled in.
var nameFields = map[columns.Kind][]string{
	columns.Students: {"name", "number"}, columns.Teachers: {"name", "number"}, columns.Courses: {"code", "name"},
	columns.Groups: {"group|sequence", "name|course"}, columns.Programmes: {"code", "name"},
	columns.Rooms: {"campus", "name|code"}, columns.Terms: {"id|year", "name|semester"}, columns.Periods: {
		"campusId|campus", "from", "number",
	}, columns.Enrolments: {"name", "student", "group|groupName|sequence"},
	columns.Timetable: {"group|groupName|classes|sequence", "weekday|when", "hours"},
	columns.Changes:   {"action", "date|newDate|makeUp", "classWeek", "when|newWhen", "group|groupName|classes"},
	columns.Exams:     {"name", "student", "group|groupName|course", "examDate|examTime"},
}

func (r *row) displayName() string {
	var parts []string
	for _, field := range nameFields[r.layout.Kind] {
		text := ""
		for name := range strings.SplitSeq(field, "|") {
			text = cmp.Or(text, r.text(name))
		}
		if text != "" {
			parts = append(parts, parse.Clip(text))
		}
	}
	return strings.Join(parts, " ")
}

// shownCells returns the cells as staff see them: private values are masked, even in unassigned columns.
func (r *row) shownCells() []string {
	cells := make([]string, max(len(r.Cells), len(r.layout.Headers)))
	for i := range cells {
		cells[i] = parse.Clean(r.Cell(i))
		if looksLikeNationalID.MatchString(cells[i]) {
			cells[i] = parse.Mask(cells[i])
		}
	}
	for name, column := range r.layout.Column {
		if f := r.layout.Fields[name]; f.Private && name != "phone" && column < len(cells) {
			cells[column] = parse.Mask(parse.Clean(r.Cell(column)))
		}
	}
	return cells
}

var looksLikeNationalID = regexp.MustCompile(`^\d{17}[\dXx]$`)

// summarise computes the counts after the last row.
func (x *run) summarise(ctx context.Context) error {
	if err := x.countTold(ctx); err != nil {
		return err
	}
	o := x.seenRows
	slices.SortStableFunc(o.Rows, func(a, b observed) int { // missing things come last
		return cmp.Compare(cmp.Or(a.Line, 1<<31), cmp.Or(b.Line, 1<<31))
	})
	p := &Preview{
		Sample: x.job.MaxRows > 0, Rows: len(o.Rows) - o.counts[EffectMissing] - o.counts[EffectRemoved],
		Created: o.counts[EffectCreated],
		Changed: o.counts[EffectChanged], Unchanged: o.counts[EffectUnchanged], Refused: o.counts[EffectRefused],
		Skipped: o.counts[EffectSkipped], Missing: o.counts[EffectMissing], Removed: x.report.Removed,
	}
	for field, count := range o.fields {
		p.Fields = append(p.Fields, FieldCount{field, count})
	}
	slices.SortFunc(p.Fields, func(a, b FieldCount) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Field, b.Field))
	})
	for _, reason := range o.reasons {
		p.Reasons = append(p.Reasons, *reason)
	}
	slices.SortFunc(p.Reasons, func(a, b Reason) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Code, b.Code)) })
	for what, count := range o.affected {
		p.Affected = append(p.Affected, Affected{what, count})
	}
	slices.SortFunc(p.Affected, func(a, b Affected) int { return strings.Compare(a.What, b.What) })
	for _, note := range x.report.Notes {
		p.Notes = append(p.Notes, TextOfFault(note))
	}
	var err error
	if p.Brakes, err = x.brakes(ctx); err != nil {
		return err
	}
	p.ClashCount = len(x.clashes)
	if p.Clashes, err = x.shownClashes(ctx); err != nil {
		return err
	}
	p.Fingerprint, err = x.fingerprint()
	x.report.Preview = p
	return err
}

// fingerprint stays the same only if the same file would make the same changes to the same data.
func (x *run) fingerprint() (string, error) {
	options, err := sqldb.EncodeJSON(struct {
		Hash, Sheet    string
		Sheets         []string `json:",omitempty"`
		Kind           columns.Kind
		Line           int
		Term           string
		Complete, Part bool
		FromWeek, Lost int `json:",omitempty"`
		Columns        map[string]int
		Edits          map[int]map[int]string
		LeaveOut       map[int]bool
	}{
		x.fileHash, x.report.Sheet, x.report.Sheets, x.job.Kind, x.layout.Line, x.job.Term, x.job.Complete,
		x.job.MaxRows > 0, x.job.FromWeek, x.seenRows.affected[AffectedLost], x.layout.Column, x.job.Edits, x.job.Skip,
	})
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, _ = sum.Write([]byte(options)) // hash.Write never fails
	for _, row := range x.seenRows.Rows {
		_, _ = sum.Write(row.Digest[:])
	}
	for _, c := range x.clashes {
		fmt.Fprintf(sum, "%v %v\n", c.Pair(), c.Days)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// MaskedSamples returns a few values of a column, as staff see them.
func MaskedSamples(rows []sheet.Row, column int, private bool) []string {
	var out []string
	for _, row := range rows {
		text := parse.Clip(parse.Clean(row.Cell(column)))
		if text == "" || slices.Contains(out, text) {
			continue
		}
		if private || looksLikeNationalID.MatchString(text) {
			text = parse.Mask(text)
		}
		if out = append(out, text); len(out) == 3 {
			break
		}
	}
	return out
}

// toldChunk is how many messages are looked up at once.
const toldChunk = 256

// countTold counts the students and teachers whom this transaction has sent messages about their timetable.
func (x *run) countTold(ctx context.Context) error {
	switch x.job.Kind {
	case columns.Terms, columns.Periods, columns.Timetable, columns.Changes, columns.Exams:
		return CountTold(ctx, x.q, x.sent, x.seenRows.affected)
	default:
		return nil
	}
}

// CountTold counts the students and teachers who got one of the messages, in the transaction that sent them.
func CountTold(ctx context.Context, q sqldb.Querier, sent *message.Outbox, affected map[string]int) error {
	for _, of := range []struct{ what, text string }{
		{AffectedTimetable, `SELECT DISTINCT a.student_id FROM message AS m
			JOIN message_audience AS a ON a.audience = m.audience AND a.target = m.target
			WHERE m.withdrawn_at = 0 AND m.id IN (`},
		{AffectedTeachers, `SELECT DISTINCT m.target FROM message AS m JOIN account AS a ON a.id = m.target
			WHERE m.audience = 'account' AND a.teacher_id <> '' AND m.withdrawn_at = 0 AND m.id IN (`},
	} {
		people := map[string]bool{}
		for ids := range slices.Chunk(sent.IDs, toldChunk) {
			places, args := sqldb.List(1, ids)
			err := sqldb.Each(ctx, q, "count who is told", of.text+places+")", args, func(row *sql.Rows) error {
				var person string
				err := row.Scan(&person)
				people[person] = true
				return err
			})
			if err != nil {
				return err
			}
		}
		if len(people) > 0 {
			affected[of.what] = len(people)
		}
	}
	return nil
}

func (x *run) progress(rows, total int) {
	if x.job.Progress != nil && rows > 0 {
		x.job.Progress(rows, total)
	}
}
