package search

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/sqldb"
)

// readHits reads the lessons of the documents found, and the lines around the words.
func readHits(ctx context.Context, q sqldb.Querier, shown []matched) ([]Found, error) {
	if len(shown) == 0 {
		return nil, nil
	}
	list := make([]Found, len(shown))
	statement, args := fewLines, make([]any, 0, PageSize*(1+maxHits))
	if len(shown) > few {
		statement = manyLines
	}
	for i := range statement.documents {
		number, places := nowhere, []int64(nil)
		if i < len(shown) {
			number, places = shown[i].number, withoutClose(shown[i].places)
			list[i].Count = len(places)
		}
		args = append(args, number)
		for k := range maxHits {
			at := nowhere
			if k < len(places) {
				at = places[k]
			}
			args = append(args, at)
		}
	}
	if err := readLines(ctx, q, statement.text, args, list); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(f Found) bool { return len(f.Hits) == 0 || f.Lesson == "" }), nil
}

// nowhere is an invalid document number or position.
const nowhere = int64(-1)

// A lineStatement reads the lines at some positions of some documents. The first line of each comes with its document.
type lineStatement struct {
	documents int
	text      string
}

func newLineStatement(documents int) lineStatement {
	var rows []string
	for i := range documents {
		document := i*(1+maxHits) + 1
		named := fmt.Sprintf("CAST($%d AS BIGINT)", document)
		for k := range maxHits {
			rows = append(rows, fmt.Sprintf("(%d, CAST($%d AS BIGINT), CAST($%d AS BIGINT), %s)", i*maxHits+k,
				document, document+1+k, named))
			named = strconv.FormatInt(nowhere, 10)
		}
	}
	return lineStatement{documents, `WITH wanted (n, document, place, named) AS (VALUES ` + strings.Join(rows, ", ") + `)
		SELECT p.n, t.first, t.at_ms, t.text, COALESCE(d.kind, ''), COALESCE(d.language, ''), COALESCE(l.id, ''),
		COALESCE(l.position, 0), COALESCE(l.title, ''), COALESCE(l.title_en, ''),
			COALESCE(c.id, ''), COALESCE(c.code, ''), COALESCE(c.name, ''), COALESCE(c.name_en, '')
		FROM wanted AS p
		JOIN search_line AS t ON t.document = p.document AND t.first = (SELECT max(f.first) FROM search_line AS f
		WHERE f.document = p.document AND f.first <= p.place)
		LEFT JOIN search_document AS d ON d.number = p.named LEFT JOIN lesson AS l ON l.id = d.lesson_id LEFT
		JOIN course AS c ON c.id = l.course_id
		ORDER BY p.n`}
}

// few is the number of documents for the smaller of the two statements, which suits rare words.
const few = 3

var (
	fewLines  = newLineStatement(few)
	manyLines = newLineStatement(PageSize)
)

func readLines(ctx context.Context, q sqldb.Querier, statement string, args []any, list []Found) error {
	last := map[int]int64{}
	return sqldb.Each(ctx, q, "read lines", statement, args, func(row *sql.Rows) error {
		var n int
		var first, at int64
		var text string
		var f Found
		if err := row.Scan(&n, &first, &at, &text, &f.Kind, &f.Language, &f.Lesson, &f.Position, &f.Title, &f.TitleEn,
			&f.Course, &f.Code, &f.Name, &f.NameEn); err != nil {
			return err
		}
		of := n / maxHits
		if f.Lesson != "" {
			f.Count = list[of].Count
			list[of] = f
		}
		if seen, known := last[of]; known && seen == first {
			return nil // a second match in the line
		}
		last[of] = first
		list[of].Hits = append(list[of].Hits, Hit{At: time.Duration(at) * time.Millisecond, Text: text})
		return nil
	})
}

// withoutClose omits positions so close to the previous one that they are certain to be shown with it.
func withoutClose(places []int64) (list []int64) {
	const close = 12
	for _, at := range places {
		if n := len(list); n == 0 || at-list[n-1] > close {
			list = append(list, at)
		}
	}
	return list
}
