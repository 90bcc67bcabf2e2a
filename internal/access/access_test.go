package access_test

import (
	"testing"

	"lectern/internal/access"
	"lectern/internal/fault"
)

func TestPolicies(t *testing.T) {
	visitor, student, admin := access.Actor{}, access.Actor{Account: "a", Role: access.User}, access.Actor{Account: "b", Role: access.Staff}
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
	if access.Policy(0).Valid() || access.Policy(200).Valid() || !access.Admin.Valid() {
		t.Error("Valid is wrong")
	}
	if who := access.System(); !who.SignedIn() || who.Role != access.Staff || visitor.SignedIn() {
		t.Error("SignedIn is wrong")
	}
}
