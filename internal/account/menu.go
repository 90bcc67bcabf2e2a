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

// Names, titles (Locale) and icons are those of the web app: web/src/app/routes.ts, its messages and shell/entries.ts. A page that the
// app does not have must not be named here, and one that is missing here is not found by whoever takes the menu from the server.
// internal/httpapi/testdata/menu.json holds both sides to it.
func menu() []MenuItem {
	staff := []access.Role{access.Staff}
	return []MenuItem{
		folder("/admin", "Admin", "menu.admin", "settings", 0, staff,
			page("", "AdminDesk", "menu.admin.desk", "desktop", staff),
			page("recordings", "AdminRecordings", "menu.admin.recordings", "upload", staff),
			page("audit", "AdminAudit", "menu.admin.audit", "history", staff),
			page("accounts", "AdminAccounts", "menu.admin.accounts", "safe", staff),
			page("system", "AdminSystem", "menu.admin.system", "computer", staff)),
		folder("/student", "Student", "menu.student", "book", 1, nil,
			page("timetable", "Timetable", "menu.student.timetable", "calendar", nil),
			page("userinfo", "StudentInfo", "menu.student.info", "idcard", nil),
			hidden(page("watch", "Watch", "menu.student.watch", "play-circle", nil), false)),
		folder("/dashboard", "Dashboard", "menu.dashboard", "dashboard", 2, nil,
			page("workplace", "Workplace", "menu.workplace", "dashboard", nil)),
		folder("/message", "Message", "menu.message", "notification", 3, nil),
		folder("/result", "Result", "menu.result", "check-circle", 4, staff,
			page("success", "Success", "menu.result.success", "", staff),
			page("error", "Error", "menu.result.error", "", staff)),
		folder("/exception", "Exception", "menu.exception", "exclamation-circle", 5, nil,
			page("403", "403", "menu.exception.403", "", staff),
			page("404", "404", "menu.exception.404", "", nil),
			page("500", "500", "menu.exception.500", "", nil)),
		hidden(folder("/user", "User", "menu.user", "user", 6, nil,
			page("info", "UserInfo", "menu.user.info", "user", nil),
			page("setting", "UserSetting", "menu.user.setting", "settings", nil)), true),
		hidden(folder("/redirect", "Redirect", "menu.redirect", "", 7, nil), true),
	}
}

func folder(path, name, locale, icon string, order int, roles []access.Role, children ...MenuItem) MenuItem {
	return MenuItem{Path: path, Name: name, Locale: locale, Icon: icon, Order: order, RequiresAuth: true, Roles: roles, Children: children}
}

func page(path, name, locale, icon string, roles []access.Role) MenuItem {
	return MenuItem{Path: path, Name: name, Locale: locale, Icon: icon, RequiresAuth: true, Roles: roles}
}

func hidden(item MenuItem, auth bool) MenuItem {
	item.Hidden, item.RequiresAuth = true, auth
	return item
}
