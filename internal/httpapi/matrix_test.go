package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/access"
	"lectern/internal/dbtest"
)

// A verdict is what a route answers to a visitor with a token, a student, another student and a member of staff.
// Where the path names an object it is the first student's, or for staff a third person's.
type verdict struct {
	path    string // with its places filled in; empty when it has none
	body    string
	visitor int
	student int
	other   int
	staff   int
}

// matrix has a row for every route of the API. 400 says that the caller was let in and sent nothing useful.
var matrix = map[string]verdict{
	"GET /healthz":                                      {visitor: 200, student: 200, other: 200, staff: 200},
	"GET /readyz":                                       {visitor: 200, student: 200, other: 200, staff: 200},
	"GET /app-config.json":                              {visitor: 200, student: 200, other: 200, staff: 200},
	"POST /api/Identity/connect/token":                  {visitor: 400, student: 400, other: 400, staff: 400},
	"POST /api/Students/Students/Login":                 {body: `{"phoneNumber":"","password":"x"}`, visitor: 400, student: 409, other: 409, staff: 409},
	"GET /api/user/info":                                {visitor: 401, student: 200, other: 200, staff: 200},
	"PATCH /api/user/info":                              {body: `{"role":"admin"}`, visitor: 401, student: 403, other: 403, staff: 403},
	"POST /api/user/logout":                             {visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/user/menu":                               {visitor: 401, student: 200, other: 200, staff: 200},
	"PUT /api/user/password":                            {body: `{}`, visitor: 401, student: 400, other: 400, staff: 400},
	"GET /api/user/sessions":                            {visitor: 401, student: 200, other: 200, staff: 200},
	"DELETE /api/user/sessions/{session}":               {path: "/api/user/sessions/{lin's session}", visitor: 401, student: 200, other: 404, staff: 404},
	"POST /api/user/avatar":                             {visitor: 401, student: 415, other: 415, staff: 415},
	"GET /api/user/avatars/{file}":                      {path: "/api/user/avatars/x.jpg", visitor: 403, student: 403, other: 403, staff: 403},
	"POST /api/user/factor":                             {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"POST /api/user/factor/confirm":                     {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"POST /api/user/factor/remove":                      {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"GET /api/admin/accounts":                           {visitor: 401, student: 403, other: 403, staff: 200},
	"POST /api/admin/accounts":                          {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"GET /api/admin/accounts/{account}":                 {path: "/api/admin/accounts/{qian}", visitor: 401, student: 403, other: 403, staff: 200},
	"POST /api/admin/accounts/{account}/password-reset": {path: "/api/admin/accounts/{qian}/password-reset", visitor: 401, student: 403, other: 403, staff: 200},
	"DELETE /api/admin/accounts/{account}/sessions":     {path: "/api/admin/accounts/{qian}/sessions", visitor: 401, student: 403, other: 403, staff: 200},
	"PUT /api/admin/accounts/{account}/role":            {path: "/api/admin/accounts/{qian}/role", body: `{"role":"user"}`, visitor: 401, student: 403, other: 403, staff: 200},
	"PUT /api/admin/accounts/{account}/enabled":         {path: "/api/admin/accounts/{qian}/enabled", body: `{"enabled":true}`, visitor: 401, student: 403, other: 403, staff: 200},
	"GET /api/admin/audit":                              {visitor: 401, student: 403, other: 403, staff: 200},

	"GET /api/Students/Students/GetStudentInfoOutput":     {visitor: 401, student: 200, other: 200, staff: 404},
	"PATCH /api/student":                                  {body: `{"studentNumber":"1"}`, visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/student/reveal":                            {body: `{"password":"no"}`, visitor: 401, student: 400, other: 400, staff: 404},
	"GET /api/student/photo":                              {visitor: 401, student: 404, other: 404, staff: 404},
	"GET /api/student/export":                             {visitor: 401, student: 200, other: 200, staff: 404},
	"POST /api/message/list":                              {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/message/unread":                             {visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/message/read":                              {body: `{"ids":["x"]}`, visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/message/read-all":                          {visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/message/{message}/acknowledge":             {path: "/api/message/x/acknowledge", visitor: 401, student: 404, other: 404, staff: 404},
	"GET /api/admin/messages":                             {visitor: 401, student: 403, other: 403, staff: 200},
	"POST /api/admin/messages":                            {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"GET /api/admin/messages/{message}":                   {path: "/api/admin/messages/x", visitor: 401, student: 403, other: 403, staff: 404},
	"DELETE /api/admin/messages/{message}":                {path: "/api/admin/messages/x", visitor: 401, student: 403, other: 403, staff: 404},
	"GET /api/admin/messages/{message}/waiting":           {path: "/api/admin/messages/x/waiting", visitor: 401, student: 403, other: 403, staff: 404},
	"GET /api/push":                                       {visitor: 401, student: 200, other: 200, staff: 200},
	"PUT /api/push":                                       {body: `{"endpoint":"http://x","keys":{"p256dh":"","auth":""},"kinds":[]}`, visitor: 401, student: 400, other: 400, staff: 400},
	"DELETE /api/push":                                    {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/terms":                                      {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/timetable":                                  {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/timetable/changes":                          {path: "/api/timetable/changes?since=0", visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/admin/timetable/changes":                   {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"DELETE /api/admin/timetable/changes/{change}":        {path: "/api/admin/timetable/changes/x", visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/admin/timetable/mappings":                  {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"DELETE /api/admin/timetable/mappings/{mapping}":      {path: "/api/admin/timetable/mappings/x", visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/admin/timetable/holidays":                  {body: `{}`, visitor: 401, student: 403, other: 403, staff: 400},
	"DELETE /api/admin/timetable/holidays/{holiday}":      {path: "/api/admin/timetable/holidays/x", visitor: 401, student: 403, other: 403, staff: 404},
	"GET /api/courses":                                    {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/courses/progress":                           {visitor: 401, student: 200, other: 200, staff: 200},
	"PUT /api/courses/progress":                           {body: `{"progress":{}}`, visitor: 401, student: 200, other: 200, staff: 200},
	"GET /api/admin/courses":                              {visitor: 401, student: 403, other: 403, staff: 200},
	"GET /api/courses/{course}":                           {path: "/api/courses/x", visitor: 401, student: 404, other: 404, staff: 404},
	"DELETE /api/courses/{course}/progress":               {path: "/api/courses/x/progress", visitor: 401, student: 404, other: 404, staff: 403},
	"GET /api/lessons/{lesson}":                           {path: "/api/lessons/x", visitor: 404, student: 404, other: 404, staff: 404},
	"GET /api/classes/{class}/watch":                      {path: "/api/classes/x/watch", visitor: 401, student: 404, other: 404, staff: 404},
	"GET /api/previews":                                   {visitor: 200, student: 200, other: 200, staff: 200},
	"GET /api/watching":                                   {visitor: 401, student: 200, other: 200, staff: 200},
	"POST /api/lessons/{lesson}/watching":                 {path: "/api/lessons/x/watching", body: `{"player":"p","speed":1,"position":0,"intervals":[]}`, visitor: 401, student: 404, other: 404, staff: 403},
	"GET /api/lessons/{lesson}/notes":                     {path: "/api/lessons/x/notes", visitor: 401, student: 200, other: 200, staff: 403},
	"POST /api/lessons/{lesson}/notes":                    {path: "/api/lessons/x/notes", body: `{"at":0,"text":"x"}`, visitor: 401, student: 404, other: 404, staff: 403},
	"PUT /api/notes/{note}":                               {path: "/api/notes/x", body: `{"at":0,"text":"x"}`, visitor: 401, student: 404, other: 404, staff: 403},
	"DELETE /api/notes/{note}":                            {path: "/api/notes/x", visitor: 401, student: 404, other: 404, staff: 403},
	"PUT /api/admin/classes/{class}/live":                 {path: "/api/admin/classes/x/live", body: `{"playlist":"https://live.example.edu/a.m3u8"}`, visitor: 401, student: 403, other: 403, staff: 404},
	"DELETE /api/admin/classes/{class}/live":              {path: "/api/admin/classes/x/live", visitor: 401, student: 403, other: 403, staff: 404},
	"GET /api/calendar":                                   {visitor: 401, student: 200, other: 200, staff: 403},
	"POST /api/calendar":                                  {visitor: 401, student: 200, other: 200, staff: 403},
	"DELETE /api/calendar":                                {visitor: 401, student: 200, other: 200, staff: 403},
	"GET /api/calendar/file":                              {visitor: 401, student: 200, other: 200, staff: 200},
	"GET /calendar/{secret}":                              {path: "/calendar/x.ics", visitor: 404, student: 404, other: 404, staff: 404},
	"GET /media/{ticket}/{path...}":                       {path: "/media/x/master.m3u8", visitor: 403, student: 403, other: 403, staff: 403},
	"GET /api/admin/media":                                {visitor: 401, student: 403, other: 403, staff: 200},
	"POST /api/admin/media/{asset}/retry":                 {path: "/api/admin/media/x/retry", visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/admin/media/{asset}/cancel":                {path: "/api/admin/media/x/cancel", visitor: 401, student: 403, other: 403, staff: 404},
	"DELETE /api/admin/media/{asset}":                     {path: "/api/admin/media/x", visitor: 401, student: 403, other: 403, staff: 404},
	"PUT /api/admin/media/{asset}/chapters":               {path: "/api/admin/media/x/chapters", body: `{"chapters":[]}`, visitor: 401, student: 403, other: 403, staff: 404},
	"PUT /api/admin/media/{asset}/captions/{language}":    {path: "/api/admin/media/x/captions/en-US", visitor: 401, student: 403, other: 403, staff: 400},
	"DELETE /api/admin/media/{asset}/captions/{language}": {path: "/api/admin/media/x/captions/en-US", visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/admin/lessons/{lesson}/attachments":        {path: "/api/admin/lessons/x/attachments", visitor: 401, student: 403, other: 403, staff: 415},
	"DELETE /api/admin/attachments/{attachment}":          {path: "/api/admin/attachments/x", visitor: 401, student: 403, other: 403, staff: 200},
	"GET /api/admin/courses/{course}/lessons":             {path: "/api/admin/courses/x/lessons", visitor: 401, student: 403, other: 403, staff: 404},
	"POST /api/admin/courses/{course}/lessons":            {path: "/api/admin/courses/x/lessons", body: `{"title":"x"}`, visitor: 401, student: 403, other: 403, staff: 404},
	"PUT /api/admin/courses/{course}/lessons/order":       {path: "/api/admin/courses/x/lessons/order", body: `{"lessons":["x"]}`, visitor: 401, student: 403, other: 403, staff: 409},
	"PUT /api/admin/lessons/{lesson}":                     {path: "/api/admin/lessons/x", body: `{"title":"x"}`, visitor: 401, student: 403, other: 403, staff: 404},
	"DELETE /api/admin/lessons/{lesson}":                  {path: "/api/admin/lessons/x", visitor: 401, student: 403, other: 403, staff: 200},
	"OPTIONS /api/admin/uploads":                          {visitor: 204, student: 204, other: 204, staff: 204},
	"OPTIONS /api/admin/uploads/{upload}":                 {path: "/api/admin/uploads/x", visitor: 204, student: 204, other: 204, staff: 204},
	"POST /api/admin/uploads":                             {visitor: 401, student: 403, other: 403, staff: 412},
	"HEAD /api/admin/uploads/{upload}":                    {path: "/api/admin/uploads/x", visitor: 401, student: 403, other: 403, staff: 412},
	"PATCH /api/admin/uploads/{upload}":                   {path: "/api/admin/uploads/x", visitor: 401, student: 403, other: 403, staff: 412},
	"DELETE /api/admin/uploads/{upload}":                  {path: "/api/admin/uploads/x", visitor: 401, student: 403, other: 403, staff: 412},
}

// fill puts the portal's ids into a path.
func (p *portal) fill(path string, lin *visitor) string {
	for name, id := range p.ids {
		path = strings.ReplaceAll(path, "{"+name+"}", id)
	}
	if strings.Contains(path, "{lin's session}") {
		sessions := data[[]wireSession](p.t, lin.send("GET", "/api/user/sessions", ""))
		current := slices.IndexFunc(sessions, func(s wireSession) bool { return s.Current })
		path = strings.ReplaceAll(path, "{lin's session}", sessions[current].ID)
	}
	return path
}

func TestEveryRouteDecidesWhoMayCallIt(t *testing.T) {
	p := newPortal(t, dbtest.Open(t, dbtest.SQLite(t)), nil)
	for pattern, row := range p.server.Routes() {
		want, ok := matrix[pattern]
		if !ok {
			t.Errorf("%s has no row in the matrix: say what it answers to whom", pattern)
			continue
		}
		t.Run("[6.1] "+pattern, func(t *testing.T) {
			method, path, _ := strings.Cut(pattern, " ")
			if want.path != "" {
				path = want.path
			}
			for _, tc := range []struct {
				as     string
				status int
			}{{"", want.visitor}, {"zhao", want.other}, {"dean", want.staff}, {"lin", want.student}} {
				caller := p.as(tc.as)
				lin := caller
				if tc.as != "lin" {
					lin = p.as("lin")
				}
				filled := p.fill(path, lin)
				if got := caller.send(method, filled, want.body); got.status != tc.status {
					t.Errorf("as %q: %d %s, want %d", tc.as, got.status, got.body, tc.status)
				}
				closed := row.Policy != access.Open && row.Policy != access.SignedURL
				if got := (&visitor{p: p}).send(method, filled, want.body, "Authorization", ""); closed && got.status != http.StatusUnauthorized {
					t.Errorf("without a token: %d %s", got.status, got.body)
				}
			}
		})
	}
	for pattern := range matrix {
		if _, ok := p.server.Routes()[pattern]; !ok {
			t.Errorf("%s is in the matrix and not in the API", pattern)
		}
	}
}
