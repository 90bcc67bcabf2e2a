package account

import (
	"context"
	"database/sql"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

// A Bulk creates many accounts in one transaction by the rules of CreateIn. It holds the phones of all accounts in
// memory. It is not safe for concurrent use.
type Bulk struct {
	s           *Service
	q           sqldb.Querier
	who         access.Actor
	owners      map[string]owner // by phone
	accounts    *sqldb.Batch
	credentials *sqldb.Batch
	proofs      [][]any // of accounts that may still be queued
	trail       []audit.Entry
	statuses    []string // accounts whose student got another status
}

type owner struct{ account, student, name string }

// trailLength bounds how many audit rows wait to be written.
const trailLength = 500

// Bulk starts the creation of many accounts. Staff only.
func (s *Service) Bulk(ctx context.Context, q sqldb.Querier, who access.Actor) (*Bulk, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	b := &Bulk{
		s: s, q: q, who: who, owners: map[string]owner{},
		accounts:    sqldb.NewBatch(q, "account", accountColumns()...),
		credentials: sqldb.NewBatch(q, "credential", credentialColumns()...),
	}
	if err := countSessionChange(ctx, q); err != nil {
		// Fail now rather than lose minutes of work to another writer.
		return nil, err
	}
	err := sqldb.Each(ctx, q, "list accounts", `SELECT id, phone, student_id, name FROM account`,
		nil, func(row *sql.Rows) error {
			var o owner
			var phone string
			err := row.Scan(&o.account, &phone, &o.student, &o.name)
			b.owners[phone] = o
			return err
		})
	return b, err
}

// Prepare checks the details before the student's record is written: account.exists if the phone belongs to staff,
// student.phone_taken if it belongs to another student. student is empty for a new one. It returns the ID for a new
// account, or that of the existing one.
func (b *Bulk) Prepare(d Details, student string) (clean Details, account string, fresh bool, err error) {
	if d, err = d.clean(); err != nil {
		return d, "", false, err
	}
	if o, taken := b.owners[d.Phone]; taken {
		switch {
		case o.student == "":
			return d, "", false, fault.New(fault.Conflict, "account.exists", "name", o.name)
		case o.student != student:
			return d, "", false, fault.New(fault.Conflict, "student.phone_taken", "name", o.name)
		}
		return d, o.account, false, nil
	}
	return d, sqldb.NewID(), true, nil
}

// Opened is a new account with a copy of its rows.
type Opened struct {
	Created
	After snapshot.Copy
}

// Open creates the account of prepared details under the ID that Prepare returned.
func (b *Bulk) Open(ctx context.Context, account string, d Details) (Opened, error) {
	credential, code := b.s.firstCredential(account, d)
	row := []any{
		account, d.Phone, d.Name, string(d.Role), d.Student, true, "", d.Email, "", "", "", "", "", "", "",
		d.Organization, d.OrganizationName, d.Certification, "", b.s.now().UnixMilli(), int64(0), string(d.Scope), "", "", "",
	}
	proof := []any{
		account, credential.Kind, credential.Secret, credential.ChangedAt, credential.CodeUntil, "",
		credential.Totp, credential.Totp, int64(0),
	}
	out := Opened{Created: Created{ID: account, Code: code}}
	if err := b.accounts.Add(ctx, row...); err != nil {
		return out, wrap("insert accounts", err)
	}
	b.proofs = append(b.proofs, proof)
	b.owners[d.Phone] = owner{account, d.Student, d.Name}
	b.trail = append(b.trail, b.s.created(account, d, credential.Kind))
	var err error
	out.After, err = snapshot.Of([]snapshot.Row{{Columns: accountColumns(), Values: row}},
		[]snapshot.Row{{Columns: credentialColumns(), Values: proof}})
	if err == nil && len(b.trail) >= trailLength {
		err = b.flush(ctx)
	}
	return out, err
}

// SetOfficial updates an account's phone and name from the student's record. It returns copies of the rows before and
// after; both are empty if nothing changed.
func (b *Bulk) SetOfficial(ctx context.Context, account, phone, name string) (before, after snapshot.Copy, err error) {
	row, err := b.s.accountIn(ctx, b.q, account)
	if err != nil || row.Phone == phone && row.Name == name {
		return nil, nil, err
	}
	if before, err = Rows().Take(ctx, b.q, account); err != nil {
		return nil, nil, err
	}
	err = b.s.SetOfficial(ctx, b.q, b.who, account, Details{
		Phone: phone, Name: name, Student: row.StudentID, Organization: row.Organization,
		OrganizationName: row.OrganizationName, Certification: row.Certification,
	})
	if err != nil {
		return nil, nil, err
	}
	delete(b.owners, row.Phone)
	b.owners[phone] = owner{account, row.StudentID, row.Name}
	after, err = Rows().Take(ctx, b.q, account)
	return before, after, err
}

// StatusChanged remembers that the student of an account has another status; see Finish.
func (b *Bulk) StatusChanged(account string) { b.statuses = append(b.statuses, account) }

// Finish writes the queued rows, and ends the sessions of students who may no longer log in. The students' records have
// been written.
func (b *Bulk) Finish(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	for _, account := range b.statuses {
		if err := b.s.endIfClosed(ctx, b.q, account); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bulk) flush(ctx context.Context) error {
	if err := b.accounts.Flush(ctx); err != nil { // other rows refer to these
		return wrap("insert accounts", err)
	}
	for _, proof := range b.proofs {
		if err := b.credentials.Add(ctx, proof...); err != nil {
			return wrap("insert credentials", err)
		}
	}
	b.proofs = b.proofs[:0]
	if err := b.credentials.Flush(ctx); err != nil {
		return wrap("insert credentials", err)
	}
	if err := countSessionChange(ctx, b.q); err != nil { // students who have left must be logged out
		return err
	}
	err := audit.AppendAll(ctx, b.q, b.who, b.trail)
	b.trail = b.trail[:0]
	return err
}

// Rows lists the tables that make up an account, for undoing an import.
func Rows() snapshot.Object {
	return snapshot.Object{
		{Name: "account", By: []string{"id"}, Key: []string{"id"}},
		{Name: "credential", By: []string{"account_id"}, Key: []string{"account_id"}},
	}
}

// Restore puts an account back as it was, or removes it if the copy is empty, in the caller's transaction. The caller
// has made sure that nobody has used it since. Staff only.
func (s *Service) Restore(
	ctx context.Context, q sqldb.Querier, who access.Actor, account string, was snapshot.Copy,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if err := Rows().Put(ctx, q, was, account); err != nil {
		return err
	}
	if err := countSessionChange(ctx, q); err != nil {
		return err
	}
	if len(was) > 0 {
		if err := s.endIfClosed(ctx, q, account); err != nil {
			return err
		}
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.now(), Action: "account.restore", Object: account, After: map[string]any{"removed": len(was) == 0},
	})
}

func accountColumns() []string {
	return []string{
		"id", "phone", "name", "role", "student_id", "enabled", "nickname", "email", "country", "area", "location_name",
		"introduction", "website", "job", "job_name", "organization", "organization_name", "certification", "avatar",
		"registered_at", "login_at", "scope", "classes", "closed_reason", "teacher_id",
	}
}

func credentialColumns() []string {
	return []string{
		"account_id", "kind", "secret", "changed_at", "code_until", "code_session",
		"totp", "totp_pending", "totp_step",
	}
}
