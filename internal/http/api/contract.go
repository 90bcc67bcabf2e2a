package api

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/mediaapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/rosterapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/server"
)

// contract is api/openapi.yaml apart from routes and types.
var contract = server.Contract{
	Title: "Lectern", Version: "1",
	Description: "The API of the student portal of a business college.\n\n" +
		"How to call it: read /app-config.json, get a token with its clientId and clientSecret, log in with that " +
		"token, then send the four headers of the security schemes with every call. Answers are envelopes " +
		"{statusCode, succeeded, data, errors}; texts are in the language of Accept-Language (zh-CN or en-US). " +
		"A GET may carry the parameter _t against caches; it is not read.",
	Tags: tags(
		"account", "Logging in, profiles, sessions, accounts.",
		"student", "The college's record of a student.",
		"course", "Courses, lessons, watching and notes.",
		"search", "Finding what is said and written in lectures.",
		"calendar", "The college's year: terms, holidays, make-up days, period schemes, ways between campuses.",
		"rooms", "Rooms and teachers: timetables and free rooms.",
		"timetable", "Terms, timetables, changes, calendar feeds.",
		"planning", "The desk at which staff change the timetable: checks, drafts, publications.",
		"teaching", "What teachers see and ask for: own groups, class lists, requests.",
		"watching",
		"Who has watched which lesson: for staff, for teachers of their own groups, and for students about themselves.",
		"roster", "Spreadsheets with which a college brings its data in.",
		"media", "Recordings: uploads, preparation, captions, files.",
		"recordings", "Many recordings at once: matching a folder, publishing, moving, deleting.",
		"message", "Messages and notices.",
		"push", "Telling a browser of news at once.",
		"desk", "What staff see first, and their search.",
		"audit", "Who did what.",
		"system", "Health, configuration and jobs.",
	),
	Operations: operations(),
}

// tags pairs names and descriptions.
func tags(of ...string) (out []*huma.Tag) {
	for pair := range slices.Chunk(of, 2) {
		out = append(out, &huma.Tag{Name: pair[0], Description: pair[1]})
	}
	return out
}

// operations collects each package's documents.
func operations() map[string]server.Document {
	all := map[string]server.Document{}
	for _, one := range slices.Concat(documents, courseapi.Documents, mediaapi.Documents, messageapi.Documents,
		rosterapi.Documents, timetableapi.Documents) {
		all[one.Operation] = one
	}
	return all
}

// recordCodes are the codes for a student's fields.
const recordCodes = "nationalid.birth nationalid.character nationalid.check nationalid.length " +
	"nationalid.region student.bad_character student.bad_choice student.bad_credits student.bad_date " +
	"student.bad_email student.bad_phone student.bad_region student.bad_year student.field_required " +
	"student.field_unknown student.national_id_taken student.number_taken student.phone_taken student.too_long"

// proofCodes are the codes for re-entering a password.
const proofCodes = "account.busy account.password_wrong account.too_many_tries account.password_required " +
	"account.password_too_long"

// pictureCodes are the codes for an uploaded picture.
const pictureCodes = "account.avatar_dimensions account.avatar_too_large account.avatar_type " +
	"account.avatar_unreadable blob.disk_full blob.store_down account.avatar_busy account.avatar_depth"

// documents describe this package's handlers in the contract.
var documents = []server.Document{
	server.Doc("getHealth", "Report that the process answers"),
	server.Doc("getReadiness", "Report whether this instance is ready for requests",
		"server.stopping server.migrating server.clock"),
	server.Doc("getAppConfig", "Get the settings of the web app"),
	server.Doc("issueToken", "Get an anonymous token (OAuth 2.0 client credentials)"),
	server.Doc("login", "Log in with phone number and password",
		"account.disabled_because account.suspended account.withdrawn account.bad_credentials account.busy",
		"account.code_expired account.factor_required account.factor_wrong account.password_required",
		"account.password_too_long account.phone_required account.token_used account.too_many_tries account.disabled"),
	server.Doc("getUserInfo", "Get your profile", "account.not_found"),
	server.Doc("editUserInfo", "Change fields of your profile",
		"account.area_malformed account.area_twice account.country_malformed account.email_malformed",
		"account.field_avatar account.field_characters account.field_long account.field_official",
		"account.field_required account.field_unknown account.introduction_long account.website_malformed",
		"student.bad_email"),
	server.Doc("logout", "Log out"),
	server.Doc("getMenu", "Get the menu of your role"),
	server.Doc("changePassword", "Change your password", proofCodes,
		"account.password_same account.password_weak account.password_college account.password_common "+
			"account.password_personal"),
	server.Doc("listSessions", "List your sessions"),
	server.Doc("endSession", "End one of your sessions", "account.no_session"),
	server.Doc("setAvatar", "Upload a profile picture", pictureCodes),
	server.Doc("getAvatar", "Get a picture by its signed address", "account.avatar_ticket blob.not_found blob.store_down"),
	server.Doc("offerFactor", "Start setting up two-step verification", proofCodes, "account.factor_off"),
	server.Doc("confirmFactor", "Turn on two-step verification with its first code",
		"account.factor_not_offered account.factor_off account.factor_wrong account.too_many_tries"),
	server.Doc("removeFactor", "Turn off two-step verification", proofCodes,
		"account.factor_demanded account.factor_wrong"),
	server.Doc("listAccounts", "Find accounts"),
	server.Doc("createAccount", "Create an account and get its one-time code",
		"account.email_malformed account.exists account.field_characters account.field_long account.field_required",
		"account.phone_malformed account.phone_required account.role_unknown account.scope_unknown student.bad_email",
		"student.no_record student.taken"),
	server.Doc("getAccount", "Get an account", "account.not_found"),
	server.Doc("resetPassword", "Replace an account's password with a one-time code", "account.not_found"),
	server.Doc("endAccountSessions", "End all sessions of an account", "account.not_found"),
	server.Doc("resetFactor", "Reset someone's two-step verification",
		"account.no_factor account.not_found account.own_factor"),
	server.Doc("setRole", "Change the role of an account",
		"account.field_characters account.field_long account.field_required account.last_admin account.not_found",
		"account.role_unknown account.scope_unknown"),
	server.Doc("setEnabled", "Close or open an account",
		"account.close_own account.field_characters account.field_long account.last_admin account.not_found"),
	server.Doc("getDesk", "Get the tasks of staff and the setup steps of a new college"),
	server.Doc("search", "Find students, courses, groups, teachers and rooms", "student.bad_cursor"),
	server.Doc("listAudit", "List the audit log, newest first", "request.instant"),
	server.Doc("findInAudit", "List people and objects to filter the audit log by"),
	server.Doc("getAuditChain", "Show how far the audit log is sealed and verified"),
	server.Doc("verifyAudit", "Verify every entry of the audit log in the background", "audit.verifying"),
	server.Doc("exportAudit", "Export the audit log (CSV or XLSX)", "request.instant"),
	server.Doc("getSystem", "Get the state of the installation: checks, nodes, jobs, configuration"),
	server.Doc("getWork", "Get who prepares recordings and what is waiting"),
	server.Doc("retryJob", "Run a failed job again",
		"job.not_found job.not_retryable media.file_gone media.no_asset media.not_retryable"),
	server.Doc("forgetJob", "Discard a waiting or failed job",
		"job.finished job.not_found job.running media.no_asset media.not_cancellable"),
	server.Doc("getStudentInfo", "Get your record", "student.no_record"),
	server.Doc("editStudent", "Change fields of your record", recordCodes,
		"student.field_filled student.field_official student.no_record"),
	server.Doc("revealNationalID", "Get your full national ID after entering your password",
		proofCodes, "student.no_record"),
	server.Doc("getPhoto", "Get your photo",
		"blob.not_found blob.store_down student.no_photo student.no_record"),
	server.Doc("exportStudent", "Export everything the portal stores about you", "student.no_record"),
	server.Doc("listStudents", "Find students", "student.bad_cursor student.bad_sort"),
	server.Doc("listHomeClasses", "List the English names of home classes"),
	server.Doc("listStudentFilters", "List the filters of the list of students"),
	server.Doc("searchStudentClasses", "Find home classes: the first fifty"),
	server.Doc("exportStudents", "Export the list of students (CSV or XLSX)", "student.bad_sort"),
	server.Doc("getStudentAccount", "Get a student's account with its sessions", "student.no_record"),
	server.Doc("endStudentSession", "End one session of a student", "account.no_session student.no_record"),
	server.Doc("handOutCodes", "Replace the passwords of students with one-time codes"),
	server.Doc("endSessionsOf", "End all sessions of students"),
	server.Doc("setEnabledOf", "Close or open accounts of students",
		"account.field_characters account.field_long account.field_required"),
	server.Doc("setStatusOf", "Change the status of students",
		"account.exists account.not_found student.bad_character student.bad_choice student.too_long"),
	server.Doc("enrolStudents", "Add students to a group and notify them", "course.no_group"),
	server.Doc("dropStudents", "Remove students from a group and notify them",
		"course.no_group course.until_future"),
	server.Doc("listGroups", "List groups of the current term to choose from"),
	server.Doc("getStudentPhoto", "Get a student's photo",
		"blob.not_found blob.store_down student.no_photo student.no_record"),
	server.Doc("setStudentPhoto", "Add or replace a student's photo", pictureCodes,
		"student.no_record"),
	server.Doc("removeStudentPhoto", "Delete a student's photo", "student.no_photo student.no_record"),
	server.Doc("revealStudent", "Get a student's full national ID after entering your password", proofCodes,
		"student.no_record"),
	server.Doc("viewStudent", "View the portal as a student, read-only, for 15 minutes",
		"account.factor_required account.factor_wrong account.field_characters account.field_long",
		"account.field_required account.none account.not_found account.too_many_tries account.view_closed",
		"account.view_staff student.no_record"),
	server.Doc("listStudentHistory", "List the history of a student's record, account and enrolments, newest first",
		"student.no_record"),
	server.Doc("listStudentImports", "List imports that changed a student, newest first", "student.no_record"),
	server.Doc("deleteStudent", "Delete a record created by mistake, with its account and enrolments",
		"account.last_admin student.has_acknowledged student.has_logged_in student.has_notes student.has_progress",
		"student.no_record student.past_term"),
	server.Doc("mergeStudents", "Merge a duplicate into another record",
		"account.exists account.last_admin student.no_record student.same_record student.stale"),
	server.Doc("previewMerge", "Preview a merge",
		"account.exists account.last_admin student.no_record student.same_record"),
	server.Doc("createStudent", "Add a student's record", recordCodes, "student.field_photo student.no_programme"),
	server.Doc("getStudent", "Get a student's record", "student.no_record"),
	server.Doc("updateStudent", "Change fields of a student's record", recordCodes,
		"account.exists account.field_characters account.field_long account.phone_malformed student.field_photo",
		"student.no_programme student.no_record student.stale"),
	server.Doc("getStudentTimetable", "Get a student's timetable as the student sees it",
		"student.no_record timetable.no_term timetable.no_terms"),
	server.Doc("listStudentCourses", "Get a student's courses, enrolments and progress", "student.no_record"),
	server.Doc("listStudentMessages", "List messages sent to a student, read and acknowledged",
		"message.bad_cursor student.no_record"),
	server.Doc("setTeacher", "Link an account to a teacher",
		"account.no_teacher account.not_found account.teacher_taken"),
	server.Doc("findLectures", "Find what is said and written in the lectures that the caller may see",
		"search.cursor"),
}
