package account

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/region"
	"lectern/internal/kernel/sqldb"

	"golang.org/x/text/language"
)

// A Profile is an account's details (row 3.2). Area is the location's six-digit region code.
type Profile struct {
	ID               string
	Phone            string
	Name             string
	NameLatin        string // a student's, read from the record
	Role             access.Role
	Scope            access.Scope // of staff
	Classes          []string     // of an adviser
	Student          string
	Teacher          string // the linked teacher, if any
	TeacherName      string // for staff, as TeacherNameEn
	TeacherNameEn    string
	TeacherNumber    string // for staff
	Enabled          bool
	Nickname         string
	Email            string // a student's is read from the record
	Country          string
	Area             string
	LocationName     string
	Introduction     string
	Website          string
	Job              string
	JobName          string
	Organization     string
	OrganizationName string
	Certification    string
	Avatar           string // key in the blob store; empty without one
	Registered       time.Time
	LastLogin        time.Time // zero before the first
	FirstPassword    bool      // the first password has not been changed yet
	SecondFactor     bool
	ClosedReason     string // why staff closed it
	OnlyRegistrar    bool   // for staff: the last registrar, whose account can't be closed or given another scope
}

// official lists the fields that belong to the college and can't be edited in the profile.
var official = map[string]bool{
	"name": true, "phone": true, "organization": true, "organizationName": true, "registrationDate": true,
	"accountId": true, "certification": true, "role": true,
}

// editable describes how a field is checked and stored.
type editable struct {
	required bool
	clean    func(field, text string) (string, error)
	place    func(*db.Account) *string
}

// fields lists what the owner may edit. Nickname, email, country and area can't be empty (row 5.2).
var fields = map[string]editable{
	"nickname": {true, atMost(50), func(a *db.Account) *string { return &a.Nickname }},
	"email": {true, func(_, text string) (string, error) {
		return cleanEmail(
			text)
	}, func(a *db.Account) *string { return &a.Email }},
	"countryRegion": {true, cleanCountry, func(a *db.Account) *string { return &a.Country }},
	"area":          {true, cleanArea, func(a *db.Account) *string { return &a.Area }},
	// The specification's name for area.
	"location":        {true, cleanArea, func(a *db.Account) *string { return &a.Area }},
	"locationName":    {false, atMost(100), func(a *db.Account) *string { return &a.LocationName }},
	"introduction":    {false, cleanIntroduction, func(a *db.Account) *string { return &a.Introduction }},
	"personalWebsite": {false, cleanWebsite, func(a *db.Account) *string { return &a.Website }},
	"job":             {false, atMost(50), func(a *db.Account) *string { return &a.Job }},
	"jobName":         {false, atMost(50), func(a *db.Account) *string { return &a.JobName }},
}

// Profile returns the caller's own profile.
func (s *Service) Profile(ctx context.Context, who access.Actor) (Profile, error) {
	return s.profile(s.db.WithoutCancel(ctx), s.db.Reader(), who.Account)
}

func (s *Service) profile(ctx context.Context, q sqldb.Querier, id string) (Profile, error) {
	row, err := db.New(q).SelectProfile(ctx, id)
	if err != nil {
		return Profile{}, sqldb.Missing(err, "account.not_found")
	}
	out := toProfile(row.Account, row.StudentEmail, row.StudentStatus)
	out.NameLatin = row.StudentNameLatin.String
	out.FirstPassword, out.SecondFactor = row.Kind != KindOwn, len(row.Totp) > 0
	return out, nil
}

func toProfile(row db.Account, email, status sql.NullString) Profile {
	out := Profile{
		ID: row.ID, Phone: row.Phone, Name: row.Name, Role: access.Role(row.Role), Scope: access.Scope(row.Scope),
		Classes: []string{}, Student: row.StudentID, Teacher: row.TeacherID, Enabled: row.Enabled,
		Nickname: row.Nickname, Email: row.Email, Country: row.Country, Area: row.Area, LocationName: row.LocationName,
		Introduction: row.Introduction, Website: row.Website, Job: row.Job, JobName: row.JobName,
		Organization: row.Organization, OrganizationName: row.OrganizationName, Certification: row.Certification,
		Avatar: row.Avatar, Registered: time.UnixMilli(row.RegisteredAt), LastLogin: sqldb.Instant(row.LoginAt),
		ClosedReason: row.ClosedReason,
	}
	if row.StudentID != "" {
		out.Email, out.Certification = email.String, status.String
	}
	if row.Classes != "" {
		out.Classes = strings.Split(row.Classes, "\n")
	}

	return out
}

// EditProfile changes the named fields of the caller's profile and returns all of it. A field of the college is
// account.field_official, an unknown one account.field_unknown; either all fields change or none. A student's email
// address goes to the record.
func (s *Service) EditProfile(ctx context.Context, who access.Actor, edits map[string]string) (Profile, error) {
	clean, err := cleanEdits(edits)
	if err != nil {
		return Profile{}, err
	}
	var out Profile
	err = s.db.Write(ctx, func(q sqldb.Querier) error {
		row, err := s.accountIn(ctx, q, who.Account)
		if err != nil {
			return err
		}
		if email, given := clean["email"]; given && row.StudentID != "" {
			if err := s.o.SetStudentEmail(ctx, q, who, email); err != nil {
				return err
			}
		}
		var changed []string
		for name, text := range clean {
			if name == "email" && row.StudentID != "" {
				continue // reported above
			}
			if place := fields[name].place(&row); *place != text {
				*place = text
				changed = append(changed, name)
			}
		}
		if len(changed) > 0 {
			if err := s.storeProfile(ctx, q, who, row, changed); err != nil {
				return err
			}
		}
		out, err = s.profile(ctx, q, who.Account)
		return err
	})
	if err != nil {
		return Profile{}, err
	}
	return out, nil
}

// storeProfile writes the row. The log has only the fields' names: the values are personal.
func (s *Service) storeProfile(
	ctx context.Context, q sqldb.Querier, who access.Actor, row db.Account, changed []string,
) error {
	slices.Sort(changed)
	err := db.New(q).UpdateProfile(ctx, db.UpdateProfileParams{
		ID: row.ID, Nickname: row.Nickname, Email: row.Email, Country: row.Country,
		Area: row.Area, LocationName: row.LocationName, Introduction: row.Introduction, Website: row.Website,
		Job: row.Job, JobName: row.JobName,
	})
	if err != nil {
		return wrap("store a profile", err)
	}
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.now(), Action: "account.edit_profile", Object: row.ID, After: map[string]any{"fields": changed}})
}

// cleanEdits checks every field and reports all errors.
func cleanEdits(edits map[string]string) (map[string]string, error) {
	out := make(map[string]string, len(edits))
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		field, known := fields[name]
		switch {
		case official[name]:
			wrong = append(wrong, fault.New(fault.Forbidden, "account.field_official", "field", name))
			continue
		case name == "avatar":
			wrong = append(wrong, fault.New(fault.Invalid, "account.field_avatar"))
			continue
		case !known:
			wrong = append(wrong, fault.New(fault.Invalid, "account.field_unknown", "field", fieldName(name)))
			continue
		}
		text := strings.TrimSpace(edits[name])
		if text == "" && field.required {
			wrong = append(wrong, fault.New(fault.Invalid, "account.field_required", "field", name))
			continue
		}
		if text != "" {
			var err error
			if text, err = field.clean(name, text); err != nil {
				wrong = append(wrong, err)
				continue
			}
		}
		out[name] = text
	}
	if area, both := out["area"]; both && out["location"] != "" && out["location"] != area {
		wrong = append(wrong, fault.New(fault.Invalid, "account.area_twice"))
	}
	return out, errors.Join(wrong...)
}

// Editable reports whether the owner may edit a field of the profile.
func Editable(field string) bool { _, ok := fields[field]; return ok }

// fieldName repeats an unknown field's name if it looks like one. Anything else may be a value in the wrong place, such
// as a phone number, and values are never repeated.
func fieldName(text string) string {
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
	if len(text) > 40 || strings.ContainsFunc(text, func(r rune) bool { return !letter(r) }) {
		return "…"
	}
	return text
}

func atMost(most int) func(field, text string) (string, error) {
	return func(field, text string) (string, error) { return cleanText(field, text, most, false) }
}

// cleanText refuses text that can't be stored or shown: control characters (line breaks only where lines is set),
// invalid UTF-8, or too long.
func cleanText(field, text string, most int, lines bool) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	bad := func(r rune) bool { return unicode.IsControl(r) && (!lines || r != '\n' && r != '\t') }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, bad) {
		return "", fault.New(fault.Invalid, "account.field_characters", "field", field)
	}
	if utf8.RuneCountInString(text) > most {
		return "", fault.New(fault.Invalid, "account.field_long", "field", field, "max", strconv.Itoa(most))
	}
	return text, nil
}

const maxIntroduction = 4000

func cleanIntroduction(field, text string) (string, error) {
	text, err := cleanText(field, text, maxIntroduction, true)
	if err == nil && Words(text) > maxWords {
		return "", fault.New(fault.Invalid, "account.introduction_long")
	}
	return text, err
}

func cleanEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > 254 ||
		!strings.Contains(text[strings.LastIndex(text, "@")+1:], ".") {
		return "", fault.New(fault.Invalid, "account.email_malformed")
	}
	return text, nil
}

func cleanCountry(_, text string) (string, error) {
	country, err := language.ParseRegion(text)
	if err != nil || len(text) != 2 || !country.IsCountry() {
		return "", fault.New(fault.Invalid, "account.country_malformed")
	}
	return country.String(), nil
}

func cleanArea(_, text string) (string, error) {
	if !region.Known(text) {
		return "", fault.New(fault.Invalid, "account.area_malformed")
	}
	return text, nil
}

// cleanWebsite refuses javascript: and data: URLs.
func cleanWebsite(field, text string) (string, error) {
	text, err := cleanText(field, text, 500, false)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		strings.ContainsAny(text, " \\") {
		return "", fault.New(fault.Invalid, "account.website_malformed")
	}
	return text, nil
}

func (s *Service) account(ctx context.Context, id string) (db.Account, error) {
	return s.accountIn(ctx, s.db.Reader(), id)
}

func (s *Service) accountIn(ctx context.Context, q sqldb.Querier, id string) (db.Account, error) {
	row, err := db.New(q).SelectAccount(ctx, id)
	return row, sqldb.Missing(err, "account.not_found")
}
