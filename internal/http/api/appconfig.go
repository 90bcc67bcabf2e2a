package api

import (
	"encoding/json"
	"net/http"

	"lectern/internal/http/server"
)

// wireAppConfig is what the web app loads first.
type wireAppConfig struct {
	College       map[string]string `json:"college"`
	ClientID      string            `json:"clientId"`
	ClientSecret  string            `json:"clientSecret"`
	Scope         string            `json:"scope"`
	SignSecret    string            `json:"signSecret"`
	TimeZone      string            `json:"timeZone"`
	FirstPassword string            `json:"firstPassword" enum:"last-six,code" doc:"Students' first password: the last six characters of the national ID, or a one-time code."`
	HelpURL       string            `json:"helpUrl" doc:"The college's help page, or empty."`
	TemplateMenu  bool              `json:"templateMenu" doc:"Whether the menu has the pages of the design template."`
	Features      map[string]bool   `json:"features"`
}

func encodeClient(c Client) []byte {
	if c.Features == nil {
		c.Features = map[string]bool{}
	}
	body, err := json.Marshal(wireAppConfig{
		College:  map[string]string{"zh-CN": c.CollegeZh, "en-US": c.CollegeEn},
		ClientID: c.ID, ClientSecret: c.Secret, Scope: c.Scope, SignSecret: c.SignSecret, TimeZone: c.TimeZone,
		FirstPassword: c.FirstPassword, HelpURL: c.HelpURL, TemplateMenu: c.TemplateMenu, Features: c.Features,
	})
	if err != nil {
		panic(err) // strings and booleans can always be encoded
	}
	return append(body, '\n')
}

func (a *api) getAppConfig(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	server.WriteJSON(w, a.config)
}
