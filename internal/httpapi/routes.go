package httpapi

import (
	"net/http"

	"lectern/internal/access"
	"lectern/internal/media"
	"lectern/internal/server"
)

// routes is the whole API. Each row names who may call it; there is no default.
func (a *api) routes() []server.Route {
	tus := a.tusHandler()
	return []server.Route{
		stream("GET /app-config.json", "system", access.Open, a.getAppConfig, server.Unlimited, server.Returns[wireAppConfig]()),

		stream("POST /api/Identity/connect/token", "account", access.Open, a.issueToken, server.FormBody, server.Signed, server.Accepts[wireClient](), server.Returns[wireToken]()),
		call("POST /api/Students/Students/Login", "account", access.Anyone, a.login, server.BeforeSession),
		call("GET /api/user/info", "account", access.SignedIn, a.getUserInfo, server.AllowDuringSetup),
		call("PATCH /api/user/info", "account", access.SignedIn, a.editUserInfo, server.HandlerValidates),
		call("POST /api/user/logout", "account", access.SignedIn, a.logout, server.AllowDuringSetup, server.EndsView),
		call("POST /api/user/menu", "account", access.SignedIn, a.getMenu, server.AllowDuringSetup, server.ReadsOnly),
		call("PUT /api/user/password", "account", access.SignedIn, a.changePassword, server.AllowDuringSetup),
		call("GET /api/user/sessions", "account", access.SignedIn, a.listSessions, server.AllowDuringSetup),
		call("DELETE /api/user/sessions/{session}", "account", access.SignedIn, a.endSession, server.AllowDuringSetup),
		stream("POST /api/user/avatar", "account", access.SignedIn, a.setAvatar, server.StreamBody(avatarUpload, "multipart/form-data"), server.Accepts[wireFile](), server.Returns[server.Envelope[wireAvatar]]()),
		stream("GET /api/user/avatars/{file}", "account", access.SignedURL, a.getAvatar, server.Query("session", "until", "mac"), server.Sends("image/jpeg")),
		call("POST /api/user/factor", "account", access.Working, a.offerFactor, server.AllowDuringSetup),
		call("POST /api/user/factor/confirm", "account", access.Working, a.confirmFactor, server.AllowDuringSetup),
		call("POST /api/user/factor/remove", "account", access.Working, a.removeFactor),
		call("GET /api/admin/accounts", "account", access.Admin, a.listAccounts),
		call("POST /api/admin/accounts", "account", access.Admin, a.createAccount),
		call("GET /api/admin/accounts/{account}", "account", access.Admin, a.getAccount),
		call("POST /api/admin/accounts/{account}/password-reset", "account", access.Advising, a.resetPassword),
		call("DELETE /api/admin/accounts/{account}/sessions", "account", access.Admin, a.endAccountSessions),
		call("DELETE /api/admin/accounts/{account}/factor", "account", access.Admin, a.resetFactor),
		call("PUT /api/admin/accounts/{account}/role", "account", access.Admin, a.setRole),
		call("PUT /api/admin/accounts/{account}/enabled", "account", access.Admin, a.setEnabled),
		call("GET /api/admin/desk", "desk", access.Working, a.getDesk),
		call("GET /api/admin/search", "desk", access.Working, a.search),
		call("GET /api/admin/audit", "audit", access.Auditing, a.listAudit),
		call("GET /api/admin/audit/chain", "audit", access.Auditing, a.verifyAudit),
		stream("GET /api/admin/audit/export", "audit", access.Auditing, a.exportAudit, server.Query("account", "object", "action", "from", "to", "format"), server.Sends("text/csv", xlsxType)),
		call("GET /api/admin/system", "system", access.Admin, a.getSystem),
		call("POST /api/admin/jobs/{job}/retry", "system", access.Admin, a.retryJob),
		call("DELETE /api/admin/jobs/{job}", "system", access.Admin, a.forgetJob),

		call("GET /api/Students/Students/GetStudentInfoOutput", "student", access.SignedIn, a.getStudentInfo),
		call("PATCH /api/student", "student", access.SignedIn, a.editStudent, server.HandlerValidates),
		call("POST /api/student/reveal", "student", access.SignedIn, a.revealNationalID),
		stream("GET /api/student/photo", "student", access.SignedIn, a.getPhoto, server.Sends("image/jpeg")),
		stream("GET /api/student/export", "student", access.SignedIn, a.exportStudent, server.OwnerOnly, server.Returns[wireExport]()),

		call("GET /api/admin/students", "student", access.Advising, a.listStudents),
		call("GET /api/admin/students/filters", "student", access.Advising, a.listStudentFilters),
		stream("GET /api/admin/students/export", "student", access.Advising, a.exportStudents, server.Query("search", "programme", "year", "class", "campus", "status", "login", "sort", "order", "format"), server.Sends("text/csv", xlsxType)),
		call("POST /api/admin/students", "student", access.Admin, a.createStudent),
		call("GET /api/admin/students/{student}", "student", access.Advising, a.getStudent),
		call("PATCH /api/admin/students/{student}", "student", access.Admin, a.updateStudent),
		call("GET /api/admin/students/{student}/timetable", "student", access.Advising, a.getStudentTimetable),
		call("GET /api/admin/students/{student}/courses", "student", access.Advising, a.listStudentCourses),
		call("GET /api/admin/students/{student}/messages", "student", access.Advising, a.listStudentMessages),

		call("GET /api/admin/students/{student}/account", "student", access.Advising, a.getStudentAccount),
		call("DELETE /api/admin/students/{student}/sessions/{session}", "student", access.Admin, a.endStudentSession),
		call("POST /api/admin/students/codes", "student", access.Advising, a.handOutCodes),
		call("POST /api/admin/students/end-sessions", "student", access.Admin, a.endSessionsOf),
		call("POST /api/admin/students/enabled", "student", access.Admin, a.setEnabledOf),
		call("POST /api/admin/students/status", "student", access.Admin, a.setStatusOf),
		call("POST /api/admin/students/enrol", "student", access.Admin, a.enrolStudents),
		call("POST /api/admin/students/drop", "student", access.Admin, a.dropStudents),
		stream("GET /api/admin/students/{student}/photo", "student", access.Advising, a.getStudentPhoto, server.Sends("image/jpeg")),
		call("POST /api/admin/students/{student}/view", "student", access.Admin, a.viewStudent),
		call("POST /api/admin/students/{student}/reveal", "student", access.Admin, a.revealStudent),
		call("GET /api/admin/students/{student}/history", "student", access.Advising, a.listStudentHistory),
		call("GET /api/admin/students/{student}/imports", "student", access.Admin, a.listStudentImports),
		call("DELETE /api/admin/students/{student}", "student", access.Admin, a.deleteStudent),
		call("POST /api/admin/students/{student}/merge", "student", access.Admin, a.mergeStudents),
		call("POST /api/admin/students/{student}/merge/preview", "student", access.Admin, a.previewMerge),
		call("GET /api/admin/groups", "course", access.Advising, a.listGroups),

		stream("GET /api/admin/imports/templates/{kind}", "roster", access.Admin, a.getTemplate, server.Query("format"), server.Sends(xlsxType, "text/csv")),

		call("POST /api/message/list", "message", access.SignedIn, a.listMessages, server.ReadsOnly),
		call("GET /api/message/unread", "message", access.SignedIn, a.countUnread),
		call("POST /api/message/read", "message", access.SignedIn, a.readMessages),
		call("POST /api/message/read-all", "message", access.SignedIn, a.readAllMessages),
		call("POST /api/message/{message}/acknowledge", "message", access.SignedIn, a.acknowledgeMessage),
		stream("GET /api/message/{message}/attachments/{attachment}", "message", access.SignedIn, a.getMessageAttachment, server.Sends("application/octet-stream")),
		call("GET /api/admin/messages", "message", access.Advising, a.listSentMessages),
		call("POST /api/admin/messages", "message", access.Advising, a.publishMessage, server.MaxBody(maxNotice)),
		call("GET /api/admin/messages/audiences", "message", access.Advising, a.listAudiences),
		call("POST /api/admin/messages/preview", "message", access.Advising, a.previewMessage, server.MaxBody(maxNotice), server.ReadsOnly),
		stream("POST /api/admin/messages/attachments", "message", access.Advising, a.attachToMessage, server.StreamBody(messageUpload, "multipart/form-data"), server.Accepts[wireFile](), server.Returns[server.Envelope[wireMessageFile]]()),
		call("GET /api/admin/messages/counts", "message", access.Advising, a.countMessages),
		call("GET /api/admin/messages/{message}", "message", access.Advising, a.getMessageReach),
		call("DELETE /api/admin/messages/{message}", "message", access.Advising, a.withdrawMessage),
		call("POST /api/admin/messages/{message}/restore", "message", access.Advising, a.restoreMessage),
		call("POST /api/admin/messages/{message}/remind", "message", access.Advising, a.remindMessage),
		call("GET /api/admin/messages/{message}/waiting", "message", access.Advising, a.listWaiting),
		stream("GET /api/admin/messages/{message}/waiting/export", "message", access.Advising, a.exportWaiting, server.Query("format"), server.Sends("text/csv", xlsxType)),

		call("GET /api/push", "push", access.SignedIn, a.getPush),
		call("PUT /api/push", "push", access.SignedIn, a.subscribePush),
		call("DELETE /api/push", "push", access.SignedIn, a.unsubscribePush),

		call("GET /api/terms", "timetable", access.SignedIn, a.listTerms),
		stream("GET /api/timetable", "timetable", access.SignedIn, a.getTimetable, server.Query("term"), server.Returns[server.Envelope[wireTimetable]]()),
		call("GET /api/timetable/changes", "timetable", access.SignedIn, a.listChanges),
		call("GET /api/admin/timetable/clashes", "timetable", access.Admin, a.listClashes),
		call("POST /api/admin/timetable/changes", "timetable", access.Admin, a.publishChanges),
		call("DELETE /api/admin/timetable/changes/{change}", "timetable", access.Admin, a.withdrawChange),
		call("POST /api/admin/timetable/mappings", "timetable", access.Admin, a.publishMapping),
		call("DELETE /api/admin/timetable/mappings/{mapping}", "timetable", access.Admin, a.withdrawMapping),
		call("POST /api/admin/timetable/holidays", "timetable", access.Admin, a.publishHoliday),
		call("DELETE /api/admin/timetable/holidays/{holiday}", "timetable", access.Admin, a.withdrawHoliday),

		call("GET /api/courses", "course", access.SignedIn, a.listCourses),
		call("GET /api/courses/progress", "course", access.SignedIn, a.getProgress),
		call("PUT /api/courses/progress", "course", access.SignedIn, a.saveProgress),
		call("GET /api/courses/{course}", "course", access.SignedIn, a.getCourse),
		call("DELETE /api/courses/{course}/progress", "course", access.SignedIn, a.resetProgress),

		call("GET /api/lessons/{lesson}", "course", access.Anyone, a.getLesson),
		call("GET /api/classes/{class}/watch", "course", access.SignedIn, a.getClassWatch),
		call("GET /api/previews", "course", access.Anyone, a.listPreviews),
		call("GET /api/watching", "course", access.SignedIn, a.getWatching),
		call("POST /api/lessons/{lesson}/watching", "course", access.SignedIn, a.reportWatching, server.CheapWrite),
		call("GET /api/lessons/{lesson}/notes", "course", access.SignedIn, a.listNotes, server.OwnerOnly),
		call("POST /api/lessons/{lesson}/notes", "course", access.SignedIn, a.addNote),
		call("PUT /api/lessons/{lesson}/notes/{note}", "course", access.SignedIn, a.editNote),
		call("DELETE /api/lessons/{lesson}/notes/{note}", "course", access.SignedIn, a.removeNote),
		call("PUT /api/admin/classes/{class}/live", "course", access.Recordings, a.setLive),
		call("DELETE /api/admin/classes/{class}/live", "course", access.Recordings, a.clearLive),

		stream("GET /media/{ticket}/{path...}", "media", access.SignedURL, a.serveMedia, server.Download, server.Sends("application/octet-stream")),
		call("GET /api/admin/media", "media", access.Recordings, a.listMedia),
		call("POST /api/admin/media/{asset}/retry", "media", access.Recordings, a.retryMedia),
		call("POST /api/admin/media/{asset}/cancel", "media", access.Recordings, a.cancelMedia),
		call("DELETE /api/admin/media/{asset}", "media", access.Recordings, a.deleteMedia),
		call("PUT /api/admin/media/{asset}/chapters", "media", access.Recordings, a.putChapters),
		stream("PUT /api/admin/media/{asset}/captions/{language}", "media", access.Recordings, a.putCaptions, server.StreamBody(media.MaxCaptions, captionTypes...), server.Query("label")),
		call("DELETE /api/admin/media/{asset}/captions/{language}", "media", access.Recordings, a.deleteCaptions),
		stream("POST /api/admin/lessons/{lesson}/attachments", "media", access.Recordings, a.attach, server.StreamBody(media.MaxAttachment+16<<10, "multipart/form-data"), server.Accepts[wireFile]()),
		call("DELETE /api/admin/attachments/{attachment}", "media", access.Recordings, a.detach),
		call("GET /api/admin/courses", "course", access.Recordings, a.listCatalogue),
		call("GET /api/admin/courses/{course}/lessons", "course", access.Recordings, a.listCourseLessons),
		call("GET /api/admin/courses/{course}/classes", "course", access.Recordings, a.listCourseClasses),
		call("POST /api/admin/courses/{course}/lessons", "course", access.Recordings, a.addLesson),
		call("PUT /api/admin/courses/{course}/lessons/order", "course", access.Recordings, a.arrangeLessons),
		call("PUT /api/admin/lessons/{lesson}", "course", access.Recordings, a.putLesson),
		call("DELETE /api/admin/lessons/{lesson}", "course", access.Recordings, a.deleteLesson),
		stream("OPTIONS /api/admin/uploads", "media", access.Open, a.offerUploads, server.Unlimited),
		stream("OPTIONS /api/admin/uploads/{upload}", "media", access.Open, a.offerUploads, server.Unlimited, server.Named("offerUpload")),
		stream("POST /api/admin/uploads", "media", access.Recordings, a.tus(tus, tus.PostFile), server.Named("beginUpload")),
		stream("HEAD /api/admin/uploads/{upload}", "media", access.Recordings, a.tus(tus, tus.HeadFile), server.Named("measureUpload")),
		stream("PATCH /api/admin/uploads/{upload}", "media", access.Recordings, a.tus(tus, tus.PatchFile), server.Named("continueUpload"), server.StreamBody(0, tusType)),
		stream("DELETE /api/admin/uploads/{upload}", "media", access.Recordings, a.tus(tus, tus.DelFile), server.Named("removeUpload")),

		call("GET /api/calendar", "timetable", access.SignedIn, a.getCalendar, server.OwnerOnly),
		call("POST /api/calendar", "timetable", access.SignedIn, a.rotateCalendar),
		call("DELETE /api/calendar", "timetable", access.SignedIn, a.revokeCalendar),
		stream("GET /api/calendar/file", "timetable", access.SignedIn, a.downloadCalendar, server.Query("term", "class"), server.Sends("text/calendar")),
		stream("GET /calendar/{secret}", "timetable", access.SignedURL, a.serveFeed, server.Sends("text/calendar")),
	}
}

// call is a row for a typed JSON call, stream one for a plain handler.
func call[In, Out any](pattern, tag string, policy access.Policy, do server.Handler[In, Out], options ...server.Option) server.Route {
	return server.Call(pattern, tag, policy, do, options...)
}

func stream(pattern, tag string, policy access.Policy, handler http.HandlerFunc, options ...server.Option) server.Route {
	return server.Stream(pattern, tag, policy, handler, options...)
}
