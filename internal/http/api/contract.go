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
		"rooms", "Rooms and teachers for everybody: timetables and free rooms.",
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
	server.Doc("getHealth", "Say that the process answers"),
	server.Doc("getReadiness", "Say whether requests should be sent to this node",
		"server.stopping server.migrating server.clock"),
	server.Doc("getAppConfig", "What the web app must know before it starts"),
	server.Doc("issueToken", "Get an anonymous token (OAuth 2.0 client credentials)"),
	server.Doc("login", "Log in with phone number and password",
		"account.disabled_because account.suspended account.withdrawn account.bad_credentials account.busy",
		"account.code_expired account.factor_required account.factor_wrong account.password_required",
		"account.password_too_long account.phone_required account.token_used account.too_many_tries account.disabled"),
	server.Doc("getUserInfo", "The caller's own profile", "account.not_found"),
	server.Doc("editUserInfo", "Change fields of the own profile",
		"account.area_malformed account.area_twice account.country_malformed account.email_malformed",
		"account.field_avatar account.field_characters account.field_long account.field_official",
		"account.field_required account.field_unknown account.introduction_long account.website_malformed",
		"student.bad_email"),
	server.Doc("logout", "End the caller's session"),
	server.Doc("getMenu", "The menu of the caller's role"),
	server.Doc("changePassword", "Change the own password", proofCodes,
		"account.password_same account.password_weak account.password_common account.password_personal"),
	server.Doc("listSessions", "The caller's sessions"),
	server.Doc("endSession", "End one of the caller's sessions", "account.no_session"),
	server.Doc("setAvatar", "Upload a picture for the own profile", pictureCodes),
	server.Doc("getAvatar", "A picture, by its signed address", "account.avatar_ticket blob.not_found blob.store_down"),
	server.Doc("offerFactor", "Begin to set up a second factor", proofCodes, "account.factor_off"),
	server.Doc("confirmFactor", "Switch the second factor on with its first code",
		"account.factor_not_offered account.factor_off account.factor_wrong account.too_many_tries"),
	server.Doc("removeFactor", "Switch the second factor off", proofCodes,
		"account.factor_demanded account.factor_wrong"),
	server.Doc("listAccounts", "Find accounts"),
	server.Doc("createAccount", "Make an account and get its one-time code",
		"account.email_malformed account.exists account.field_characters account.field_long account.field_required",
		"account.phone_malformed account.phone_required account.role_unknown account.scope_unknown student.bad_email",
		"student.no_record student.taken"),
	server.Doc("getAccount", "One account", "account.not_found"),
	server.Doc("resetPassword", "Replace an account's password by a one-time code", "account.not_found"),
	server.Doc("endAccountSessions", "End all sessions of an account", "account.not_found"),
	server.Doc("resetFactor", "Remove the second factor of somebody who has lost it",
		"account.no_factor account.not_found account.own_factor"),
	server.Doc("setRole", "Change the role of an account",
		"account.field_characters account.field_long account.field_required account.last_admin account.not_found",
		"account.role_unknown account.scope_unknown"),
	server.Doc("setEnabled", "Close or open an account",
		"account.close_own account.field_characters account.field_long account.last_admin account.not_found"),
	server.Doc("getDesk", "What waits for staff, and what a new college still lacks"),
	server.Doc("search", "Find students, courses, groups, teachers and rooms", "student.bad_cursor"),
	server.Doc("listAudit", "The audit log, newest first", "request.instant"),
	server.Doc("findInAudit", "People and objects that the audit log can be narrowed down to"),
	server.Doc("verifyAudit", "Whether the chain of the audit log is whole"),
	server.Doc("exportAudit", "The audit log as a sheet (CSV or XLSX)", "request.instant"),
	server.Doc("getSystem", "How the installation is: checks, nodes, jobs, configuration"),
	server.Doc("getWork", "Who prepares recordings, and what waits for that"),
	server.Doc("retryJob", "Run a job again that failed for good",
		"job.not_found job.not_retryable media.file_gone media.no_asset media.not_retryable"),
	server.Doc("forgetJob", "End a job that waits or failed for good",
		"job.finished job.not_found job.running media.no_asset media.not_cancellable"),
	server.Doc("getStudentInfo", "The college's record of the caller", "student.no_record"),
	server.Doc("editStudent", "Change fields of the own record", recordCodes,
		"student.field_filled student.field_official student.no_record"),
	server.Doc("revealNationalID", "The own national ID in full, after the password", proofCodes, "student.no_record"),
	server.Doc("getPhoto", "The photo in the own record",
		"blob.not_found blob.store_down student.no_photo student.no_record"),
	server.Doc("exportStudent", "Everything that the portal holds about the caller, as a file", "student.no_record"),
	server.Doc("listStudents", "Find students", "student.bad_cursor student.bad_sort"),
	server.Doc("listStudentFilters", "What the list of students can be narrowed down to"),
	server.Doc("exportStudents", "The list of students as a sheet (CSV or XLSX)", "student.bad_sort"),
	server.Doc("getStudentAccount", "The account of a student, with its sessions", "student.no_record"),
	server.Doc("endStudentSession", "End one session of a student", "account.no_session student.no_record"),
	server.Doc("handOutCodes", "Replace the passwords of some students by one-time codes"),
	server.Doc("endSessionsOf", "End all sessions of some students"),
	server.Doc("setEnabledOf", "Close or open the accounts of some students",
		"account.field_characters account.field_long account.field_required"),
	server.Doc("setStatusOf", "Give some students another status",
		"account.exists account.not_found student.bad_character student.bad_choice student.too_long"),
	server.Doc("enrolStudents", "Put some students into a group, and tell them", "course.no_group"),
	server.Doc("dropStudents", "Take some students out of a group, and tell them",
		"course.no_group course.until_future"),
	server.Doc("listGroups", "Groups of the current term, to choose from"),
	server.Doc("getStudentPhoto", "The photo in a student's record",
		"blob.not_found blob.store_down student.no_photo student.no_record"),
	server.Doc("setStudentPhoto", "Put a photo into a student's record, or another in its place", pictureCodes,
		"student.no_record"),
	server.Doc("removeStudentPhoto", "Take the photo out of a student's record", "student.no_photo student.no_record"),
	server.Doc("revealStudent", "The national ID of a student in full, after the caller's own password", proofCodes,
		"student.no_record"),
	server.Doc("viewStudent", "Look at the portal as a student, for 15 minutes and for reading alone",
		"account.factor_required account.factor_wrong account.field_characters account.field_long",
		"account.field_required account.none account.not_found account.too_many_tries account.view_closed",
		"account.view_staff student.no_record"),
	server.Doc("listStudentHistory", "What was done to a student's record, account and enrolments, newest first",
		"student.no_record"),
	server.Doc("listStudentImports", "Imports that wrote something of a student, newest first", "student.no_record"),
	server.Doc("deleteStudent", "Delete a record that was a mistake, with its account and enrolments",
		"account.last_admin student.has_acknowledged student.has_logged_in student.has_notes student.has_progress",
		"student.no_record student.past_term"),
	server.Doc("mergeStudents", "Put a duplicate into the record that is kept",
		"account.exists account.last_admin student.no_record student.same_record student.stale"),
	server.Doc("previewMerge", "What a merge would move",
		"account.exists account.last_admin student.no_record student.same_record"),
	server.Doc("createStudent", "Add a student's record", recordCodes, "student.field_photo student.no_programme"),
	server.Doc("getStudent", "The record of a student", "student.no_record"),
	server.Doc("updateStudent", "Change fields of a student's record", recordCodes,
		"account.exists account.field_characters account.field_long account.phone_malformed student.field_photo",
		"student.no_programme student.no_record student.stale"),
	server.Doc("getStudentTimetable", "A student's timetable as they see it",
		"student.no_record timetable.no_term timetable.no_terms"),
	server.Doc("listStudentCourses", "A student's courses, enrolments and progress", "student.no_record"),
	server.Doc("listStudentMessages", "What a student was told, read and acknowledged",
		"message.bad_cursor student.no_record"),
	server.Doc("setTeacher", "Say whose account it is, when it is a teacher's",
		"account.no_teacher account.not_found account.teacher_taken"),
	server.Doc("findLectures", "Find what is said and written in the lectures that the caller may see",
		"search.cursor"),
}
