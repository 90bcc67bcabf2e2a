package access_test

import (
	"slices"
	"testing"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

func TestPolicies(t *testing.T) {
	visitor, student, admin := access.Actor{}, access.Actor{Account: "a", Role: access.User},
		access.Actor{Account: "b", Role: access.Staff, Scope: access.Registrar}
	for _, tc := range []struct {
		policy                  access.Policy
		visitor, student, admin string // the code of the refusal
	}{
		{access.Open, "", "", ""},
		{access.Anyone, "", "", ""},
		{access.SignedURL, "", "", ""},
		{access.SignedIn, "access.signed_out", "", ""},
		{access.Admin, "access.signed_out", "access.forbidden", ""},
		{0, "access.signed_out", "access.signed_out", "access.signed_out"},
	} {
		t.Run("[6.1] "+tc.policy.String(), func(t *testing.T) {
			for _, c := range []struct {
				who  access.Actor
				want string
			}{{visitor, tc.visitor}, {student, tc.student}, {admin, tc.admin}} {
				if got := fault.Code(tc.policy.Check(c.who)); got != c.want {
					t.Errorf("%+v: got %q, want %q", c.who, got, c.want)
				}
			}
		})
	}
	for scope, want := range map[access.Scope][]access.Policy{
		access.Registrar: {access.Admin, access.Working, access.Advising, access.Recordings, access.Auditing},
		access.Adviser:   {access.Working, access.Advising}, access.Recordist: {access.Working, access.Recordings},
		access.Auditor: {access.Working, access.Auditing},
		"":             nil, "other": nil,
	} {
		for _, policy := range []access.Policy{
			access.Admin, access.Working, access.Advising,
			access.Recordings, access.Auditing,
		} {
			got := policy.Check(access.Actor{Account: "b", Role: access.Staff, Scope: scope}) == nil
			if got != slices.Contains(want, policy) {
				t.Errorf("[6.1] scope %q, policy %s: %v", scope, policy, got)
			}
			if policy.Check(access.Actor{Account: "b", Role: access.User, Scope: scope}) == nil {
				t.Errorf("[6.1] a student with the scope %q passes %s", scope, policy)
			}
		}
	}
	adviser := access.Actor{Account: "b", Role: access.Staff, Scope: access.Adviser, Classes: "A1\nA2"}
	if !adviser.Advises("A2") || adviser.Advises("A") || adviser.Advises("") || !admin.Advises("") ||
		(access.Actor{Scope: access.Adviser}).Advises("") {
		t.Error("Advises is wrong")
	}
	if access.Policy(0).Valid() || access.Policy(200).Valid() || !access.Admin.Valid() {
		t.Error("Valid is wrong")
	}
	if who := access.System(); !who.SignedIn() || who.Role != access.Staff || visitor.SignedIn() {
		t.Error("SignedIn is wrong")
	}
}
