package api

import "strings"

// content returns every row of the database as text, by table. It omits what every call writes: the log, the
// throttle, failed attempts, and when a session was last used. The database builds the texts, because hundreds of
// steps call this.
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

// selectEverything returns the statement that reads all tables.
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
		case "audit", "audit_head", "audit_check", "throttle", "guess", "guess_network":
			continue
		case "session":
			columns = "id, account_id, ended_at"
		}
		row := strings.Join(s.asText(table, columns), " || '"+endOfColumn+"' || ")
		parts = append(parts, "SELECT '"+table+"', COALESCE(string_agg("+row+", '"+endOfRow+"'), '') FROM "+table)
	}
	return strings.Join(parts, " UNION ALL ")
}

// asText returns an expression for each column of a table.
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
		if column.DatabaseTypeName() == "BYTEA" && s.db.Engine() == "SQLite" { // as text, bytes end at the first zero
			text = `hex("` + column.Name() + `")`
		}
		out = append(out, "COALESCE("+text+", 'NULL')")
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// differing returns the rows that are only in one of two contents, regardless of order.
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
