package student

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mozillazg/go-pinyin"

	"lectern/internal/fold"
	"lectern/internal/sqldb"
	"lectern/internal/student/db"
)

// tokens are what a student is found by: the beginning of any of them is enough. Number and phone are found by their last digits too, names
// by each of their parts, Chinese ones also by pinyin and its initials (林晓雨: linxiaoyu, lxy).
func tokens(s *db.Student) []string {
	list := ends(s.NumberKey, 4, 6)
	list = append(list, ends([]byte(searchKey(s.Phone)), 4, len(s.Phone))...)
	name := []rune(searchKey(s.Name))
	for i := range name {
		list = append(list, string(name[i:]))
	}
	words := strings.Fields(s.NameLatin)
	for i := range words {
		list = append(list, searchKey(strings.Join(words[i:], "")))
	}
	var whole, initials string
	for _, syllable := range pinyin.LazyPinyin(s.Name, pinyin.NewArgs()) {
		whole, initials = whole+syllable, initials+syllable[:1]
	}
	list = append(list, whole, initials)
	for i, token := range list {
		list[i] = token[:min(len(token), fold.MaxToken)]
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(token string) bool { return token == "" })
}

// ends returns a text and its last parts of some lengths.
func ends(text []byte, shortest, longest int) []string {
	list := []string{string(text)}
	for n := shortest; n <= longest && n < len(text); n++ {
		list = append(list, string(text[len(text)-n:]))
	}
	return list
}

// index writes the tokens of a record that was written.
func index(ctx context.Context, q sqldb.Querier, s *db.Student) error {
	if err := db.New(q).DeleteTokens(ctx, s.ID); err != nil {
		return fmt.Errorf("forget how a student is found: %w", err)
	}
	for _, token := range tokens(s) {
		if err := db.New(q).InsertToken(ctx, db.InsertTokenParams{Token: []byte(token), StudentID: s.ID}); err != nil {
			return fmt.Errorf("note how a student is found: %w", err)
		}
	}
	return nil
}

// indexPage is how many students are indexed in one transaction.
const indexPage = 500

// IndexAll makes everybody findable who was written before there was an index. It is for the start of a server; when there is nothing to
// do it costs one query.
func (s *Service) IndexAll(ctx context.Context) error {
	for {
		n := 0
		err := s.database.Write(ctx, func(q sqldb.Querier) error {
			rows, err := db.New(q).SelectNotIndexed(ctx, indexPage)
			if err != nil {
				return fmt.Errorf("list students without an index: %w", err)
			}
			n = len(rows)
			for i := range rows {
				if err := index(ctx, q, &rows[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || n < indexPage {
			return err
		}
	}
}
