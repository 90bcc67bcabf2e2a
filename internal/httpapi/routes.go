package httpapi

import "lectern/internal/access"

// routes is the whole API. Each row names who may call it; there is no default.
func (a *api) routes() []route {
	return []route{
		raw("GET /healthz", access.Open, a.getHealth, instant),
		raw("GET /readyz", access.Open, a.getReadiness),
		raw("GET /app-config.json", access.Open, a.getAppConfig, instant),
	}
}
