package account_test

import (
	"context"
	"sync"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// Staff who have lost their second factor need another registrar; they can't reset their own.
func TestResetFactor(t *testing.T) {
	var told []string
	tell := func(_ context.Context, _ sqldb.Querier, account string) error {
		told = append(told, account)
		return nil
	}
	eachCollege(t, func(o *account.Options) { o.FactorReset = tell }, func(t *testing.T, c *college) {
		told = nil
		b := c.browser()
		who := b.mustLogin(staffPhone, staffSecret)
		enrol(t, c, who)
		b.actor()
		helper := c.create(account.Details{
			Phone: "13800000300", Name: "Zhou", Role: access.Staff,
			Password: secret.New("Kite+Lamp+77"),
		}).ID
		colleague := access.Actor{Account: helper, Role: access.Staff, Scope: access.Registrar}
		wantCode(t, c.ResetFactor(t.Context(), who, c.staff), "account.own_factor")
		wantCode(t, c.ResetFactor(t.Context(), colleague, "nobody"), "account.not_found")
		wantCode(t, c.ResetFactor(t.Context(), colleague, c.student), "account.no_factor")
		for _, scope := range []access.Scope{access.Adviser, access.Recordist, access.Auditor} {
			wantCode(t, c.ResetFactor(t.Context(), access.Actor{Account: helper, Role: access.Staff, Scope: scope}, c.staff),
				"access.forbidden")
		}
		if len(told) != 0 {
			t.Fatalf("told %v", told)
		}
		wantCode(t, c.ResetFactor(t.Context(), colleague, c.staff), "")
		b.wantCode("account.session_ended")
		c.browser().mustLogin(staffPhone, staffSecret)
		if len(told) != 1 || told[0] != c.staff {
			t.Errorf("told %v", told)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM audit WHERE action = 'account.remove_factor' AND object = $1
			AND account_id = $2`, c.staff, helper); n != 1 {
			t.Errorf("%d rows in the log", n)
		}
		wantCode(t, c.ResetFactor(t.Context(), colleague, c.staff), "account.no_factor")
	})
}

// Nobody can close their own account, even with other registrars.
func TestOwnAccountStaysOpen(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		who := c.staffActor()
		other := c.create(account.Details{Phone: "13800000300", Name: "Zhou", Role: access.Staff}).ID
		wantCode(t, c.SetEnabledOfOther(t.Context(), who, c.staff, false, ""), "account.close_own")
		wantCode(t, c.SetEnabledOfOther(t.Context(), who, other, false, "left"), "")
		found, err := c.Find(t.Context(), who, other)
		if err != nil || found.Enabled || found.ClosedReason != "left" || !found.FirstPassword || found.OnlyRegistrar {
			t.Errorf("got %+v, %v", found, err)
		}
		wantCode(t, c.SetEnabledOfOther(t.Context(), who, other, true, ""), "")
		wantCode(t, c.SetEnabledOfOther(t.Context(), access.Actor{Account: other, Role: access.Staff, Scope: access.Auditor},
			c.staff, false, ""), "access.forbidden")
	})
}

// Advisers, media staff and auditors don't count: without a registrar nobody could make another.
func TestOnlyRegistrarsCount(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		who := c.staffActor()
		for phone, scope := range map[string]access.Scope{
			"13800000301": access.Adviser, "13800000302": access.Recordist,
			"13800000303": access.Auditor,
		} {
			c.create(account.Details{
				Phone: phone, Name: string(scope), Role: access.Staff, Scope: scope, Classes: []string{"a"},
			})
		}
		closed := c.create(account.Details{Phone: "13800000304", Name: "closed", Role: access.Staff}).ID
		wantCode(t, c.SetEnabled(t.Context(), who, closed, false, ""), "")
		wantCode(t, c.SetRole(t.Context(), who, c.staff, access.Staff, access.Auditor, nil), "account.last_admin")
		wantCode(t, c.SetEnabled(t.Context(), access.System(), c.staff, false, ""), "account.last_admin")
		list, err := c.List(t.Context(), who, account.Search{Role: access.Staff})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.OnlyRegistrar != (p.ID == c.staff) {
				t.Errorf("%s: only registrar %v", p.Name, p.OnlyRegistrar)
			}
		}
		if advisers, err := c.List(t.Context(), who, account.Search{Role: access.Staff, Scope: access.Adviser}); err != nil ||
			len(advisers) != 1 || advisers[0].Name != "adviser" {
			t.Errorf("got %+v, %v", advisers, err)
		}
	})
}

// If two registrars close or demote each other at the same moment, one of them stays.
func TestLastRegistrarStaysInARace(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		for round := range 8 {
			phone := "1380000040" + string(rune('0'+round))
			other := c.create(account.Details{Phone: phone, Name: "Zhou", Role: access.Staff}).ID
			var all sync.WaitGroup
			for i, id := range []string{c.staff, other} {
				all.Go(func() {
					if (round+i)%2 == 0 {
						_ = c.SetEnabled(t.Context(), access.System(), id, false, "") // one of the two is refused
					} else {
						_ = c.SetRole(t.Context(), access.System(), id, access.Staff, access.Auditor, nil)
					}
				})
			}
			all.Wait()
			if n := dbtest.Count(t, c.db, `SELECT count(*) FROM account WHERE role = 'admin'
				AND scope = 'registrar' AND enabled`); n != 1 {
				t.Fatalf("round %d: %d registrars", round, n)
			}
			wantCode(t, c.SetRole(t.Context(), access.System(), c.staff, access.Staff, access.Registrar, nil), "")
			wantCode(t, c.SetEnabled(t.Context(), access.System(), c.staff, true, ""), "")
			wantCode(t, c.SetRole(t.Context(), access.System(), other, access.Staff, access.Auditor, nil), "")
		}
	})
}
