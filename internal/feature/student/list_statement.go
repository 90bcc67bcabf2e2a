package student

import (
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/sqldb"
)

// statement is a Query translated to SQL.
type statement struct {
	sqldb.Where
	from       string // the table or subquery of candidates, as s
	joins      string // tables that the conditions need
	tokens     string // the query for the tokens of a search without filters; empty: use the conditions
	counted    int    // arguments that don't depend on the page
	most       int    // maximum count
	known      int    // total if known without counting; else -1
	few        bool   // as Query.Few
	key        string
	descending bool
}

func (q *Query) statement(ctx context.Context, database sqldb.Querier, who access.Actor) (*statement, error) {
	s := &statement{from: "student", key: "number_key", descending: q.Descending, most: maxCount, known: -1, few: q.Few}
	switch q.Sort {
	case ByNumber, "":
	case ByName:
		s.key = "name_key"
	default:
		return nil, fault.New(fault.Invalid, "student.bad_sort")
	}
	q.find(s, who)
	for _, filter := range []struct{ column, value string }{
		{"class", q.Class}, {"programme_code", q.Programme}, {"campus_id", q.Campus}, {"status", q.Status},
	} {
		if filter.value != "" {
			s.Add("s."+filter.column+" = ?", filter.value)
		}
	}
	if who.Scope != access.Registrar {
		var places []string
		var classes []any
		for class := range strings.SplitSeq(who.Classes, "\n") {
			places, classes = append(places, "?"), append(classes, class)
		}
		s.Add("s.class <> '' AND s.class IN ("+strings.Join(places, ", ")+")", classes...)
	}
	if q.Year != 0 {
		s.Add("s.entry_year = ?", q.Year)
	}
	if err := q.accounts(ctx, database, s); err != nil {
		return nil, err
	}
	s.counted = len(s.Args)
	if q.After == "" {
		return s, nil
	}
	last, number, err := readCursor(q.After)
	if err != nil {
		return nil, err
	}
	than := ">"
	if q.Descending {
		than = "<"
	}
	s.Add("(s."+s.key+", s.number_key) "+than+" (?, ?)", last, number)
	return s, nil
}

// find adds the search. Within a class, or if all matches are wanted, it checks each student; otherwise it takes the
// first matching tokens.
func (q *Query) find(s *statement, who access.Actor) {
	key := fold.Token(q.Search)
	if number, ok := phone.Parse(q.Search); ok { // stored without formatting
		key = fold.Token(number)
	}
	if key == "" {
		return
	}
	first, end := fold.Range(key)
	if q.Class != "" || q.Whole || who.Scope != access.Registrar {
		s.Add("EXISTS (SELECT 1 FROM lookup AS t WHERE t.id = s.id AND t.kind = 'student' AND t.token >= ? AND t.token < ?)",
			first, end)
		return
	}
	most, alone := maxFound, q.Programme == "" && q.Year == 0 && q.Campus == "" &&
		q.Status == "" && !q.NeverIn && !q.FirstPass
	if q.Few {
		most = tokensEach * q.Size
	} else if alone {
		s.most, most = maxAlone, maxAlone
	}
	s.Args = append(s.Args, first, end) // $1 and $2
	tokens := lookup.First(lookup.Student, 1, 2, most)
	if alone {
		s.tokens = lookup.First(lookup.Student, 1, 2, most+1) // one more, to know whether there are more
	}
	if alone && s.key == "number_key" { // tokens are sorted by number, so only the page's are looked up
		s.from = "(SELECT e.id, e.sort AS number_key FROM (" + tokens + ") AS e)"
	} else {
		s.Add("s.id IN (SELECT f.id FROM (" + tokens + ") AS f)")
	}
}

// accounts adds the filters on accounts. A few matching accounts are looked up; many are found soon enough by scanning
// the students. Without other filters, the number of matching accounts is the total.
func (q *Query) accounts(ctx context.Context, database sqldb.Querier, s *statement) error {
	for _, filter := range []struct {
		set                                   bool
		joins, many, matches, probe, students string
	}{
		{
			q.NeverIn, "JOIN account AS a ON a.id = s.account_id\n", "a.enabled AND a.login_at = 0",
			"SELECT n.id FROM account AS n WHERE n.login_at = 0 AND n.enabled",
			"SELECT n.student_id AS student FROM account AS n WHERE n.login_at = 0 AND n.enabled",
			"count(NULLIF(matching.student, ''))",
		}, {
			q.FirstPass, "JOIN account AS b ON b.id = s.account_id JOIN credential AS c ON c.account_id = s.account_id\n",
			"b.enabled AND c.kind <> 'own'", "SELECT n.account_id " +
				"FROM credential AS n JOIN account AS o ON o.id = n.account_id WHERE n.kind <> 'own' AND o.enabled",
			"SELECT 1 FROM credential AS n WHERE n.kind <> 'own' ORDER BY n.account_id",
			"0", // sorted as its index is, or PostgreSQL reads the table
		},
	} {
		if !filter.set {
			continue
		}
		var n, students int
		text := "SELECT count(*), " + filter.students + " FROM (" + filter.probe + " LIMIT " +
			strconv.Itoa(few+1) + ") AS matching"
		if err := database.QueryRowContext(ctx, text).Scan(&n, &students); err != nil {
			return fmt.Errorf("count accounts: %w", err)
		}
		if n <= few {
			if q.NeverIn && !q.FirstPass && len(s.Conditions) == 0 {
				s.known = students
			}
			s.Add("s.account_id <> '' AND s.account_id IN (" + filter.matches + ")")
		} else {
			s.most = maxJoined
			s.joins += filter.joins
			s.Add(filter.many)
		}
	}
	return nil
}

// count returns the number of matches up to s.most, and whether there are more.
func (s *statement) count(ctx context.Context, q sqldb.Querier) (n int, more bool, err error) {
	if s.known >= 0 {
		return min(s.known, s.most), s.known > s.most, nil
	}
	conditions := s.Conditions
	if len(s.Args) > s.counted {
		conditions = conditions[:len(conditions)-1] // without the start of the page
	}
	matching := " FROM " + s.from + " AS s\n" + s.joins + whereOf(conditions)
	// Check for more before counting: SQLite skips rows faster than it counts them.
	limit := " LIMIT " + strconv.Itoa(s.most) // never reached, but PostgreSQL plans to read no more
	text := "SELECT CASE WHEN EXISTS (SELECT 1" + matching + " LIMIT 1 OFFSET " + strconv.Itoa(s.most) + ") THEN " +
		strconv.Itoa(s.most+1) + " ELSE (SELECT count(*) FROM (SELECT 1" + matching + limit + ") AS few) END, 0"
	if s.tokens != "" { // the index is enough
		text = "SELECT count(DISTINCT f.id), count(*) FROM (" + s.tokens + ") AS f"
	}
	var tokens int
	if err = q.QueryRowContext(ctx, text, s.Args[:s.counted]...).Scan(&n, &tokens); err != nil {
		return 0, false, fmt.Errorf("count students: %w", err)
	}
	return min(n, s.most), max(n, tokens) > s.most, nil
}

// The columns of a record, and of the tables joined to it. Few skips the join: PostgreSQL takes longer to plan a join
// of six tables than to find a student.
const (
	recordColumns = `s.id, s.number, s.name, s.name_latin, s.gender, s.phone, s.campus_id, s.programme_code, s.class, ` +
		`s.status, s.entry_year, s.account_id,
		s.name_key, s.number_key`
	besideRecord = `COALESCE(k.name, ''), COALESCE(k.name_en, ''), COALESCE(a.enabled, FALSE),
		COALESCE(c.kind, 'own') <> 'own', COALESCE(a.login_at, 0)`
	besideNothing = `'', '', FALSE, FALSE, 0`
	besideJoins   = `
	LEFT JOIN campus AS k ON k.id = r.campus_id
	LEFT JOIN account AS a ON a.id = r.account_id
	LEFT JOIN credential AS c ON c.account_id = r.account_id`
)

func (s *statement) page(ctx context.Context, q sqldb.Querier, size int) (items []Item, next string, err error) {
	direction := ""
	if s.descending {
		direction = " DESC"
	}
	order := func(table string) string {
		return " ORDER BY " + table + "." + s.key + direction + ", " + table + ".number_key" + direction
	}
	chosen, limit := " FROM "+s.from+" AS s\n\t\t"+s.joins+whereOf(s.Conditions), " LIMIT "+strconv.Itoa(size+1)
	from, args := "(SELECT "+recordColumns+chosen+order("s")+limit+") AS r", s.Args
	if s.from != "student" {
		// from has only ids, some of them twice: sort once to remove duplicates and order the rest.
		once := " GROUP BY s.number_key, s.id ORDER BY s.number_key" + direction + ", s.id" + direction
		var places string
		if places, args, err = readPlaces(ctx, q, "SELECT s.id"+chosen+once+limit,
			s.Args); err != nil || len(args) == 0 {
			return nil, "", err
		}
		from = "(SELECT " + recordColumns + " FROM student AS s WHERE s.id IN (" + places + ")) AS r"
	}
	beside, joins := besideRecord, besideJoins
	if s.few {
		beside, joins = besideNothing, ""
	}
	// Join only the rows of the page, not everything that is sorted.
	text := `SELECT r.id, r.number, r.name, r.name_latin, r.gender, r.phone, r.campus_id, r.programme_code, r.class,
		r.status, r.entry_year, r.account_id,
		r.` + s.key + `, r.number_key, COALESCE(p.name, ''), COALESCE(p.name_en, ''), ` + beside + `
	FROM ` + from + `
	LEFT JOIN programme AS p ON p.code = r.programme_code` + joins + order("r")
	more := false
	err = sqldb.Each(ctx, q, "list students", text, args, func(row *sql.Rows) error {
		if more = len(items) == size; more {
			return nil
		}
		var one Item
		var login int64
		var key, number []byte
		err := row.Scan(&one.ID, &one.Number, &one.Name, &one.NameLatin, &one.Gender, &one.Phone, &one.Campus.Code,
			&one.Programme.Code, &one.Class, &one.Status, &one.EntryYear, &one.Account, &key, &number, &one.Programme.Name,
			&one.Programme.NameEn, &one.Campus.Name, &one.Campus.NameEn, &one.Enabled, &one.FirstPassword, &login)
		one.LoggedIn = sqldb.Instant(login)
		items, next = append(items, one), cursor(key, number)
		return err
	})
	if !more {
		next = ""
	}
	return items, next, err
}

// readPlaces reads ids and returns placeholders for their list, or none if there are no ids. Records are read in a
// second statement: PostgreSQL plans the search again for every text, and would plan the join with it.
func readPlaces(ctx context.Context, q sqldb.Querier, query string, args []any) (
	places string, ids []any, err error,
) {
	found, err := sqldb.Select(ctx, q, "search for students", query, args, func(row *sql.Rows, id *string) error {
		return row.Scan(id)
	})
	if err != nil || len(found) == 0 {
		return "", nil, err
	}
	places, ids = sqldb.List(1, found)
	return places, ids, nil
}

func whereOf(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(conditions, " AND ")
}

// cursor joins the last sort key of a page with the number, which breaks ties.
func cursor(key, number []byte) string {
	parts := slices.Concat([]byte{byte(len(number))}, number, key)
	return base64.RawURLEncoding.EncodeToString(parts)
}

func readCursor(text string) (key, number []byte, err error) {
	parts, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(parts) == 0 || len(parts) < 1+int(parts[0]) {
		return nil, nil, fault.New(fault.Invalid, "student.bad_cursor")
	}
	n := int(parts[0])
	return parts[1+n:], parts[1 : 1+n], nil
}
