package account

import "lectern/internal/access"

// A MenuItem is one place of the menu that the server offers (specification, section 2). Locale is a translation key.
type MenuItem struct {
	Path         string
	Name         string
	Locale       string
	Icon         string
	Order        int
	RequiresAuth bool
	Hidden       bool          // reachable, but not shown in the menu
	Roles        []access.Role // empty: every role
	Children     []MenuItem
}

// Menu returns the part of the menu that a role may open.
func Menu(role access.Role) []MenuItem { return allowed(menu(), role) }

func allowed(items []MenuItem, role access.Role) []MenuItem {
	out := make([]MenuItem, 0, len(items))
	for _, item := range items {
		if !admits(item.Roles, role) {
			continue
		}
		children := allowed(item.Children, role)
		if len(item.Children) > 0 && len(children) == 0 {
			continue // an empty folder leads nowhere
		}
		item.Children = children
		out = append(out, item)
	}
	return out
}

func admits(roles []access.Role, role access.Role) bool {
	for _, r := range roles {
		if r == role {
			return true
		}
	}
	return len(roles) == 0
}

// The names are those of the routes in web/src/app/routes.ts: a page that is missing here is not found by whoever takes
// the menu from the server. testdata/menu-names.json holds both sides to it.
func menu() []MenuItem {
	staff := []access.Role{access.Staff}
	return []MenuItem{
		folder("/dashboard", "Dashboard", "menu.dashboard", "dashboard", 0, nil,
			page("workplace", "Workplace", "menu.dashboard.workplace", nil)),
		folder("/student", "Student", "menu.student", "book", 1, nil,
			page("timetable", "Timetable", "menu.student.timetable", nil),
			page("userinfo", "StudentInfo", "menu.student.userinfo", nil),
			hidden(page("watch", "Watch", "menu.student.watch", nil), false)),
		folder("/admin", "Admin", "menu.admin", "settings", 2, staff,
			page("students", "AdminStudents", "menu.admin.students", staff),
			page("courses", "AdminCourses", "menu.admin.courses", staff),
			page("timetable", "AdminTimetable", "menu.admin.timetable", staff),
			page("recordings", "AdminRecordings", "menu.admin.recordings", staff),
			page("notices", "AdminNotices", "menu.admin.notices", staff),
			page("imports", "AdminImports", "menu.admin.imports", staff),
			page("audit", "AdminAudit", "menu.admin.audit", staff)),
		folder("/result", "Result", "menu.result", "check-circle", 3, staff,
			page("success", "Success", "menu.result.success", staff),
			page("error", "Error", "menu.result.error", staff)),
		folder("/exception", "Exception", "menu.exception", "exclamation-circle", 4, nil,
			page("403", "403", "menu.exception.403", staff),
			page("404", "404", "menu.exception.404", nil),
			page("500", "500", "menu.exception.500", nil)),
		folder("/message", "Message", "menu.message", "notification", 5, nil),
		hidden(folder("/user", "User", "menu.user", "user", 6, nil,
			page("info", "UserInfo", "menu.user.info", nil),
			page("setting", "UserSetting", "menu.user.setting", nil)), true),
		hidden(folder("/redirect", "Redirect", "menu.redirect", "", 7, nil), true),
	}
}

func folder(path, name, locale, icon string, order int, roles []access.Role, children ...MenuItem) MenuItem {
	return MenuItem{Path: path, Name: name, Locale: locale, Icon: icon, Order: order, RequiresAuth: true, Roles: roles, Children: children}
}

func page(path, name, locale string, roles []access.Role) MenuItem {
	return MenuItem{Path: path, Name: name, Locale: locale, RequiresAuth: true, Roles: roles}
}

func hidden(item MenuItem, auth bool) MenuItem {
	item.Hidden, item.RequiresAuth = true, auth
	return item
}
