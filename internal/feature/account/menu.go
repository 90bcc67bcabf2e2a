package account

import (
	"slices"

	"lectern/internal/kernel/access"
)

// A MenuItem is an entry of the menu that the server offers (specification, section 2). Locale is a translation key.
type MenuItem struct {
	Path         string
	Name         string
	Locale       string
	Icon         string
	Order        int
	RequiresAuth bool
	Hidden       bool          // reachable, but not shown in the menu
	Roles        []access.Role // empty: every role
	Policy       access.Policy // what the calls behind a page of staff or teachers demand; 0: nothing
	OfStudent    bool          // about the caller's record as a student: not for teachers
	Children     []MenuItem
}

// Menu returns the entries that the caller may open. Pages of the template can always be opened; template makes them
// visible.
func Menu(who access.Actor, template bool) []MenuItem { return allowed(menu(template), who) }

func allowed(items []MenuItem, who access.Actor) []MenuItem {
	out := make([]MenuItem, 0, len(items))
	for _, item := range items {
		if item.OfStudent && who.Teacher != "" && who.Student == "" {
			continue
		}
		if !admits(item.Roles, who.Role) || item.Policy.Valid() && item.Policy.Check(who) != nil {
			continue
		}
		children := allowed(item.Children, who)
		if len(item.Children) > 0 && len(children) == 0 {
			continue // a folder without a page
		}
		item.Children = children
		out = append(out, item)
	}
	return out
}

func admits(roles []access.Role, role access.Role) bool {
	return len(roles) == 0 || slices.Contains(roles, role)
}

// Names, titles (Locale) and icons are those of the web app: web/src/app/routes.ts, its messages and shell/entries.ts.
// Clients that take the menu from the server see only these pages. internal/http/api/testdata/menu.json keeps both
// sides in step.
func menu(template bool) []MenuItem {
	staff := []access.Role{access.Staff}
	shown := func(item MenuItem) MenuItem {
		item.Hidden = !template
		return item
	}
	return []MenuItem{
		folder("/admin", "Admin", "menu.admin", "settings", 0, staff,
			page("", "AdminDesk", "menu.admin.desk", "desktop", staff).requires(access.Working),
			page("students", "AdminStudents", "menu.admin.students", "user-group", staff).requires(access.Advising),
			hidden(page("students/new", "AdminStudentNew", "menu.admin.studentNew", "", staff).requires(access.Admin), true),
			hidden(page("students/:student", "AdminStudent", "menu.admin.student", "", staff).requires(access.Advising), true),
			page("courses", "AdminCourses", "menu.admin.courses", "book", staff).requires(access.Admin),
			hidden(page("courses/:course", "AdminCourse", "menu.admin.course", "", staff).requires(access.Admin), true),
			page("timetable", "AdminTimetable", "menu.admin.timetable", "calendar", staff).requires(access.Admin),
			hidden(page("timetable/clashes", "AdminClashes", "menu.admin.clashes", "", staff).requires(access.Admin), true),
			page("calendar", "AdminCalendar", "menu.admin.calendar", "calendar", staff).requires(access.Admin),
			page("recordings", "AdminRecordings", "menu.admin.recordings", "upload", staff).requires(access.Recordings),
			page("watching", "AdminWatching", "menu.admin.watching", "play-circle", staff).requires(access.Advising),
			hidden(page("watching/:course",
				"AdminWatchingCourse", "menu.admin.watchingCourse", "", staff).requires(access.Advising), true),
			page("notices", "AdminNotices", "menu.admin.notices", "notification", staff).requires(access.Advising),
			hidden(page("notices/new", "AdminNoticeNew", "menu.admin.noticeNew", "", staff).requires(access.Advising), true),
			hidden(page("notices/:notice", "AdminNotice", "menu.admin.notice", "", staff).requires(access.Advising), true),
			page("imports", "AdminImports", "menu.admin.imports", "dashboard", staff).requires(access.Admin),
			hidden(page("imports/drafts/:draft", "AdminImportDraft", "menu.admin.importDraft", "", staff).requires(access.Admin),
				true), hidden(page("imports/:import", "AdminImport", "menu.admin.import", "", staff).requires(access.Admin), true),
			page("audit", "AdminAudit", "menu.admin.audit", "history", staff).requires(access.Auditing),
			page("accounts", "AdminAccounts", "menu.admin.accounts", "safe", staff).requires(access.Admin),
			page("system", "AdminSystem", "menu.admin.system", "computer", staff).requires(access.Admin)),
		folder("/student", "Student", "menu.student", "book", 1, nil,
			page("timetable", "Timetable", "menu.student.timetable", "calendar", nil),
			page("userinfo", "StudentInfo", "menu.student.info", "idcard", nil).aboutStudent(),
			hidden(page("watching", "Watched", "menu.student.watching", "", nil), true).aboutStudent(),
			hidden(page("watch", "Watch", "menu.student.watch", "play-circle", nil), false)),
		folder("/teaching", "Teaching", "menu.teaching", "user-group", 1, nil).requires(access.Teaching),
		hidden(folder("/teaching/:group", "TaughtGroup", "menu.taughtGroup", "", 1, nil).requires(access.Teaching), true),
		hidden(folder("/teaching/notices",
			"TaughtNotices", "menu.admin.notices", "", 1, nil).requires(access.Teaching), true),
		hidden(folder("/teaching/notices/new",
			"TaughtNoticeNew", "menu.admin.noticeNew", "", 1, nil).requires(access.Teaching), true),
		hidden(folder("/teaching/notices/:notice",
			"TaughtNotice", "menu.admin.notice", "", 1, nil).requires(access.Teaching), true),
		folder("/dashboard", "Dashboard", "menu.dashboard", "dashboard", 2, nil,
			page("workplace", "Workplace", "menu.workplace", "dashboard", nil)),
		folder("/message", "Message", "menu.message", "notification", 3, nil),
		folder("/rooms", "Rooms", "menu.rooms", "desktop", 3, nil),
		hidden(folder("/rooms/:room", "Room", "menu.room", "", 3, nil), true),
		hidden(folder("/teachers/:teacher", "Teacher", "menu.teacher", "", 3, nil), true),
		shown(folder("/result", "Result", "menu.result", "check-circle", 4, staff,
			page("success", "Success", "menu.result.success", "", staff),
			page("error", "Error", "menu.result.error", "", staff))),
		shown(folder("/exception", "Exception", "menu.exception", "exclamation-circle", 5, nil,
			page("403", "403", "menu.exception.403", "", staff),
			page("404", "404", "menu.exception.404", "", nil),
			page("500", "500", "menu.exception.500", "", nil))),
		hidden(folder("/user", "User", "menu.user", "user", 6, nil,
			page("info", "UserInfo", "menu.user.info", "user", nil),
			page("setting", "UserSetting", "menu.user.setting", "settings", nil)), true),
		hidden(folder("/redirect", "Redirect", "menu.redirect", "", 7, nil), true),
	}
}

func folder(path, name, locale, icon string, order int, roles []access.Role, children ...MenuItem) MenuItem {
	return MenuItem{
		Path: path, Name: name, Locale: locale, Icon: icon, Order: order, RequiresAuth: true,
		Roles: roles, Children: children,
	}
}

func page(path, name, locale, icon string, roles []access.Role) MenuItem {
	return MenuItem{Path: path, Name: name, Locale: locale, Icon: icon, RequiresAuth: true, Roles: roles}
}

// requires sets the policy of the calls behind a page.
func (m MenuItem) requires(policy access.Policy) MenuItem {
	m.Policy = policy
	return m
}

// aboutStudent marks a page about the caller's record as a student.
func (m MenuItem) aboutStudent() MenuItem {
	m.OfStudent = true
	return m
}

func hidden(item MenuItem, auth bool) MenuItem {
	item.Hidden, item.RequiresAuth = true, auth
	return item
}
