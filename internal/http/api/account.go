package api

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
)

type loginIn struct {
	Body struct {
		PhoneNumber string `json:"phoneNumber" example:"13800138000" doc:"Eleven digits for the mainland, or + and the country's number."`
		Password    string `json:"password" example:"Lectern2026"`
		FactorCode  string `json:"factorCode,omitempty" maxLength:"32" example:"492039" doc:"Code of two-step verification, after account.factor_required."`
	}
}

type wireLogin struct {
	ID   string `json:"id" doc:"For the header MiniProgramIdentity of later calls."`
	Name string `json:"name"`
}

func (a *api) login(ctx context.Context, _ access.Actor, in *loginIn) (wireLogin, error) {
	v, request := visitOf(ctx), server.RequestOf(ctx)
	out, err := a.Accounts.Login(ctx, account.Login{
		Token: v.token, Device: v.device, Address: request.Address, Agent: v.agent,
		Phone: in.Body.PhoneNumber, Password: secret.New(in.Body.Password), Factor: in.Body.FactorCode,
	})
	if err != nil {
		return wireLogin{}, err
	}
	request.Actor = out.Actor
	if out.Device != "" {
		a.setDevice(request.Header, out.Device)
	}
	return wireLogin{ID: out.Account, Name: out.Name}, nil
}

// wireUser is the user state of row 3.2, plus what the settings page needs.
type wireUser struct {
	Name             string `json:"name"`
	NameLatin        string `json:"nameLatin" doc:"A student's name in Latin letters, or empty."`
	Avatar           string `json:"avatar" doc:"Address of the picture, valid for some hours, or empty."`
	Job              string `json:"job"`
	Organization     string `json:"organization" doc:"In English."`
	Location         string `json:"location" doc:"Six-digit region code; the same as area."`
	Email            string `json:"email"`
	Introduction     string `json:"introduction"`
	PersonalWebsite  string `json:"personalWebsite"`
	JobName          string `json:"jobName"`
	OrganizationName string `json:"organizationName" doc:"In Chinese."`
	LocationName     string `json:"locationName"`
	Phone            string `json:"phone"`
	RegistrationDate string `json:"registrationDate" format:"date-time"`
	AccountID        string `json:"accountId"`
	Certification    string `json:"certification" doc:"A student's enrolment status, or empty."`
	Role             string `json:"role" enum:"user,admin"`
	Scope            string `json:"scope" enum:"registrar,adviser,media,auditor," doc:"The responsibility of the role admin, so that pages offer only what the account may do; otherwise empty."`
	Teaching         bool   `json:"teaching" doc:"The account belongs to a teacher and may open the teaching pages."`
	Nickname         string `json:"nickname"`
	CountryRegion    string `json:"countryRegion" doc:"ISO 3166-1 alpha-2."`
	Area             string `json:"area" doc:"Six-digit region code."`
	FirstPassword    bool   `json:"firstPassword" doc:"The first password hasn't been changed."`
	SecondFactor     bool   `json:"secondFactor" doc:"Two-step verification is on."`
	MustChange       bool   `json:"mustChangePassword" doc:"All else is refused until the password is changed."`
	MustEnrol        bool   `json:"mustEnrolFactor" doc:"All else is refused until two-step verification is set up."`
}

func (a *api) toWireUser(ctx context.Context, who access.Actor, p account.Profile) wireUser {
	must := visitOf(ctx).must
	if p.Organization == "" && p.OrganizationName == a.Client.CollegeZh {
		p.Organization = a.Client.CollegeEn // only the Chinese college name is stored with an account
	}
	return wireUser{
		Name: p.Name, NameLatin: p.NameLatin, Avatar: a.avatarAddress(who, p.Avatar),
		Job: p.Job, Organization: p.Organization, Location: p.Area, Email: p.Email, Introduction: p.Introduction,
		PersonalWebsite: p.Website, JobName: p.JobName, OrganizationName: p.OrganizationName,
		LocationName: p.LocationName, Phone: p.Phone, RegistrationDate: wire.Instant(p.Registered), AccountID: p.ID,
		Certification: p.Certification, Role: string(p.Role), Scope: string(p.Scope), Teaching: p.Teacher != "",
		Nickname: p.Nickname, CountryRegion: p.Country, Area: p.Area, FirstPassword: p.FirstPassword,
		SecondFactor: p.SecondFactor, MustChange: must.ChangePassword, MustEnrol: must.EnrolFactor,
	}
}

// avatarAddress returns the address a browser loads a picture from.
func (a *api) avatarAddress(who access.Actor, key string) string {
	if key == "" {
		return ""
	}
	t := a.Accounts.AvatarTicket(who, key)
	query := url.Values{"session": {t.Session}, "until": {strconv.FormatInt(t.Until, 10)}, "mac": {t.MAC}}
	return "/api/user/avatars/" + url.PathEscape(t.Name) + "?" + query.Encode()
}

func (a *api) getUserInfo(ctx context.Context, who access.Actor, _ *struct{}) (wireUser, error) {
	p, err := a.Accounts.Profile(ctx, who)
	if err != nil {
		return wireUser{}, err
	}
	return a.toWireUser(ctx, who, p), nil
}

type editUserInfoIn struct {
	Body wireTexts `doc:"Any of nickname, email, countryRegion, area (or location), locationName, introduction, personalWebsite, job, jobName. Fields of the college are refused."`
}

func (a *api) editUserInfo(ctx context.Context, who access.Actor, in *editUserInfoIn) (wireUser, error) {
	edits, err := textsOf(in.Body, account.Editable)
	if err != nil {
		return wireUser{}, err
	}
	p, err := a.Accounts.EditProfile(ctx, who, edits)
	if err != nil {
		return wireUser{}, err
	}
	return a.toWireUser(ctx, who, p), nil
}

// wireTexts is an object whose values should all be strings. It accepts others, so that a read-only field gets its
// own error first.
type wireTexts map[string]any

// Schema describes the type in the contract.
func (wireTexts) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString}}
}

// textsOf returns the values of a wireTexts. Read-only fields pass with an empty value, because they get a
// different error later.
func textsOf(body wireTexts, writable func(name string) bool) (map[string]string, error) {
	if body == nil { // null
		return nil, fault.New(fault.Invalid, "request.invalid")
	}
	out, wrong := make(map[string]string, len(body)), []error(nil)
	for _, name := range slices.Sorted(maps.Keys(body)) {
		text, ok := body[name].(string)
		if !ok && writable(name) {
			wrong = append(wrong, fault.New(fault.Invalid, "request.field_type", "field", name))
		}
		out[name] = text
	}
	return out, errors.Join(wrong...)
}

func (a *api) logout(ctx context.Context, who access.Actor, _ *struct{}) (wire.None, error) {
	if a.Secure { // without TLS, browsers ignore it
		server.RequestOf(ctx).Header.Set("Clear-Site-Data", `"cache"`)
	}
	return nil, a.Accounts.Logout(ctx, who)
}

type changePasswordIn struct {
	Body struct {
		OldPassword string `json:"oldPassword"`
		NewPassword string `json:"newPassword" doc:"At least six characters with digits, upper and lower case letters, and no spaces; not a common password, nor one made of the owner's numbers or name."`
	}
}

func (a *api) changePassword(ctx context.Context, who access.Actor, in *changePasswordIn) (wire.None, error) {
	return nil, a.Accounts.ChangePassword(ctx, who, secret.New(in.Body.OldPassword), secret.New(in.Body.NewPassword))
}

func (a *api) listSessions(ctx context.Context, who access.Actor, _ *struct{}) ([]account.Session, error) {
	return a.Accounts.Sessions(ctx, who)
}

type endSessionIn struct {
	Session string `path:"session" maxLength:"64"`
}

func (a *api) endSession(ctx context.Context, who access.Actor, in *endSessionIn) (wire.None, error) {
	return nil, a.Accounts.EndSession(ctx, who, in.Session)
}

type wireMenuItem struct {
	Path     string         `json:"path"`
	Name     string         `json:"name"`
	Meta     wireMenuMeta   `json:"meta"`
	Children []wireMenuItem `json:"children,omitempty"`
}

type wireMenuMeta struct {
	Locale       string   `json:"locale"`
	RequiresAuth bool     `json:"requiresAuth"`
	Icon         string   `json:"icon,omitempty"`
	Order        int      `json:"order"`
	Roles        []string `json:"roles"`
	HideInMenu   bool     `json:"hideInMenu,omitempty"`
}

func (a *api) getMenu(_ context.Context, who access.Actor, _ *struct{}) ([]wireMenuItem, error) {
	return toWireMenu(account.Menu(who, a.Client.TemplateMenu)), nil
}

func toWireMenu(items []account.MenuItem) []wireMenuItem {
	out := make([]wireMenuItem, 0, len(items))
	for i, item := range items {
		meta := wireMenuMeta{
			Locale: item.Locale, RequiresAuth: item.RequiresAuth, Icon: item.Icon, Order: max(item.Order, i),
			HideInMenu: item.Hidden, Roles: []string{"*"},
		}
		if len(item.Roles) > 0 {
			meta.Roles = nil
			for _, role := range item.Roles {
				meta.Roles = append(meta.Roles, string(role))
			}
		}
		out = append(out, wireMenuItem{Path: item.Path, Name: item.Name, Meta: meta, Children: toWireMenu(item.Children)})
	}
	return out
}
