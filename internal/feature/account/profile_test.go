package account_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
)

func TestEditProfile(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		actor := c.browser().mustLogin(studentPhone, lastSix)
		for _, tc := range []struct{ name, field, text, code string }{
			{"[5.2] nickname", "nickname", " 小林 ", ""},
			{"[5.2] nickname is required", "nickname", " ", "account.field_required"},
			{"[5.2] email", "email", "lin@example.edu.cn", ""},
			{"[5.2] email is required", "email", "", "account.field_required"},
			{"email with a name", "email", "Lin <lin@example.edu>", "account.email_malformed"},
			{"email without a domain", "email", "lin@localhost", "account.email_malformed"},
			{"email with a header", "email", "lin@example.edu\r\nBcc: x", "account.email_malformed"},
			{"Hong Kong", "countryRegion", "HK", ""},
			{"[5.2] country/region", "countryRegion", "cn", ""},
			{"[5.2] country/region is required", "countryRegion", "", "account.field_required"},
			{"country of three letters", "countryRegion", "CHN", "account.country_malformed"},
			{"no country", "countryRegion", "ZZ", "account.country_malformed"},
			{"unknown country", "countryRegion", "QX", "account.country_malformed"},
			{"[5.2] area", "area", "330106", ""},
			{"[5.2] area is required", "area", "", "account.field_required"},
			{"area of five digits", "area", "33010", "account.area_malformed"},
			{"[3.9] area that is nowhere", "area", "999999", "account.area_malformed"},
			{"[3.9] location that is nowhere", "location", "330199", "account.area_malformed"},
			{"location is the area", "location", "110000", ""},
			{"[5.2] 200 words", "introduction", strings.Repeat("字", 200), ""},
			{"[5.2] 201 words", "introduction", strings.Repeat("字", 201), "account.introduction_long"},
			{"lines", "introduction", "one\r\ntwo", ""},
			{"one endless word", "introduction", strings.Repeat("x", 5000), "account.field_long"},
			{"NUL", "introduction", "a\x00b", "account.field_characters"},
			{"website", "personalWebsite", "https://example.edu/~lin", ""},
			{"no website", "personalWebsite", "", ""},
			{"script", "personalWebsite", "javascript:alert(1)", "account.website_malformed"},
			{"script with a host", "personalWebsite", "javascript://x/%0aalert(1)", "account.website_malformed"},
			{"data", "personalWebsite", "data:text/html,x", "account.website_malformed"},
			{"no scheme", "personalWebsite", "example.edu", "account.website_malformed"},
			{"password in it", "personalWebsite", "https://a:b@example.edu", "account.website_malformed"},
			{"job", "job", "student", ""},
			{"two lines of job", "jobName", "a\nb", "account.field_characters"},
			{"[6.1] role is official", "role", "admin", "account.field_official"},
			{"name is official", "name", "x", "account.field_official"},
			{"phone is official", "phone", "x", "account.field_official"},
			{"organization is official", "organization", "x", "account.field_official"},
			{"registrationDate is official", "registrationDate", "x", "account.field_official"},
			{"accountId is official", "accountId", "x", "account.field_official"},
			{"certification is official", "certification", "x", "account.field_official"},
			{"unknown", "password", "x", "account.field_unknown"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				_, err := c.EditProfile(t.Context(), actor, map[string]string{tc.field: tc.text})
				wantCode(t, err, tc.code)
			})
		}
		_, err := c.EditProfile(t.Context(), actor, map[string]string{"nickname": "changed", "email": "bad", "role": "admin"})
		if got := fault.All(err); len(got) != 2 {
			t.Errorf("all that is wrong: %v", err)
		}
		if n := dbtest.Count(t, c.db, `SELECT count(*) FROM account WHERE email <> ''`); n != 0 ||
			c.email != "lin@example.edu.cn" {
			t.Errorf("[2.20] the record got %q, and %d accounts keep one of their own", c.email, n)
		}
		got, err := c.Profile(t.Context(), actor)
		if err != nil || got.Nickname != "小林" || got.Country != "CN" || got.Area != "110000" || got.Role != access.User ||
			got.Introduction != "one\ntwo" || got.Website != "" || got.Job != "student" ||
			!got.Registered.Equal(noon) || got.Phone != studentPhone {
			t.Errorf("[3.2] profile %+v, %v", got, err)
		}
		rows, err := audit.List(t.Context(), c.db.Reader(), c.student, 1)
		if err != nil || rows[0].Action != "account.edit_profile" || rows[0].After != `{"fields":["job"]}` {
			t.Errorf("audit %+v, %v", rows, err)
		}
	})
}

func TestAvatar(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		b := c.browser()
		actor := b.mustLogin(studentPhone, lastSix)
		var keys []string
		for range 2 {
			key, err := c.SetAvatar(t.Context(), actor, grayPNG(t))
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
		if p, err := c.Profile(t.Context(), actor); err != nil || p.Avatar != keys[1] {
			t.Fatalf("profile %+v, %v", p, err)
		}
		good := c.AvatarTicket(actor, keys[1])
		file, _, err := c.Avatar(t.Context(), good, b.device)
		if err != nil {
			t.Fatal(err)
		}
		head := make([]byte, 3)
		if _, err := io.ReadFull(file, head); err != nil || string(head) != "\xff\xd8\xff" {
			t.Errorf("stored %x, %v", head, err)
		}
		_ = file.Close()
		_, _, err = c.Avatar(t.Context(), c.AvatarTicket(actor, keys[0]), b.device)
		wantCode(t, err, "blob.not_found") // the old one is gone
		forged, other := good, good
		forged.Until++
		other.Session = c.browser().mustLogin(studentPhone, lastSix).Session
		for _, bad := range []account.Ticket{forged, other, {Name: "x", MAC: good.MAC, Until: good.Until}, {}} {
			_, _, err = c.Avatar(t.Context(), bad, b.device)
			wantCode(t, err, "account.avatar_ticket")
		}
		_, _, err = c.Avatar(t.Context(), good, "another device")
		wantCode(t, err, "account.avatar_ticket")
		for range 14 { // the session lasts longer than the ticket
			c.clock.pass(time.Hour)
			b.actor()
			c.WriteSeen(t.Context())
		}
		_, _, err = c.Avatar(t.Context(), good, b.device)
		wantCode(t, err, "account.avatar_ticket")
	})
}

// No refusal reveals a secret or personal data, in any language.
func TestRefusalsTellNothingPrivate(t *testing.T) {
	eachCollege(t, nil, func(t *testing.T, c *college) {
		const canary = "Canary7Secret"
		actor := c.browser().mustLogin(studentPhone, lastSix)
		var errs []error
		note := func(err error) { errs = append(errs, err) }
		note(c.browser().login(studentPhone, canary))
		note(c.browser().login(canary, canary))
		note(c.browser().login(studentPhone, strings.Repeat(canary, 20)))
		for _, field := range []string{
			"nickname", "email", "area", "countryRegion", "personalWebsite",
			"introduction", "name", canary,
		} {
			_, err := c.EditProfile(t.Context(), actor, map[string]string{field: canary + "\x00"})
			note(err)
		}
		_, err := c.Create(t.Context(), access.System(),
			account.Details{Phone: studentPhone, Name: canary, Role: access.User})
		note(err)
		_, err = c.Create(t.Context(), access.System(), account.Details{Phone: canary, Name: canary, Role: access.User})
		note(err)
		note(c.EndSession(t.Context(), actor, canary))
		_, err = c.Find(t.Context(), c.staffActor(), canary)
		note(err)
		_, err = c.Resolve(t.Context(), account.Call{Token: canary, Identity: canary, Device: canary})
		note(err)
		for i, err := range errs {
			if err == nil {
				t.Errorf("%d was not refused", i)
				continue
			}
			texts := []string{err.Error(), fmt.Sprintf("%+v", err)}
			for _, f := range fault.All(err) {
				for _, lang := range locale.Languages {
					texts = append(texts, locale.Text(lang, f.Code, f.Params))
				}
			}
			for _, text := range texts {
				if strings.Contains(text, canary) || strings.Contains(text, studentPhone) || strings.Contains(text, lastSix) {
					t.Errorf("%d tells: %s", i, text)
				}
			}
		}
	})
}

func TestEveryRefusalHasASentence(t *testing.T) {
	keys := map[string]bool{}
	for _, key := range locale.Keys(locale.English) {
		keys[key] = true
	}
	zh := map[string]bool{}
	for _, key := range locale.Keys(locale.Chinese) {
		zh[key] = true
	}
	if diff := cmp.Diff(keys, zh); diff != "" {
		t.Errorf("the catalogues differ (-en-US +zh-CN):\n%s", diff)
	}
	for _, code := range codesInSource(t) {
		if !keys[code] {
			t.Errorf("%s has no sentence", code)
		}
	}
}
