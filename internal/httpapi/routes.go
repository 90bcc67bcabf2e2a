package httpapi

import (
	"lectern/internal/access"
	"lectern/internal/media"
)

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

		on("GET /api/Students/Students/GetStudentInfoOutput", access.SignedIn, a.getStudentInfo),
		on("PATCH /api/student", access.SignedIn, a.editStudent),
		on("POST /api/student/reveal", access.SignedIn, a.revealNationalID),
		raw("GET /api/student/photo", access.SignedIn, a.getPhoto),
		raw("GET /api/student/export", access.SignedIn, a.exportStudent),

		on("POST /api/message/list", access.SignedIn, a.listMessages),
		on("GET /api/message/unread", access.SignedIn, a.countUnread),
		on("POST /api/message/read", access.SignedIn, a.readMessages),
		on("POST /api/message/read-all", access.SignedIn, a.readAllMessages),
		on("POST /api/message/{message}/acknowledge", access.SignedIn, a.acknowledgeMessage),
		on("GET /api/admin/messages", access.Admin, a.listSentMessages),
		on("POST /api/admin/messages", access.Admin, a.publishMessage),
		on("GET /api/admin/messages/{message}", access.Admin, a.getMessageReach),
		on("DELETE /api/admin/messages/{message}", access.Admin, a.withdrawMessage),
		on("GET /api/admin/messages/{message}/waiting", access.Admin, a.listWaiting),

		on("GET /api/terms", access.SignedIn, a.listTerms),
		described[timetableIn, describedTimetable]("GET /api/timetable", access.SignedIn, "getTimetable", a.getTimetable),
		on("GET /api/timetable/changes", access.SignedIn, a.listChanges),
		on("POST /api/admin/timetable/changes", access.Admin, a.publishChanges),
		on("DELETE /api/admin/timetable/changes/{change}", access.Admin, a.withdrawChange),
		on("POST /api/admin/timetable/mappings", access.Admin, a.publishMapping),
		on("DELETE /api/admin/timetable/mappings/{mapping}", access.Admin, a.withdrawMapping),
		on("POST /api/admin/timetable/holidays", access.Admin, a.publishHoliday),
		on("DELETE /api/admin/timetable/holidays/{holiday}", access.Admin, a.withdrawHoliday),

		on("GET /api/courses", access.SignedIn, a.listCourses),
		on("GET /api/courses/progress", access.SignedIn, a.getProgress),
		on("PUT /api/courses/progress", access.SignedIn, a.saveProgress),
		on("GET /api/courses/{course}", access.SignedIn, a.getCourse),
		on("DELETE /api/courses/{course}/progress", access.SignedIn, a.resetProgress),

		raw("GET /media/{ticket}/{path...}", access.SignedURL, a.serveMedia, download),
		on("GET /api/admin/media", access.Admin, a.listMedia),
		on("POST /api/admin/media/{asset}/retry", access.Admin, a.retryMedia),
		on("POST /api/admin/media/{asset}/cancel", access.Admin, a.cancelMedia),
		on("DELETE /api/admin/media/{asset}", access.Admin, a.deleteMedia),
		on("PUT /api/admin/media/{asset}/chapters", access.Admin, a.putChapters),
		raw("PUT /api/admin/media/{asset}/captions/{language}", access.Admin, a.putCaptions, takes(media.MaxCaptions, captionTypes...)),
		on("DELETE /api/admin/media/{asset}/captions/{language}", access.Admin, a.deleteCaptions),
		raw("POST /api/admin/lessons/{lesson}/attachments", access.Admin, a.attach, upload(media.MaxAttachment+16<<10)),
		on("DELETE /api/admin/attachments/{attachment}", access.Admin, a.detach),
		on("GET /api/admin/courses/{course}/lessons", access.Admin, a.listCourseLessons),
		on("POST /api/admin/courses/{course}/lessons", access.Admin, a.addLesson),
		on("PUT /api/admin/courses/{course}/lessons/order", access.Admin, a.arrangeLessons),
		on("PUT /api/admin/lessons/{lesson}", access.Admin, a.putLesson),
		on("DELETE /api/admin/lessons/{lesson}", access.Admin, a.deleteLesson),
		raw("OPTIONS /api/admin/uploads", access.Open, a.offerUploads, instant),
		raw("OPTIONS /api/admin/uploads/{upload}", access.Open, a.offerUploads, instant),
		raw("POST /api/admin/uploads", access.Admin, a.beginUpload),
		raw("HEAD /api/admin/uploads/{upload}", access.Admin, a.measureUpload),
		raw("PATCH /api/admin/uploads/{upload}", access.Admin, a.continueUpload, takes(0, tusType)),
		raw("DELETE /api/admin/uploads/{upload}", access.Admin, a.removeUpload),

		on("GET /api/calendar", access.SignedIn, a.getCalendar),
		on("POST /api/calendar", access.SignedIn, a.rotateCalendar),
		on("DELETE /api/calendar", access.SignedIn, a.revokeCalendar),
		raw("GET /api/calendar/file", access.SignedIn, a.downloadCalendar),
		raw("GET /calendar/{secret}", access.SignedURL, a.serveFeed),
	}
}
