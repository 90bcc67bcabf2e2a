package account

import (
	"context"
	"strings"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/sqldb"
)

// A Search narrows down a list of accounts. After is the last account of the page before.
type Search struct {
	// Text is a whole phone number, a part of a name, or what finds the student. Of very many matches only some are found.
	Text  string
	Role  access.Role
	Scope access.Scope // of staff
	// Teachers finds only accounts of teachers, and those of role user that aren't linked to anyone yet.
	Teachers bool
	After    Profile
	Limit    int
}

const maxPage = 200

// List returns accounts for staff, ordered by name.
func (s *Service) List(ctx context.Context, who access.Actor, f Search) ([]Profile, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	if f.Limit <= 0 || f.Limit > maxPage {
		f.Limit = maxPage
	}
	rows, err := f.rows(ctx, s.db.Reader())
	if err != nil {
		return nil, wrap("list accounts", err)
	}
	out := make([]Profile, 0, len(rows))
	for _, row := range rows {
		one := toProfile(row.Account, row.StudentEmail, row.StudentStatus)
		one.FirstPassword, one.SecondFactor = row.Kind != KindOwn, len(row.Totp) > 0
		one.TeacherNumber, one.TeacherName, one.TeacherNameEn = row.TeacherNumber, row.TeacherName, row.TeacherNameEn
		out = append(out, one)
	}
	return out, markOnlyRegistrar(ctx, s.db.Reader(), out)
}

// rows reads the accounts in the way that reads the fewest: a college has far more students than staff.
func (f *Search) rows(ctx context.Context, q sqldb.Querier) ([]db.SearchAccountsRow, error) {
	few := f.Role == access.Staff || f.Scope != "" || f.Teachers
	var ofTeachers int64
	if f.Teachers {
		ofTeachers = 1
	}
	switch text := strings.TrimSpace(f.Text); {
	case text != "":
		number, isPhone := phone.Parse(text)
		if isPhone { // stored without formatting
			text = number
		}
		key := fold.Token(text)
		first, until := fold.Range(key)
		if key == "" { // only signs, which nothing begins with
			until = first
		}
		studentUntil := until
		if few { // an empty range: students' tokens aren't read
			studentUntil = first
		}
		return db.New(q).SearchAccounts(ctx, db.SearchAccountsParams{
			Phone: number, First: first, Until: until, StudentUntil: studentUntil, AfterName: f.After.Name,
			AfterID: f.After.ID, Role: string(f.Role), Scope: string(f.Scope), OfTeachers: ofTeachers, Page: int32(f.Limit),
		})
	case few:
		rows, err := db.New(q).ListFewAccounts(ctx, db.ListFewAccountsParams{
			Role: string(f.Role), Scope: string(f.Scope), OfTeachers: ofTeachers, AfterName: f.After.Name,
			AfterID: f.After.ID, Page: int32(f.Limit),
		})
		return converted(rows, func(r db.ListFewAccountsRow) db.SearchAccountsRow { return db.SearchAccountsRow(r) }), err
	default:
		rows, err := db.New(q).ListAccounts(ctx, db.ListAccountsParams{
			Role: string(f.Role), AfterName: f.After.Name, AfterID: f.After.ID, Page: int32(f.Limit),
		})
		return converted(rows, func(r db.ListAccountsRow) db.SearchAccountsRow { return db.SearchAccountsRow(r) }), err
	}
}

func converted[In any](rows []In, convert func(In) db.SearchAccountsRow) []db.SearchAccountsRow {
	out := make([]db.SearchAccountsRow, 0, len(rows))
	for _, row := range rows {
		out = append(out, convert(row))
	}
	return out
}

// index writes the search tokens of an account that isn't only a student's. Call it after every change of its name,
// role, student or teacher.
func index(ctx context.Context, q sqldb.Querier, account string) error {
	row, err := db.New(q).SelectAccount(ctx, account)
	if err != nil {
		return wrap("read an account", err)
	}
	if row.Role == string(access.User) && row.TeacherID == "" && row.StudentID != "" {
		return lookup.Delete(ctx, q, lookup.Account, account)
	}
	return lookup.Put(ctx, q, lookup.Account, account, []byte(row.Name), lookup.Parts(row.Name))
}

// Find returns one account for staff.
func (s *Service) Find(ctx context.Context, who access.Actor, id string) (Profile, error) {
	if err := access.Admin.Check(who); err != nil {
		return Profile{}, err
	}
	found, err := s.profile(ctx, s.db.Reader(), id)
	if err != nil {
		return Profile{}, err
	}
	if found.Teacher != "" {
		teacher, err := db.New(s.db.Reader()).SelectTeacher(ctx, found.Teacher)
		if sqldb.IgnoreMissing(err) != nil {
			return Profile{}, wrap("name the teacher of an account", err)
		}
		found.TeacherNumber, found.TeacherName, found.TeacherNameEn = teacher.Number, teacher.Name, teacher.NameEn
	}
	list := []Profile{found}
	err = markOnlyRegistrar(ctx, s.db.Reader(), list)
	return list[0], err
}
