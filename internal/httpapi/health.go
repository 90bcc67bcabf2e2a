package httpapi

import (
	"encoding/json"
	"net/http"
	"time"

	"lectern/internal/fault"
)

// getHealth says that the process answers, and nothing about what it stands on.
func (a *api) getHealth(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, []byte(`{"status":"alive"}`+"\n"))
}

// getReadiness says whether requests should be sent here: the database answers, its schema is ours, and we
// are not about to stop.
func (a *api) getReadiness(w http.ResponseWriter, r *http.Request) {
	select {
	case <-a.draining:
		a.fail(w, r, fault.New(fault.Unavailable, "server.stopping").After(time.Second))
		return
	default:
	}
	a.complete()
	schema, err := a.db.Schema(r.Context())
	if err == nil && schema.Pending > 0 {
		err = fault.New(fault.Unavailable, "server.migrating").After(time.Second)
	}
	if err != nil {
		if fault.All(err) == nil {
			err = fault.New(fault.Unavailable, "server.down", "request", requestOf(r.Context())).After(5 * time.Second).Because(err)
		}
		a.fail(w, r, err)
		return
	}
	writeJSON(w, []byte(`{"status":"ready"}`+"\n"))
}

// wireAppConfig is what the web app asks for before anything else.
type wireAppConfig struct {
	College      map[string]string `json:"college"`
	ClientID     string            `json:"clientId"`
	ClientSecret string            `json:"clientSecret"`
	Scope        string            `json:"scope"`
	SignSecret   string            `json:"signSecret"`
	TimeZone     string            `json:"timeZone"`
	Features     map[string]bool   `json:"features"`
}

func encodeClient(c Client) []byte {
	if c.Features == nil {
		c.Features = map[string]bool{}
	}
	body, err := json.Marshal(wireAppConfig{
		College:  map[string]string{"zh-CN": c.CollegeZh, "en-US": c.CollegeEn},
		ClientID: c.ID, ClientSecret: c.Secret, Scope: c.Scope, SignSecret: c.SignSecret, TimeZone: c.TimeZone, Features: c.Features,
	})
	if err != nil {
		panic(err) // strings and booleans always encode
	}
	return append(body, '\n')
}

func (a *api) getAppConfig(w http.ResponseWriter, _ *http.Request) {
	w.Header()["Cache-Control"] = noCache
	writeJSON(w, a.config)
}

var (
	jsonType = []string{"application/json"}
	noCache  = []string{"no-cache"}
)

func writeJSON(w http.ResponseWriter, body []byte) {
	w.Header()["Content-Type"] = jsonType
	_, _ = w.Write(body) // the caller may have gone
}
