package api

import "strings"

// content is every row that the college holds, the rows of a table in one text. What every call writes is left out: the
// log, the throttle, failed tries, and when a session was last seen. The database puts the texts together, because
// hundreds of steps ask for them.
func (s *matrixSchool) content() map[string]string {
	s.t.Helper()
	if s.everything == "" {
		s.everything = s.selectEverything()
	}
	rows, err := s.db.Reader().QueryContext(s.t.Context(), s.everything)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var table, text string
		if err := rows.Scan(&table, &text); err != nil {
			s.t.Fatal(err)
		}
		out[table] = text
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

const endOfColumn, endOfRow = "\x1f", "\x1e"

// selectEverything is the statement that reads all tables.
func (s *matrixSchool) selectEverything() string {
	s.t.Helper()
	tables, err := s.db.Tables(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	var parts []string
	for _, table := range tables {
		columns := "*"
		switch table {
		case "audit", "audit_head", "throttle", "guess", "guess_network":
			continue
		case "session":
			columns = "id, account_id, ended_at"
		}
		row := strings.Join(s.asText(table, columns), " || '"+endOfColumn+"' || ")
		parts = append(parts, "SELECT '"+table+"', COALESCE(string_agg("+row+", '"+endOfRow+"'), '') FROM "+table)
	}
	return strings.Join(parts, " UNION ALL ")
}

// asText is an expression for each of the columns of a table.
func (s *matrixSchool) asText(table, columns string) (out []string) {
	s.t.Helper()
	rows, err := s.db.Reader().QueryContext(s.t.Context(), "SELECT "+columns+" FROM "+table+" WHERE 1 = 0")
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, column := range types {
		text := `CAST("` + column.Name() + `" AS TEXT)`
		if column.DatabaseTypeName() == "BYTEA" && s.db.Engine() == "SQLite" { // its text of bytes ends at the first zero
			text = `hex("` + column.Name() + `")`
		}
		out = append(out, "COALESCE("+text+", 'NULL')")
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// differing are the rows, each with its table, that are in one content and not in the other; a database may give them
// in another order.
func differing(before, after map[string]string) (gone, added []string) {
	in := func(content, other map[string]string) (out []string) {
		for table, text := range content {
			if text == other[table] {
				continue
			}
			there := map[string]bool{}
			for row := range strings.SplitSeq(other[table], endOfRow) {
				there[row] = true
			}
			for row := range strings.SplitSeq(text, endOfRow) {
				if row != "" && !there[row] {
					out = append(out, table+" "+strings.ReplaceAll(row, endOfColumn, " "))
				}
			}
		}
		return out
	}
	return in(before, after), in(after, before)
}
