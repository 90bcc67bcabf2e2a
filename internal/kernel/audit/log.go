package audit

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// Log lets staff read the audit log, with names in place of ids.
type Log struct{ database *sqldb.DB }

// NewLog returns the Log of a database.
func NewLog(database *sqldb.DB) *Log { return &Log{database} }

// MaxPage is the longest page that List returns.
const MaxPage = 500

// Query says which rows to list. Empty fields do not filter.
type Query struct {
	Account string // who did it
	Object  string // what it was done to
	Action  string // account.login, or a prefix that ends in a dot: "account."
	From    time.Time
	To      time.Time // exclusive
	Before  string    // only rows appended before the one with this id; empty: from the newest
	Size    int       // at most MaxPage; 0 means MaxPage
	English bool      // prefer English names
}

// NamedRow is a row with the names of the objects in it. A name is empty if the object no longer exists.
type NamedRow struct {
	Row
	AccountName string
	ObjectName  string
	Names       map[string]string // of the ids in Before and After
}

// names lists the kinds of objects with their columns for the Chinese and the English name. Ids are unique across
// tables.
var names = []struct{ table, name, english string }{
	{"student", "x.name", "x.name"},
	{"account", "x.name", "x.name"},
	{"lesson", "x.title", "x.title_en"},
	{"course", "x.name", "x.name_en"},
	{"course_group", "x.code", "x.code"},
	{"message", "x.title", "x.title_en"},
	{"asset", "x.file", "x.file"},
	{"holiday", "x.name", "x.name_en"},
	{"term", "x.name", "x.name_en"},
	{"teacher", "x.name", "x.name"},
	{"room", "x.name", "x.name_en"},
	{"campus", "x.name", "x.name_en"},
	{"import", "x.file", "x.file"},
	{"meeting", groupCode, groupCode},
	{"class_change", groupCode, groupCode},
	{"change_request", groupCode, groupCode},
}

// groupCode selects the code of the group that an object belongs to.
const groupCode = "(SELECT g.code FROM course_group AS g WHERE g.id = x.group_id)"

// nameIn returns the SQL for the name of the i-th kind in a language, or in the other one if it is empty.
func nameIn(english bool, i int) string {
	first, second := names[i].name, names[i].english
	if english {
		first, second = second, first
	}
	return "COALESCE(NULLIF(" + first + ", ''), " + second + ")"
}

// List returns up to limit rows, newest first. If object is not empty, only its rows.
func List(ctx context.Context, q sqldb.Querier, object string, limit int) ([]Row, error) {
	return selectRows(ctx, q, ` WHERE ($1 = '' OR object = $1) ORDER BY id DESC LIMIT $2`, object, limit)
}

// List returns rows, newest first. Staff only.
func (l *Log) List(ctx context.Context, who access.Actor, query Query) (list []NamedRow, err error) {
	if err := access.Auditing.Check(who); err != nil {
		return nil, err
	}
	if query.Size <= 0 || query.Size > MaxPage {
		query.Size = MaxPage
	}
	return l.page(ctx, query.English, query.where(), query.Size)
}

// page reads rows with their names.
func (l *Log) page(ctx context.Context, english bool, where sqldb.Where, size int) (list []NamedRow, err error) {
	conditions := ""
	if len(where.Conditions) > 0 {
		conditions = " WHERE " + strings.Join(where.Conditions, " AND ")
	}
	// Select the page first, so that names are looked up only for its rows.
	text := `SELECT r.id, r.seq, r.at, r.account_id, r.role, r.session_id, r.address, r.action,
		r.object, r.before, r.after, r.hash,
		COALESCE((SELECT a.name FROM account AS a WHERE a.id = r.account_id), ''), COALESCE(` + objectName(english) + `, '')
		FROM (` + selectColumns + conditions + ` ORDER BY id DESC LIMIT ` + strconv.Itoa(size) + `) AS r ORDER BY r.id DESC`
	// A filter that few rows match reads the whole log.
	list, err = sqldb.Select(ctx, l.database.SlowReader(), "read the audit log", text, where.Args,
		func(row *sql.Rows, r *NamedRow) error {
			var at int64
			err := row.Scan(&r.ID, &r.Seq, &at, &r.Account, &r.Role, &r.Session, &r.Address, &r.Action, &r.Object, &r.Before,
				&r.After, &r.Hash, &r.AccountName, &r.ObjectName)
			r.At = time.UnixMilli(at)
			return err
		})
	if err != nil {
		return nil, err
	}
	return list, l.nameIDs(ctx, english, list)
}

func objectName(english bool) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = "(SELECT " + nameIn(english, i) + " FROM " + n.table + " AS x WHERE x.id = r.object)"
	}
	return strings.Join(parts, ", ")
}

var uuid = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// Named replaces the ids in a text with names. Ids without a name stay.
func Named(text string, names map[string]string) string {
	return uuid.ReplaceAllStringFunc(text, func(id string) string { return cmp.Or(names[id], id) })
}

// nameIDs looks up the names of all ids in the rows' values, in one query.
func (l *Log) nameIDs(ctx context.Context, english bool, list []NamedRow) (err error) {
	found := map[string]string{}
	for i := range list {
		list[i].Names = found
		for _, id := range uuid.FindAllString(list[i].Before+list[i].After, -1) {
			found[id] = ""
		}
	}
	if len(found) == 0 {
		return nil
	}
	places, args := sqldb.List(1, slices.Sorted(maps.Keys(found)))
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = "SELECT x.id, " + nameIn(english, i) + " FROM " + n.table + " AS x WHERE x.id IN (" + places + ")"
	}
	return sqldb.Each(ctx, l.database.Reader(), "name what the audit log is about", strings.Join(parts, " UNION ALL "),
		args, func(row *sql.Rows) error {
			var id, name string
			err := row.Scan(&id, &name)
			found[id] = name
			return err
		})
}

// About says whose history to read.
type About struct {
	Objects []string // empty ids are ignored
	Before  string   // only rows appended before the one with this id; empty: from the newest
	Size    int      // at most MaxPage; 0 means MaxPage
	English bool     // prefer English names
}

// History returns what was done to some objects, newest first, and the Before of the next page (empty on the last). The
// caller has checked that who may see the objects. Staff only.
func (l *Log) History(ctx context.Context, who access.Actor, about About) (list []NamedRow, next string, err error) {
	if err := access.Advising.Check(who); err != nil {
		return nil, "", err
	}
	if about.Size <= 0 || about.Size > MaxPage {
		about.Size = MaxPage
	}
	objects := slices.DeleteFunc(slices.Clone(about.Objects), func(object string) bool { return object == "" })
	if len(objects) == 0 {
		return nil, "", nil
	}
	places, args := sqldb.List(1, objects)
	where := sqldb.Where{Conditions: []string{"object IN (" + places + ")"}, Args: args}
	if about.Before != "" {
		where.Add("id < ?", about.Before)
	}
	list, err = l.page(ctx, about.English, where, about.Size+1)
	if len(list) > about.Size {
		list = list[:about.Size]
		next = list[about.Size-1].ID
	}
	return list, next, err
}

func (q *Query) where() (w sqldb.Where) {
	if q.Account != "" {
		w.Add("account_id = ?", q.Account)
	}
	if q.Object != "" {
		w.Add("object = ?", q.Object)
	}
	if strings.HasSuffix(q.Action, ".") {
		w.Add("substr(action, 1, "+strconv.Itoa(len(q.Action))+") = ?", q.Action)
	} else if q.Action != "" {
		w.Add("action = ?", q.Action)
	}
	if !q.From.IsZero() {
		w.Add("at >= ?", q.From.UnixMilli())
	}
	if !q.To.IsZero() {
		w.Add("at < ?", q.To.UnixMilli())
	}
	if q.Before != "" {
		w.Add("id < ?", q.Before)
	}
	return w
}
