package engine

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/feature/account"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// students writes records and creates accounts. An empty cell changes nothing. Fields that students maintain (email,
// address, contacts) are only filled in if they are empty.
type students struct {
	*run
	students *student.Bulk
	accounts *account.Bulk
	codes    sheet.Writer
	named    namedStudents
}

func newStudents(ctx context.Context, x *run) (importer, error) {
	s := &students{run: x}
	var err error
	if s.students, err = x.Students.Bulk(ctx, x.q, x.who); err != nil {
		return nil, err
	}
	if s.accounts, err = x.Accounts.Bulk(ctx, x.q, x.who); err != nil {
		return nil, err
	}
	if x.job.Codes != nil {
		if err := empty(x.job.Codes); err != nil {
			return nil, err
		}
		s.codes = sheet.NewCSV(x.job.Codes)
	}
	return s, nil
}

func (s *students) row(ctx context.Context, r *row) error {
	changes, err := s.read(ctx, r)
	if err != nil {
		return err
	}
	number, name := r.need("number"), r.need("name")
	if own := changes[student.FieldNumber]; own != "" && s.students.ID(own) == "" {
		as, err := s.alike("number", own, s.students.Alike(own), true)
		if err := r.refuseOrFail("number", err); err != nil {
			return err
		}
		if as != "" { // the record keeps its number
			changes[student.FieldNumber], number = as, as
		}
	}
	if own := changes[student.FieldNumber]; own != "" && s.students.ID(own) == "" && r.tellsOfChange() {
		r.refuse("number", fault.New(fault.NotFound, "roster.no_student"))
	}
	if err := s.checkName(ctx, r, number, name); err != nil {
		return err
	}
	s.named.add(number, changes)
	if !r.good() {
		r.refuse("", student.Check(withoutRefused(changes, r)))
		return s.settle(r, student.Unchanged)
	}
	if s.repeated(r, parse.NameKey(number), parse.NameKey(name), "number") {
		return s.settle(r, student.Unchanged)
	}
	effect, err := s.put(ctx, r, changes)
	if err != nil {
		return err
	}
	return s.settle(r, effect)
}

// checkName rejects a row of a list of status changes if name and number don't match, unless the row changes the name:
// otherwise the wrong student might be suspended.
func (s *students) checkName(ctx context.Context, r *row, number, name string) error {
	if !r.tellsOfChange() || s.students.ID(number) == "" || parse.Renames(r.text(string(student.FieldStatus))) {
		return nil
	}
	who, err := s.lookup.student(ctx, number)
	if err == nil && name != "" && !s.lookup.hasName(who, name) {
		r.refuse("name", fault.New(fault.Conflict, "roster.other_name"))
	}
	return err
}

// tellsOfChange reports whether a sheet lists status changes (学籍异动). It creates no students.
func (r *row) tellsOfChange() bool {
	column, there := r.layout.Column[string(student.FieldStatus)]
	return there && (strings.Contains(r.layout.Headers[column], "异动") || strings.Contains(r.layout.Headers[column], "变动"))
}

// withoutRefused leaves out the fields that have errors.
func withoutRefused(changes student.Changes, r *row) student.Changes {
	for name, column := range r.layout.Column {
		for _, p := range r.problems {
			if p.Column == parse.Clean(r.layout.Headers[column]) {
				delete(changes, student.Field(name))
			}
		}
	}
	return changes
}

// read converts the cells to the form that package student checks.
func (s *students) read(ctx context.Context, r *row) (student.Changes, error) {
	changes := make(student.Changes, len(r.layout.Column))
	for name := range r.layout.Column {
		text := r.text(name)
		if text == "" {
			continue
		}
		var err error
		switch field := student.Field(name); field {
		case student.FieldName:
			text = parse.PersonName(text)
		case student.FieldGender:
			text, err = parse.Genders.Read(text)
		case student.FieldStudyMode:
			text, err = parse.StudyModes.Read(text)
		case student.FieldStatus:
			if parse.KeepsStatus(text) { // 转专业 changes the class but not the status
				continue
			}
			text, err = parse.Statuses.Read(text)
		case student.FieldPhone:
			text, err = parse.Digits(text)
			text = phone.FromCell(text)
		case student.FieldEmergencyPhone:
			text, err = parse.Digits(text)
			text = phone.AnyFromCell(text)
		case student.FieldNationalID:
			text, err = parse.NationalID(text)
		case student.FieldCampus:
			text, err = s.lookup.campus(ctx, text)
		case student.FieldProgramme:
			text, err = s.lookup.programme(ctx, text)
		case student.FieldEntryYear:
			text, err = parse.Year(text)
		case student.FieldGraduation:
			text = r.date(name).String()
		case student.FieldNativePlace:
			if text, err = parse.Digits(text); !strings.ContainsAny(text, "0123456789") {
				// A place name: only place codes can be stored.
				s.noteOnce("roster.place_names", r.layout.Headers[r.layout.Column[name]])
				text = ""
			}
		case student.FieldNumber, student.FieldCreditsEarned, student.FieldCreditsRequired:
			text, err = parse.Digits(text)
		default:
		}
		if err := r.refuseOrFail(name, err); err != nil {
			return nil, err
		}
		if err == nil && text != "" {
			changes[student.Field(name)] = text
		}
	}
	return changes, nil
}

func (s *students) put(ctx context.Context, r *row, changes student.Changes) (student.Effect, error) {
	existing := s.students.ID(changes[student.FieldNumber])
	var draft account.Details
	var isNew bool
	var own string // ID of the account
	if text := changes[student.FieldPhone]; text != "" {
		var err error
		draft, own, isNew, err = s.accounts.Prepare(draftOf(text, changes[student.FieldName], s.College), existing)
		if err != nil {
			r.refuse("phone", err)
			r.refuse("", student.Check(withoutRefused(changes, r)))
			return student.Unchanged, nil
		}
	}
	out, err := s.students.Put(ctx, changes, own)
	if err != nil || !r.good() {
		if fault.Code(err) == "student.taken" { // two writers met: the transaction is lost
			return student.Unchanged, err
		}
		return student.Unchanged, r.refuseOrFail("", err)
	}
	if err := s.compareStudent(ctx, r, out); err != nil {
		return out.Effect, err
	}
	if out.Effect != student.Unchanged {
		if err := s.journal.wrote(ctx, r.Line, "student", out.ID, out.Before, out.After); err != nil {
			return out.Effect, err
		}
	}
	if out.Account != "" && out.Effect == student.Changed && changed(out, student.FieldStatus) {
		s.accounts.StatusChanged(out.Account)
	}
	switch {
	case out.Account == "":
		s.report.NoAccount++
	case isNew && out.Account == own:
		err = s.openAccount(ctx, r, out, draft)
	case out.Effect == student.Changed && out.Phone != "":
		err = s.updateAccount(ctx, r, out)
	}
	if err != nil {
		return out.Effect, err
	}
	return out.Effect, s.countLogin(ctx, out)
}

// countLogin counts a student whose new status ends or restores the login. An account that staff have closed stays
// closed either way.
func (s *students) countLogin(ctx context.Context, out student.Outcome) error {
	for _, c := range out.Changes {
		was, is := account.ClosedBy(c.Before), account.ClosedBy(c.After)
		if c.Field != student.FieldStatus || was == is || out.Account == "" {
			continue
		}
		enabled, err := db.New(s.q).SelectAccountEnabled(ctx, out.Account)
		if err != nil || !enabled {
			return sqldb.IgnoreMissing(err) // a new account isn't written yet, and counts as new
		}
		if is {
			s.countAffected(AffectedClosed)
		} else {
			s.countAffected(AffectedOpened)
		}
	}
	return nil
}

func draftOf(phone, name, college string) account.Details {
	return account.Details{Phone: phone, Name: name, Role: access.User, OrganizationName: college}
}

// openAccount creates the student's account.
func (s *students) openAccount(ctx context.Context, r *row, out student.Outcome, draft account.Details) error {
	number := out.NationalID
	if number.IsZero() && out.Effect == student.Changed {
		var err error
		if number, err = s.Students.NationalID(ctx, s.q, out.ID); err != nil {
			return err
		}
	}
	draft.Student, draft.LastSix = out.ID, secret.New(number.LastSix())
	opened, err := s.accounts.Open(ctx, out.Account, draft)
	if err != nil {
		return err
	}
	s.countAffected(AffectedAccounts)
	if err := s.journal.wrote(ctx, r.Line, "account", out.Account, nil, opened.After); err != nil {
		return err
	}
	if opened.Code.Empty() {
		return nil
	}
	return s.writeCode(r.text("number"), out.Name, out.Phone, opened.Code)
}

// writeCode writes a first password to the list that staff hand out.
func (s *students) writeCode(number, name, phone string, code secret.Text) error {
	s.report.Codes++
	s.countAffected(AffectedCodes)
	if s.job.TakeCode != nil {
		s.job.TakeCode([]string{number, name, phone, code.Reveal()})
		return nil
	}
	if s.codes == nil {
		if s.job.DryRun {
			return nil
		}
		return fault.New(fault.Invalid, "roster.no_codes_file")
	}
	if s.report.Codes == 1 {
		if err := s.codes.Write(CodesHead(s.job.Language)...); err != nil {
			return err
		}
	}
	return s.codes.Write(number, name, phone, code.Reveal())
}

// CodesHead returns the headers of a list of first passwords.
func CodesHead(lang locale.Language) []string {
	if lang == locale.Chinese {
		return []string{"学号", "姓名", "手机号", "一次性初始密码（只交给本人，发放后请删除本文件）"}
	}
	return []string{
		"Student number", "Name", "Phone",
		"One-time code (give it to this student only, then delete this file)",
	}
}

func changed(out student.Outcome, field student.Field) bool {
	return slices.ContainsFunc(out.Changes, func(c student.FieldChange) bool { return c.Field == field })
}

// updateAccount sets the account's phone and name.
func (s *students) updateAccount(ctx context.Context, r *row, out student.Outcome) error {
	before, after, err := s.accounts.SetOfficial(ctx, out.Account, out.Phone, out.Name)
	if err != nil || after == nil {
		return err
	}
	if changed(out, student.FieldPhone) {
		s.countAffected(AffectedPhones)
	}
	return s.journal.wrote(ctx, r.Line, "account", out.Account, before, after)
}

func (s *students) finish(ctx context.Context) error {
	if err := s.noteMissingStudents(ctx); err != nil {
		return err
	}
	if err := s.students.Flush(ctx); err != nil {
		return err
	}
	if err := s.accounts.Finish(ctx); err != nil {
		return err
	}
	if s.codes == nil {
		return nil
	}
	if err := s.codes.Close(); err != nil {
		return err
	}
	// The codes have to be on disk before their accounts are committed.
	return s.job.Codes.Sync()
}
