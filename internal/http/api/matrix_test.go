package api

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
)

// verdict is the expected status for a visitor with a token, lin, another student, a member of staff, the group's
// teacher and a teacher of another group. Teachers are listed only if they differ from other. Every {name} in the
// pattern and body is a new object, lin's if students own such objects; see objects.
type verdict struct {
	query     string
	body      string
	header    []string
	visitor   int
	lin       int
	other     int
	staff     int
	teacher   int            // 0: same as other
	elsewhere int            // a teacher of another group; 0: same as other
	codes     map[int]string // by status, if not in usualCodes
	reads     bool           // answers 200 but changes nothing of other people's
	granted   []string       // the only people who may watch what the route shows
}

// usualCodes are the default codes by status.
var usualCodes = map[int]string{401: "access.signed_out", 403: "access.forbidden"}

// tusHeader is sent with a part of an upload.
var tusHeader = []string{
	"Tus-Resumable", "1.0.0", "Upload-Offset", "0", "Content-Type",
	"application/offset+octet-stream",
}

// staffNotice is the row of a notice that a registrar sent: teachers manage only their own.
var staffNotice = verdict{
	visitor: 401, lin: 403, other: 403, staff: 200, teacher: 404, elsewhere: 404,
	codes: map[int]string{404: "message.not_found"},
}

// matrix has a row for every route of the API. 400 means the caller was admitted and sent nothing useful.
var matrix = map[string]verdict{
	"GET /healthz":                     {visitor: 200, lin: 200, other: 200, staff: 200},
	"GET /readyz":                      {visitor: 200, lin: 200, other: 200, staff: 200},
	"GET /app-config.json":             {visitor: 200, lin: 200, other: 200, staff: 200},
	"POST /api/Identity/connect/token": {visitor: 400, lin: 400, other: 400, staff: 400},
	"POST /api/Students/Students/Login": {
		body: `{"phoneNumber":"","password":"x"}`, visitor: 400,
		lin: 409, other: 409, staff: 409, codes: map[int]string{400: "account.phone_required", 409: "account.token_used"},
	},
	"GET /api/user/info": {visitor: 401, lin: 200, other: 200, staff: 200},
	"PATCH /api/user/info": {
		body: `{"role":"admin"}`, visitor: 401, lin: 403, other: 403,
		staff: 403, codes: map[int]string{403: "account.field_official"},
	},
	"POST /api/user/logout": {visitor: 401, lin: 200, other: 200, staff: 200},
	"POST /api/user/menu":   {visitor: 401, lin: 200, other: 200, staff: 200},
	"PUT /api/user/password": {
		body: `{}`, visitor: 401, lin: 400, other: 400, staff: 400,
		codes: map[int]string{400: "request.field_missing"},
	},
	"GET /api/user/sessions": {visitor: 401, lin: 200, other: 200, staff: 200},
	"DELETE /api/user/sessions/{session}": {
		visitor: 401, lin: 200, other: 404, staff: 404,
		codes: map[int]string{404: "account.no_session"},
	},
	"POST /api/user/avatar": {
		visitor: 401, lin: 415, other: 415, staff: 415,
		codes: map[int]string{415: "request.content_type"},
	},
	"GET /api/user/avatars/{file}": {
		visitor: 403, lin: 403, other: 403, staff: 403,
		codes: map[int]string{403: "account.avatar_ticket"},
	},
	"POST /api/user/factor": {
		body: `{}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "request.field_missing"},
	},
	"POST /api/user/factor/confirm": {
		body: `{}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "request.field_missing"},
	},
	"POST /api/user/factor/remove": {
		body: `{}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "request.field_missing"},
	},
	"GET /api/admin/accounts": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/accounts": {
		body: `{}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "request.field_missing"},
	},
	"GET /api/admin/accounts/{account}":                 {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/accounts/{account}/password-reset": {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/accounts/{account}/sessions":     {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/accounts/{account}/factor": {
		visitor: 401, lin: 403, other: 403, staff: 409,
		codes: map[int]string{409: "account.no_factor"},
	},
	"PUT /api/admin/accounts/{account}/role": {body: `{"role":"user"}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/accounts/{account}/teacher": {
		body: `{"teacher":"nobody"}`, visitor: 401, lin: 403, other: 403,
		staff: 400, codes: map[int]string{400: "account.no_teacher"},
	},
	"PUT /api/admin/accounts/{account}/enabled": {
		body: `{"enabled":true}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/search": {
		query: "?text=only-lin-reads-this", visitor: 200, lin: 200,
		other: 200, staff: 200, reads: true,
	},
	"GET /api/admin/desk":              {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/search":            {query: "?text=lin", visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/audit":             {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/audit/names":       {query: "?text=lin", visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/audit/chain":       {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/audit/chain":      {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/audit/export":      {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/system":            {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/system/work":       {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/jobs/{job}/retry": {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/jobs/{job}":     {visitor: 401, lin: 403, other: 403, staff: 200},

	"GET /api/Students/Students/GetStudentInfoOutput": {
		visitor: 401, lin: 200, other: 200, staff: 404,
		teacher: 404, elsewhere: 404, codes: map[int]string{404: "student.no_record"},
	},
	"PATCH /api/student": {
		body:    `{"studentNumber":"1"}`,
		visitor: 401, lin: 403, other: 403, staff: 404, teacher: 404, elsewhere: 404,
		codes: map[int]string{403: "student.field_official", 404: "student.no_record"},
	},
	"POST /api/student/reveal": {
		body:    `{"password":"no"}`,
		visitor: 401, lin: 400, other: 400, staff: 404, teacher: 404, elsewhere: 404,
		codes: map[int]string{400: "account.password_wrong", 404: "student.no_record"},
	},
	"GET /api/student/photo": {visitor: 401, lin: 200, other: 404, staff: 404},
	"GET /api/student/export": {
		visitor: 401, lin: 200, other: 200, staff: 404,
		teacher: 404, elsewhere: 404, codes: map[int]string{404: "student.no_record"},
	},
	"GET /api/home-classes": {
		visitor: 401, lin: 403, other: 403, staff: 200, teacher: 200, elsewhere: 200,
	},
	"GET /api/admin/students":                {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/filters":        {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/classes":        {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/export":         {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/exports/oneroster":       {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/exports/{kind}":          {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/import-templates/{kind}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/import-kinds":            {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/import-drafts": {
		visitor: 401, lin: 403, other: 403, staff: 415,
		codes: map[int]string{415: "request.content_type"},
	},
	"GET /api/admin/import-drafts":         {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/import-drafts/{draft}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"PATCH /api/admin/import-drafts/{draft}": {
		body: `{"remember":true}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"DELETE /api/admin/import-drafts/{draft}":       {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/import-drafts/{draft}/preview": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/import-drafts/{draft}/rows":     {visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/import-drafts/{draft}/edits": {
		body: `{"edits":[],"leftOut":[{"line":2,"leftOut":true}]}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/import-drafts/{draft}/apply": {
		body: `{"fingerprint":"x","goodRows":false,"confirm":{}}`, visitor: 401, lin: 403, other: 403, staff: 409,
		codes: map[int]string{409: "roster.no_preview"},
	},
	"POST /api/admin/import-drafts/{draft}/copy": {
		body: `{"sheet":""}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/import-drafts/{draft}/refused": {
		visitor: 401, lin: 403, other: 403, staff: 404,
		codes: map[int]string{404: "roster.none_refused"},
	},
	"GET /api/admin/import-drafts/{draft}/codes": {
		visitor: 401, lin: 403, other: 403, staff: 404,
		codes: map[int]string{404: "roster.no_codes"},
	},
	"DELETE /api/admin/import-drafts/{draft}/codes": {
		visitor: 401, lin: 403, other: 403, staff: 404,
		codes: map[int]string{404: "roster.no_codes"},
	},
	"GET /api/admin/import-mappings":                    {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/import-mappings/{mapping}":       {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/import-mappings/{mapping}/restore": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/imports":                            {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/imports/{import}":                   {visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/imports/{import}/resolved": {
		body: `{"resolved":true}`, visitor: 401, lin: 403,
		other: 403, staff: 409, codes: map[int]string{409: "roster.nothing_refused"},
	},
	"POST /api/admin/imports/{import}/undo-preview": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/imports/{import}/undo":         {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/students": {
		body:    `{"studentNumber":"M1","name":"x"}`,
		visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/students/{student}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"PATCH /api/admin/students/{student}": {
		body:    `{"version":1,"changes":{"name":"x"}}`,
		visitor: 401, lin: 403, other: 403, staff: 409, codes: map[int]string{409: "student.stale"},
	},
	"GET /api/admin/students/{student}/timetable":             {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/{student}/courses":               {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/{student}/messages":              {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/{student}/account":               {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/students/{student}/sessions/{session}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/students/codes": {
		body: `{"students":["{fellow}"]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/end-sessions": {
		body: `{"students":["{fellow}"]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/enabled": {
		body: `{"students":["{fellow}"],"enabled":false,"reason":"x"}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/status": {
		body: `{"students":["{fellow}"],"status":"suspended"}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/enrol": {
		body: `{"students":["{fellow}"],"group":"{group}"}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/drop": {
		body: `{"students":["{fellow}"],"group":"{group}"}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/groups":                   {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/{student}/photo": {visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/students/{student}/photo": {
		visitor: 401, lin: 403, other: 403, staff: 415,
		codes: map[int]string{415: "request.content_type"},
	},
	"DELETE /api/admin/students/{student}/photo": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/students/{student}/view": {
		body: `{"reason":"x"}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/students/{student}/reveal": {
		body: `{"password":"no"}`, visitor: 401, lin: 403,
		other: 403, staff: 400, codes: map[int]string{400: "account.password_wrong"},
	},
	"GET /api/admin/students/{student}/history": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/students/{student}/imports": {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/students/{student}": {
		visitor: 401, lin: 403, other: 403, staff: 409,
		codes: map[int]string{409: "student.has_logged_in"},
	},
	"POST /api/admin/students/{student}/merge": {
		body:    `{"other":"{fellow}","version":1}`,
		visitor: 401, lin: 403, other: 403, staff: 409, codes: map[int]string{409: "student.stale"},
	},
	"POST /api/admin/students/{student}/merge/preview": {
		body: `{"other":"{fellow}"}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/teaching/groups": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 200,
	},
	"GET /api/teaching/groups/{group}/students": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"GET /api/teaching/groups/{group}/students/{student}/photo": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"POST /api/teaching/groups/{group}/messages": {
		body:    `{"title":{"zh":"x"},"content":{"zh":"x"}}`,
		visitor: 401, lin: 403, other: 403, staff: 403, teacher: 200, elsewhere: 404,
		codes: map[int]string{404: "course.no_group"},
	},
	"GET /api/teaching/groups/{group}/watching": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"GET /api/teaching/groups/{group}/watching/rows": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"GET /api/teaching/groups/{group}/watching/export": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"POST /api/teaching/groups/{group}/watching/compute": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"POST /api/teaching/groups/{group}/watching/reminders/preview": {
		body: `{"state":"never"}`, visitor: 401, lin: 403,
		other: 403, staff: 403, teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"POST /api/teaching/groups/{group}/watching/reminders": {
		body:    `{"id":"matrix-reminder-2","state":"never"}`,
		visitor: 401, lin: 403, other: 403, staff: 403, teacher: 409, elsewhere: 404,
		codes: map[int]string{404: "course.no_group", 409: "watching.nobody"},
	},
	"GET /api/teaching/classes/{class}/places": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "timetable.no_class"},
	},
	"GET /api/teaching/requests": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 200,
	},
	"POST /api/teaching/requests": {
		body: `{"class":"{coming}","action":"cancel","reason":"ill"}`, visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "timetable.no_class"},
	},
	"DELETE /api/teaching/requests/{request}": {
		visitor: 401, lin: 403, other: 403, staff: 403,
		teacher: 200, elsewhere: 404, codes: map[int]string{404: "teaching.no_request"},
	},
	"GET /api/admin/teaching/requests": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/teaching/requests/{request}/decline": {
		body: `{"answer":"no room is free"}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/message/list":  {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/message/unread": {visitor: 401, lin: 200, other: 200, staff: 200},
	"POST /api/message/read": {
		body: `{"ids":["{message}"]}`, visitor: 401,
		lin: 200, other: 200, staff: 200, reads: true,
	},
	"POST /api/message/read-all": {visitor: 401, lin: 200, other: 200, staff: 200},
	"POST /api/message/{message}/acknowledge": {
		visitor: 401, lin: 200, other: 404, staff: 404,
		codes: map[int]string{404: "message.not_found"},
	},
	"GET /api/message/{message}/attachments/{attachment}": {
		visitor: 401, lin: 200, other: 404, staff: 200,
		codes: map[int]string{404: "message.not_found"},
	},
	"GET /api/admin/messages": {
		visitor: 401, lin: 403, other: 403, staff: 200, teacher: 200, elsewhere: 200,
	},
	"POST /api/admin/messages": {
		body: `{}`, visitor: 401, lin: 403, other: 403,
		staff: 400, teacher: 400, elsewhere: 400, codes: map[int]string{400: "request.field_missing"},
	},
	"GET /api/admin/messages/audiences": {
		visitor: 401, lin: 403, other: 403, staff: 200, teacher: 200, elsewhere: 200,
	},
	"GET /api/admin/messages/counts": {
		query: "?ids={message}", visitor: 401,
		lin: 403, other: 403, staff: 200, teacher: 200, elsewhere: 200,
	},
	"GET /api/admin/messages/{message}":                staffNotice,
	"DELETE /api/admin/messages/{message}":             staffNotice,
	"GET /api/admin/messages/{message}/waiting":        staffNotice,
	"GET /api/admin/messages/{message}/waiting/export": staffNotice,
	"POST /api/admin/messages/{message}/restore":       staffNotice,
	"POST /api/admin/messages/{message}/remind":        staffNotice,
	"POST /api/admin/messages/preview": {
		body: `{"to":"group:{group}"}`, visitor: 401,
		lin: 403, other: 403, staff: 200, teacher: 200, elsewhere: 404, codes: map[int]string{404: "course.no_group"},
	},
	"POST /api/admin/messages/attachments": {
		visitor: 401, lin: 403, other: 403, staff: 415, teacher: 415, elsewhere: 415,
		codes: map[int]string{415: "request.content_type"},
	},
	"GET /api/push": {visitor: 401, lin: 200, other: 200, staff: 200},
	"PUT /api/push": {
		body: `{"endpoint":"http://x","keys":{"p256dh":"","auth":""},"kinds":[]}`, visitor: 401, lin: 400, other: 400,
		staff: 400, codes: map[int]string{400: "push.endpoint"},
	},
	"DELETE /api/push":   {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/terms":     {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/timetable": {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/timetable/changes": {
		query: "?since=0", visitor: 401,
		lin: 200, other: 200, staff: 200,
	},
	"GET /api/admin/calendar": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/calendar/preview": {
		body:    `{"days":[{"date":"2031-01-01"}]}`,
		visitor: 401, lin: 403, other: 403, staff: 400, codes: map[int]string{400: "timetable.no_term_on"},
	},
	"POST /api/admin/calendar/arrangements": {body: `{"rows":[{"name":"x","from":"2031-05-06",` +
		`"to":"2031-05-06"}]}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/calendar/ways": {
		body: `{"ways":[]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"PUT /api/admin/calendar/terms/{term}": {body: `{"name":"x","firstMonday":"2031-02-03","weeks":2,` +
		`"exams":[{"from":2,"to":2}]}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/calendar/terms/{term}/preview": {body: `{"name":"x","firstMonday":"2031-02-03","weeks":2,` +
		`"exams":[{"from":2,"to":2}]}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/calendar/schemes/{scheme}": {
		body: `{"campus":"none","from":"2031-02-03","to":"2031-02-04",` +
			`"periods":[{"number":1,"starts":"08:00","ends":"08:45"}]}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "timetable.unknown_campus"},
	},
	"POST /api/admin/calendar/schemes/{scheme}/preview": {
		body: `{"campus":"none","from":"2031-02-03","to":"2031-02-04",` +
			`"periods":[{"number":1,"starts":"08:00","ends":"08:45"}]}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "timetable.unknown_campus"},
	},
	"POST /api/admin/calendar/campuses/{campus}/times": {
		body: `{"from":"2031-02-03","periods":[{"number":1,"starts":"08:00","ends":"08:45"}]}`, visitor: 401, lin: 403,
		other: 403, staff: 400, codes: map[int]string{400: "timetable.no_scheme"},
	},
	"POST /api/admin/calendar/campuses/{campus}/times/preview": {
		body: `{"from":"2031-02-03","periods":[{"number":1,"starts":"08:00","ends":"08:45"}]}`, visitor: 401, lin: 403,
		other: 403, staff: 400, codes: map[int]string{400: "timetable.no_scheme"},
	},
	"GET /api/rooms":                  {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/rooms/free":             {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/rooms/{room}/timetable": {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/teachers/{teacher}/timetable": {
		visitor: 401, lin: 403, other: 403, staff: 200,
		teacher: 200, codes: map[int]string{403: "rooms.teachers_hidden"},
	},
	"POST /api/admin/timetable/clashes/accepted": {
		body: `{"kind":"room","object":"x","first":"x","second":"y","reason":"joint class"}`, visitor: 401, lin: 403,
		other: 403, staff: 404, codes: map[int]string{404: "clash.none"},
	},
	"DELETE /api/admin/timetable/clashes/accepted/{acceptance}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/timetable/clashes":                          {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/timetable/changes": {
		body: `{}`, visitor: 401, lin: 403, other: 403,
		staff: 400, codes: map[int]string{400: "request.field_missing"},
	},
	"DELETE /api/admin/timetable/changes/{change}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/timetable/mappings": {
		body: `{}`, visitor: 401, lin: 403, other: 403,
		staff: 400, codes: map[int]string{400: "request.field_missing"},
	},
	"DELETE /api/admin/timetable/mappings/{mapping}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/timetable/holidays": {
		body: `{}`, visitor: 401, lin: 403, other: 403,
		staff: 400, codes: map[int]string{400: "request.field_missing"},
	},
	"DELETE /api/admin/timetable/holidays/{holiday}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/planning/view": {
		query: "?by=group&id={group}", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/planning/options": {
		query: "?by=group", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/planning/check": {body: `{"change":{"action":"cancel",` +
		`"group":"{group}","class":"{class}"}}`, visitor: 401, lin: 403, other: 403, staff: 200, reads: true},
	"POST /api/admin/planning/places": {body: `{"class":"{class}","from":"2026-01-05",` +
		`"to":"2026-01-06"}`, visitor: 401, lin: 403, other: 403, staff: 200, reads: true},
	"GET /api/admin/planning/rooms-at": {
		query: "?day=1999-01-04&firstPeriod=1&lastPeriod=2&group={group}", visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "timetable.no_scheme"},
	},
	"GET /api/admin/planning/classes": {
		query: "?class={class}", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/planning/substitutes": {
		query: "?class={class}", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/planning/absences": {
		body: `{"teacher":"x","from":"2026-01-05","to":"2026-01-06"}`, visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "timetable.unknown_teacher"},
	},
	"GET /api/admin/planning/drafts": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/planning/lines": {
		body: `{}`, visitor: 401, lin: 403, other: 403,
		staff: 400, codes: map[int]string{400: "request.field_missing"},
	},
	"PUT /api/admin/planning/lines/{line}": {body: `{"change":{"action":"cancel",` +
		`"group":"{group}","class":"{class}"}}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/planning/lines/{line}":   {visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/planning/drafts/{draft}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/planning/drafts/{draft}/publish": {
		body: `{"version":0}`, visitor: 401, lin: 403,
		other: 403, staff: 409, codes: map[int]string{409: "planning.version"},
	},
	"GET /api/admin/planning/publications":                         {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/planning/publications/{publication}":           {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/planning/publications/{publication}/withdraw": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/courses":          {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /api/courses/progress": {visitor: 401, lin: 200, other: 200, staff: 200},
	"PUT /api/courses/progress": {
		body: `{"progress":{"{course}":50}}`, visitor: 401,
		lin: 200, other: 200, staff: 403, teacher: 403, elsewhere: 403, reads: true,
	},
	"GET /api/admin/catalogue": {
		query: "?search=a&size=2", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/catalogue/{course}/groups": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/groups/{group}/students":   {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/courses":                   {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/courses/{course}":                {visitor: 401, lin: 200, other: 200, staff: 200},
	"DELETE /api/courses/{course}/progress": {
		visitor: 401, lin: 200, other: 404, staff: 403,
		teacher: 403, elsewhere: 403, codes: map[int]string{404: "course.no_course"},
	},
	"GET /api/lessons/{lesson}": {
		visitor: 200, lin: 200, other: 200, staff: 200,
		granted: []string{"dean", "lin", "teacher"},
	},
	"GET /api/classes/{class}/watch": {
		visitor: 401, lin: 200, other: 200, staff: 200,
		granted: []string{"dean", "lin", "teacher"},
	},
	"GET /api/previews": {visitor: 200, lin: 200, other: 200, staff: 200},
	"GET /api/watching/record": {
		visitor: 401, lin: 200, other: 200, staff: 403,
		teacher: 403, elsewhere: 403,
	},
	"GET /api/admin/watching":                  {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/watching/courses/{course}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/watching/rows": {
		query: "?course={course}", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"GET /api/admin/watching/export": {
		query: "?course={course}", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/watching/compute": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/watching/reminders/preview": {
		body:    `{"course":"{course}","state":"never"}`,
		visitor: 401, lin: 403, other: 403, staff: 200, reads: true,
	},
	"POST /api/admin/watching/reminders": {
		body: `{"id":"matrix-reminder-1","course":"{course}","state":"never"}`, visitor: 401, lin: 403, other: 403,
		staff: 409, codes: map[int]string{409: "watching.nobody"},
	},
	"GET /api/watching": {visitor: 401, lin: 200, other: 200, staff: 200},
	"POST /api/lessons/{lesson}/watching": {
		body: `{"player":"p","speed":1,"position":0,"intervals":[]}`, visitor: 401, lin: 200, other: 404, staff: 403,
		teacher: 403, elsewhere: 403, codes: map[int]string{404: "course.no_lesson"},
	},
	"GET /api/lessons/{lesson}/notes": {
		visitor: 401, lin: 200, other: 200, staff: 403,
		teacher: 403, elsewhere: 403,
	},
	"POST /api/lessons/{lesson}/notes": {
		body: `{"at":0,"text":"x"}`, visitor: 401,
		lin: 200, other: 404, staff: 403, teacher: 403, elsewhere: 403, codes: map[int]string{404: "course.no_lesson"},
	},
	"PUT /api/lessons/{lesson}/notes/{note}": {
		body: `{"at":0,"text":"x"}`, visitor: 401,
		lin: 200, other: 404, staff: 403, teacher: 403, elsewhere: 403, codes: map[int]string{404: "course.no_note"},
	},
	"DELETE /api/lessons/{lesson}/notes/{note}": {
		visitor: 401, lin: 200, other: 404, staff: 403,
		teacher: 403, elsewhere: 403, codes: map[int]string{404: "course.no_note"},
	},
	"PUT /api/admin/classes/{class}/live": {
		body: `{"playlist":"https://live.example.edu/a.m3u8"}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"DELETE /api/admin/classes/{class}/live": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/calendar":                      {visitor: 401, lin: 200, other: 200, staff: 403},
	"POST /api/calendar":                     {visitor: 401, lin: 200, other: 200, staff: 403},
	"DELETE /api/calendar":                   {visitor: 401, lin: 200, other: 200, staff: 403},
	"GET /api/calendar/file":                 {visitor: 401, lin: 200, other: 200, staff: 200},
	"GET /calendar/{secret}": {
		visitor: 404, lin: 404, other: 404, staff: 404,
		codes: map[int]string{404: "timetable.no_feed"},
	},
	"GET /media/{ticket}/{path...}": {
		visitor: 403, lin: 403, other: 403, staff: 403,
		codes: map[int]string{403: "media.ticket"},
	},
	"GET /api/admin/media":        {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/media/counts": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/media/{asset}/retry": {
		visitor: 401, lin: 403, other: 403, staff: 409,
		codes: map[int]string{409: "media.not_retryable"},
	},
	"POST /api/admin/media/{asset}/cancel": {
		visitor: 401, lin: 403, other: 403, staff: 409,
		codes: map[int]string{409: "media.not_cancellable"},
	},
	"DELETE /api/admin/media/{asset}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/recordings/match": {
		body:    `{"files":[{"path":"x.mp4","size":1}]}`,
		visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/recordings/show": {
		body:    `{"assets":["{asset}"],"how":"publish"}`,
		visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/recordings/move": {
		body: `{"moves":[{"id":"{asset}","lesson":"{lesson}"}]}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/recordings/join": {
		body: `{"parts":["{asset}","{asset}"],"lesson":"{lesson}"}`, visitor: 401, lin: 403, other: 403, staff: 400,
	},
	"GET /api/admin/recordings/place": {query: "?lesson={lesson}", visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/recordings/bin":   {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/recordings/delete": {
		body: `{"assets":["{asset}"]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/recordings/restore": {
		body: `{"assets":["{asset}"]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"PUT /api/admin/media/{asset}/chapters": {
		body: `{"chapters":[]}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"PUT /api/admin/media/{asset}/captions/{language}": {
		visitor: 401, lin: 403, other: 403, staff: 400,
		codes: map[int]string{400: "media.captions_unreadable"},
	},
	"GET /api/admin/media/{asset}/captions":                  {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/media/{asset}/captions/{language}/draft": {visitor: 401, lin: 403, other: 403, staff: 200},
	"PUT /api/admin/media/{asset}/captions/{language}/draft": {
		body: `{"version":0,"cues":[{"start":1,"end":2,"text":"x"}]}`, visitor: 401, lin: 403, other: 403, staff: 200,
	},
	"DELETE /api/admin/media/{asset}/captions/{language}/draft": {
		query: "?version=1", visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"POST /api/admin/media/{asset}/captions/{language}/draft/publish": {
		body: `{"version":1}`, visitor: 401, lin: 403,
		other: 403, staff: 404, codes: map[int]string{404: "media.no_captions"},
	},
	"DELETE /api/admin/media/{asset}/captions/{language}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/lessons/{lesson}/attachments": {
		visitor: 401, lin: 403, other: 403, staff: 415,
		codes: map[int]string{415: "request.content_type"},
	},
	"DELETE /api/admin/attachments/{attachment}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/courses/{course}/lessons":    {visitor: 401, lin: 403, other: 403, staff: 200},
	"GET /api/admin/courses/{course}/classes":    {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/courses/{course}/lessons": {
		body: `{"title":"x"}`, visitor: 401,
		lin: 403, other: 403, staff: 200,
	},
	"PUT /api/admin/courses/{course}/lessons/order": {
		body: `{"lessons":["{lesson}","another"]}`, visitor: 401, lin: 403,
		other: 403, staff: 409, codes: map[int]string{409: "course.lessons_differ"},
	},
	"PUT /api/admin/lessons/{lesson}":    {body: `{"title":"x"}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"DELETE /api/admin/lessons/{lesson}": {visitor: 401, lin: 403, other: 403, staff: 200},
	"POST /api/admin/lessons/{lesson}/restore": {
		visitor: 401, lin: 403, other: 403, staff: 404, codes: map[int]string{404: "course.no_lesson"},
	},
	"PUT /api/admin/lessons/{lesson}/title": {body: `{"title":"x"}`, visitor: 401, lin: 403, other: 403, staff: 200},
	"OPTIONS /api/admin/uploads":            {visitor: 204, lin: 204, other: 204, staff: 204},
	"OPTIONS /api/admin/uploads/{upload}":   {visitor: 204, lin: 204, other: 204, staff: 204},
	"POST /api/admin/uploads":               {visitor: 401, lin: 403, other: 403, staff: 412},
	"HEAD /api/admin/uploads/{upload}":      {header: tusHeader, visitor: 401, lin: 403, other: 403, staff: 200},
	"PATCH /api/admin/uploads/{upload}": {
		body: "x", header: tusHeader, visitor: 401, lin: 403, other: 403, staff: 204,
	},
	"DELETE /api/admin/uploads/{upload}": {header: tusHeader, visitor: 401, lin: 403, other: 403, staff: 204},
}

// Callers who may change nothing come first, each route with its own object. The database is compared once after
// all of them, because that takes longer than a call.
func TestEveryRouteDecidesWhoMayCallIt(t *testing.T) {
	s := newMatrixSchool(t)
	s.employ()
	for pattern := range matrix {
		if _, ok := s.server.Routes()[pattern]; !ok {
			t.Errorf("%s is in the matrix and not in the API", pattern)
		}
	}
	calls := map[string]matrixCall{}
	for _, pattern := range s.patterns() {
		if want, ok := matrix[pattern]; ok {
			calls[pattern] = s.call(pattern, s.server.Routes()[pattern].Policy, want)
		} else {
			t.Errorf("%s has no row in the matrix: add what it answers to each role", pattern)
		}
	}
	everybody := map[string]*visitor{}
	for _, name := range []string{"", "zhao", "other teacher", "dean", "lin", "teacher"} {
		everybody[name] = s.fresh(name)
	}
	before := s.content()
	for pattern, c := range calls {
		t.Run("[6.1] "+pattern+" changes nothing", func(t *testing.T) {
			s.in(t)
			c.withoutToken(t, s)
			for _, who := range c.callers {
				if c.changesNothing(who) {
					c.send(t, who, everybody[who.name])
				}
			}
		})
	}
	s.in(t)
	if gone, added := differing(before, s.content()); len(gone)+len(added) > 0 {
		t.Errorf("somebody who may not changed something:\ngone %q\nadded %q", gone, added)
	}
	for pattern, c := range calls {
		t.Run("[6.1] "+pattern, func(t *testing.T) {
			s.in(t)
			c = s.call(pattern, c.policy, c.want) // other calls may have changed the object
			for _, who := range c.callers {
				if !c.changesNothing(who) {
					c.send(t, who, s.fresh(who.name))
				}
			}
		})
	}
	s.actionsHaveWords(t)
}

// namesHeaders are the actions whose fields are the headers of a sheet, shown verbatim.
var namesHeaders = map[string]bool{"roster.remember": true, "roster.forget_mapping": true}

// actionsHaveWords checks that the audit page has both languages' texts for everything in the log.
func (s *matrixSchool) actionsHaveWords(t *testing.T) {
	rows, err := s.deps.Audit.List(t.Context(), access.System(), audit.Query{})
	if err != nil || len(rows) == 0 {
		t.Fatal(len(rows), err)
	}
	for _, language := range []string{"en-US", "zh-CN"} {
		text, err := os.ReadFile("../../../web/src/features/staff/audit/locales/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			want := map[string]any{"did." + strings.Replace(row.Action, ".", "-", 1): nil}
			for _, values := range []string{row.Before, row.After} {
				fields := map[string]any{}
				if err := json.Unmarshal([]byte(values), &fields); values != "" && err != nil {
					t.Fatal(err)
				}
				for field := range fields {
					if !namesHeaders[row.Action] {
						want["field."+field] = nil
					}
				}
			}
			for key := range want {
				if !strings.Contains(string(text), `"`+key+`"`) {
					t.Errorf("%s has no %s, of %s", language, key, row.Action)
				}
			}
		}
	}
}
