package httpapi

import "lectern/internal/access"

// routes is the whole API. Each row names who may call it; there is no default.
func (a *api) routes() []route {
	return []route{
		raw("GET /healthz", access.Open, a.getHealth, instant),
		raw("GET /readyz", access.Open, a.getReadiness),
		raw("GET /app-config.json", access.Open, a.getAppConfig, instant),

		raw("POST /api/Identity/connect/token", access.Open, a.issueToken, form),
		on("POST /api/Students/Students/Login", access.Anyone, a.login, binds),
		on("GET /api/user/info", access.SignedIn, a.getUserInfo, duty),
		on("PATCH /api/user/info", access.SignedIn, a.editUserInfo),
		on("POST /api/user/logout", access.SignedIn, a.logout, duty),
		on("POST /api/user/menu", access.SignedIn, a.getMenu, duty),
		on("PUT /api/user/password", access.SignedIn, a.changePassword, duty),
		on("GET /api/user/sessions", access.SignedIn, a.listSessions, duty),
		on("DELETE /api/user/sessions/{session}", access.SignedIn, a.endSession, duty),
		raw("POST /api/user/avatar", access.SignedIn, a.setAvatar, upload(avatarUpload)),
		raw("GET /api/user/avatars/{file}", access.SignedURL, a.getAvatar),
		on("POST /api/user/factor", access.Admin, a.offerFactor, duty),
		on("POST /api/user/factor/confirm", access.Admin, a.confirmFactor, duty),
		on("POST /api/user/factor/remove", access.Admin, a.removeFactor),
		on("GET /api/admin/accounts", access.Admin, a.listAccounts),
		on("POST /api/admin/accounts", access.Admin, a.createAccount),
		on("GET /api/admin/accounts/{account}", access.Admin, a.getAccount),
		on("POST /api/admin/accounts/{account}/password-reset", access.Admin, a.resetPassword),
		on("DELETE /api/admin/accounts/{account}/sessions", access.Admin, a.endAccountSessions),
		on("PUT /api/admin/accounts/{account}/role", access.Admin, a.setRole),
		on("PUT /api/admin/accounts/{account}/enabled", access.Admin, a.setEnabled),
		on("GET /api/admin/audit", access.Admin, a.listAudit),
	}
}
