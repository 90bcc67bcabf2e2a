package student

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/internal/feature/student/db"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

// Effect is the result of writing a row.
type Effect uint8

// The effects.
const (
	Unchanged Effect = iota
	Created
	Changed
)

// Bulk writes many records in one transaction by the rules of Create and Update. It keeps the keys of all students in
// memory, about 350 bytes each, and only queries students that already exist. It is not safe for concurrent use.
type Bulk struct {
	s          *Service
	q          sqldb.Querier
	who        access.Actor
	students   map[string]string   // number key → id
	names      map[string]string   // by id
	alike      map[string][]string // number without signs → numbers before the import
	phones     map[string]string   // → id
	ids        map[string]string   // index of the national ID → id
	programmes map[string]bool
	classes    map[string]bool // that have search tokens
	insert     *sqldb.Batch
	index      *sqldb.Batch  // search tokens of new students
	tokens     []searchToken // queued for index
	trail      []audit.Entry
	left       bool // a student has left the college, or returned
}

// maxQueuedAudits limits the audit rows queued for Flush.
const maxQueuedAudits = 500

// searchToken is a search token of a new student.
type searchToken struct{ token, number, student string }

// maxQueuedTokens limits the queued tokens. They are written in index order: random order costs SQLite half as
// much again.
const maxQueuedTokens = 50000

// Bulk starts writing many records. Staff only.
func (s *Service) Bulk(ctx context.Context, q sqldb.Querier, who access.Actor) (*Bulk, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	b := &Bulk{
		s: s, q: q, who: who, students: map[string]string{}, phones: map[string]string{}, ids: map[string]string{},
		names: map[string]string{}, programmes: map[string]bool{}, classes: map[string]bool{},
		alike:  map[string][]string{},
		insert: sqldb.NewBatch(q, "student", columns()...), index: lookup.NewBatch(q),
	}
	programmes, err := db.New(q).SelectProgrammes(ctx)
	if err != nil {
		return nil, fmt.Errorf("list programmes: %w", err)
	}
	for _, p := range programmes {
		b.programmes[p.Code] = true
	}
	return b, b.load(ctx)
}

func (b *Bulk) load(ctx context.Context) error {
	return sqldb.Each(ctx, b.q, "list students", `SELECT id, number, name, phone, national_id_index
		FROM student`, nil, func(row *sql.Rows) error {
		var student, number, name, phone string
		var index []byte
		err := row.Scan(&student, &number, &name, &phone, &index)
		b.remember(student, fold.Number(number), name, phone, string(index))
		key := fold.Key(number)
		b.alike[key] = append(b.alike[key], number)
		return err
	})
}

func (b *Bulk) remember(student, number, name, phone, index string) {
	b.students[number], b.names[student] = student, name
	if phone != "" {
		b.phones[phone] = student
	}
	if index != "" {
		b.ids[index] = student
	}
}

// ID returns the id of the student with the number, or "".
func (b *Bulk) ID(number string) string { return b.students[fold.Number(number)] }

// Alike lists the numbers of students that existed before and differ from number at most in their signs.
func (b *Bulk) Alike(number string) []string { return b.alike[fold.Key(number)] }

// Outcome is the result of Put.
type Outcome struct {
	ID         string
	Effect     Effect
	Account    string // the student's account, given or existing
	Name       string
	Phone      string
	NationalID nationalid.ID // as given; zero if it wasn't
	Before     snapshot.Copy // empty unless changed
	After      snapshot.Copy // empty if unchanged
	Changes    []FieldChange // of an existing record, by field
}

// FieldChange is a field's value before and after. For the national ID it holds a digest.
type FieldChange struct {
	Field         Field
	Before, After string
}

// Put creates the student with the number in the changes, or updates an existing one. Fill-once and free fields are
// only filled in where they are empty. The account may be empty; it is linked if the student has none. Errors: those of
// Create and Update; nothing is written then.
func (b *Bulk) Put(ctx context.Context, changes Changes, account string) (Outcome, error) {
	number := changes[FieldNumber]
	if student := b.ID(number); student != "" && number != "" {
		return b.update(ctx, student, changes, account)
	}
	d := &studentRow{Student: db.Student{
		ID: sqldb.NewID(), AccountID: account, Status: Statuses()[0],
		CreatedAt: b.s.now().UnixMilli(),
	}}
	if err := missing(changes); err != nil {
		return Outcome{}, err
	}
	if err := apply(d, changes); err != nil {
		return Outcome{}, err
	}
	if err := b.finish(d); err != nil {
		return Outcome{}, err
	}
	values := values(&d.Student)
	if err := b.insert.Add(ctx, values...); err != nil {
		return Outcome{}, b.s.taken(fmt.Errorf("insert students: %w", err))
	}
	if !b.classes[d.Class] {
		if err := indexClass(ctx, b.q, d.Class, d.ProgrammeCode); err != nil {
			return Outcome{}, err
		}
		b.classes[d.Class] = true
	}
	for _, token := range tokens(&d.Student) {
		b.tokens = append(b.tokens, searchToken{token, string(d.NumberKey), d.ID})
	}
	if len(b.tokens) >= maxQueuedTokens {
		if err := b.flushFound(ctx); err != nil {
			return Outcome{}, err
		}
	}
	b.remember(d.ID, string(d.NumberKey), d.Name, d.Phone, string(d.NationalIDIndex))
	_, now := b.s.difference(&studentRow{}, d)
	now["account"] = account
	if err := b.note(ctx, "student.create", d.ID, nil, now); err != nil {
		return Outcome{}, err
	}
	out := d.outcome(Created)
	var err error
	out.After, err = snapshot.Of([]snapshot.Row{{Columns: columns(), Values: values}})
	return out, err
}

func (b *Bulk) update(ctx context.Context, student string, changes Changes, account string) (Outcome, error) {
	d, err := b.s.loadRow(ctx, b.q, student)
	if err != nil {
		return Outcome{}, err
	}
	before := *d
	changes = maps.Clone(changes)
	for field := range changes {
		if rule, known := rules[field]; known && rule.editability != Official && rule.get(d) != "" {
			delete(changes, field)
		}
	}
	if err := apply(d, changes); err != nil {
		return Outcome{}, err
	}
	if d.AccountID == "" {
		d.AccountID = account
	}
	old, now := b.s.difference(&before, d)
	if len(old) == 0 && d.AccountID == before.AccountID {
		return d.outcome(Unchanged), nil
	}
	if err := b.finish(d); err != nil {
		return Outcome{}, err
	}
	out := d.outcome(Changed)
	out.Changes = b.s.fieldChanges(&before, d)
	if out.Before, err = Rows().Take(ctx, b.q, student); err != nil {
		return Outcome{}, err
	}
	if err := db.New(b.q).UpdateStudent(ctx, db.UpdateStudentParams(d.Student)); err != nil {
		return Outcome{}, b.s.taken(fmt.Errorf("update a student: %w", err))
	}
	if err := index(ctx, b.q, &d.Student); err != nil {
		return Outcome{}, err
	}
	if out.After, err = Rows().Take(ctx, b.q, student); err != nil {
		return Outcome{}, err
	}
	b.left = b.left || leaves(before.Status, d.Status)
	delete(b.phones, before.Phone)
	delete(b.ids, string(before.NationalIDIndex))
	b.remember(d.ID, string(d.NumberKey), d.Name, d.Phone, string(d.NationalIDIndex))
	if d.AccountID != before.AccountID {
		now["account"] = d.AccountID
	}
	return out, b.note(ctx, "student.update", student, old, now)
}

// fieldChanges lists the differences by field name.
func (s *Service) fieldChanges(before, after *studentRow) []FieldChange {
	var out []FieldChange
	for field, rule := range rules {
		was, is := rule.get(before), rule.get(after)
		if field == FieldNationalID {
			was, is = string(before.NationalIDIndex), string(after.NationalIDIndex) // derived by now
		}
		if was != is {
			out = append(out, FieldChange{field, was, is})
		}
	}
	slices.SortFunc(out, func(a, b FieldChange) int { return strings.Compare(string(a.Field), string(b.Field)) })
	return out
}

func (d *studentRow) outcome(effect Effect) Outcome {
	out := Outcome{ID: d.ID, Effect: effect, Account: d.AccountID, Name: d.Name, Phone: d.Phone}
	if d.nationalID != nil {
		out.NationalID = *d.nationalID
	}
	return out
}

// finish is Service.finish with the keys in memory.
func (b *Bulk) finish(d *studentRow) error {
	if err := b.s.derive(d); err != nil {
		return err
	}
	if d.ProgrammeCode != "" && !b.programmes[d.ProgrammeCode] {
		return fault.New(fault.Invalid, "student.no_programme", "code", d.ProgrammeCode)
	}
	if other, ok := b.students[string(d.NumberKey)]; ok && other != d.ID {
		err := fault.New(fault.Conflict, "student.number_taken", "number", d.Number, "name", b.names[other])
		return inField(err, FieldNumber)
	}
	if other, ok := b.phones[d.Phone]; ok && other != d.ID && d.Phone != "" {
		return inField(fault.New(fault.Conflict, "student.phone_taken", "name", b.names[other]), FieldPhone)
	}
	if other, ok := b.ids[string(d.NationalIDIndex)]; ok && other != d.ID && d.NationalIDIndex != nil {
		return inField(fault.New(fault.Conflict, "student.national_id_taken", "name", b.names[other]), FieldNationalID)
	}
	return nil
}

func (b *Bulk) note(ctx context.Context, action, object string, before, after map[string]any) error {
	b.trail = append(b.trail, audit.Entry{At: b.s.now(), Action: action, Object: object, Before: before, After: after})
	if len(b.trail) < maxQueuedAudits {
		return nil
	}
	return b.flushTrail(ctx)
}

func (b *Bulk) flushTrail(ctx context.Context) error {
	err := audit.AppendAll(ctx, b.q, b.who, b.trail)
	b.trail = b.trail[:0]
	return err
}

// Flush writes the queued rows.
func (b *Bulk) Flush(ctx context.Context) error {
	if err := b.insert.Flush(ctx); err != nil {
		return b.s.taken(fmt.Errorf("insert students: %w", err))
	}
	if err := b.flushFound(ctx); err != nil {
		return err
	}
	if b.left {
		if err := cache.Bump(ctx, b.q); err != nil {
			return err
		}
	}
	return b.flushTrail(ctx)
}

func (b *Bulk) flushFound(ctx context.Context) error {
	slices.SortFunc(b.tokens, func(a, c searchToken) int {
		return cmp.Or(strings.Compare(a.token, c.token), strings.Compare(a.number, c.number))
	})
	for _, one := range b.tokens {
		if err := b.index.Add(ctx, string(lookup.Student), []byte(one.token), []byte(one.number), one.student); err != nil {
			return fmt.Errorf("note how students are found: %w", err)
		}
	}
	b.tokens = b.tokens[:0]
	if err := b.index.Flush(ctx); err != nil {
		return fmt.Errorf("note how students are found: %w", err)
	}
	return nil
}

// Rows lists the rows of a student's record, to undo imports.
func Rows() snapshot.Object {
	return snapshot.Object{{Name: "student", By: []string{"id"}, Key: []string{"id"}}}
}

// ProgrammeRows lists the rows of a programme.
func ProgrammeRows() snapshot.Object {
	return snapshot.Object{{Name: "programme", By: []string{"code"}, Key: []string{"code"}}}
}

// RestoreProgramme restores a programme, or removes it if the copy is empty. Staff only.
func (s *Service) RestoreProgramme(
	ctx context.Context, q sqldb.Querier, who access.Actor, code string, was snapshot.Copy,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if err := ProgrammeRows().Put(ctx, q, was, code); err != nil {
		return err
	}
	return s.audit(ctx, q, who, "student.restore_programme", code, nil, map[string]any{"removed": len(was) == 0})
}

// Check validates changes without looking at a record. It reports all errors at once.
func Check(changes Changes) error { return apply(&studentRow{}, changes) }

// Restore restores a record, or removes it if the copy is empty, inside the caller's transaction. Staff only.
func (s *Service) Restore(
	ctx context.Context, q sqldb.Querier, who access.Actor, student string, was snapshot.Copy,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	before, err := s.loadRow(ctx, q, student)
	if err != nil {
		return err
	}
	if err := Rows().Put(ctx, q, was, student); err != nil {
		return s.taken(err)
	}
	if err := lookup.Delete(ctx, q, lookup.Student, student); err != nil {
		return err
	}
	if len(was) > 0 {
		after, err := s.loadRow(ctx, q, student)
		if err != nil {
			return err
		}
		if err := index(ctx, q, &after.Student); err != nil {
			return err
		}
		if leaves(before.Status, after.Status) {
			if err := cache.Bump(ctx, q); err != nil {
				return err
			}
		}
	}
	return s.audit(ctx, q, who, "student.restore", student, nil, map[string]any{"removed": len(was) == 0})
}

func columns() []string {
	return []string{
		"id", "account_id", "number", "name", "name_latin", "gender", "photo", "phone", "national_id", "national_id_index",
		"campus_id", "programme_code", "class", "entry_year", "study_mode", "status", "graduation", "adviser",
		"credits_earned", "credits_required", "native_place", "emergency_name", "emergency_phone", "email", "address",
		"number_key", "name_key", "latin_key", "created_at", "updated_at",
	}
}

func values(s *db.Student) []any {
	return []any{
		s.ID, s.AccountID, s.Number, s.Name, s.NameLatin, s.Gender, s.Photo, s.Phone, s.NationalID, s.NationalIDIndex,
		s.CampusID, s.ProgrammeCode, s.Class, s.EntryYear, s.StudyMode, s.Status, s.Graduation, s.Adviser, s.CreditsEarned,
		s.CreditsRequired, s.NativePlace, s.EmergencyName, s.EmergencyPhone, s.Email, s.Address, s.NumberKey, s.NameKey,
		s.LatinKey, s.CreatedAt, s.UpdatedAt,
	}
}
