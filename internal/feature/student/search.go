package student

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/mozillazg/go-pinyin"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// tokens returns the search tokens of a student; searching matches their beginnings. Numbers and phones are also found
// by their last digits, names by each part, Chinese names also by pinyin and its initials (林晓雨: linxiaoyu, lxy).
func tokens(s *db.Student) []string {
	list := ends([]byte(fold.Key(s.Number)), 4, 6)
	list = append(list, ends([]byte(fold.Key(s.Phone)), 4, len(s.Phone))...)
	name := []rune(fold.Key(s.Name))
	for i := range name {
		list = append(list, string(name[i:]))
	}
	words := strings.Fields(s.NameLatin)
	for i := range words {
		list = append(list, fold.Key(strings.Join(words[i:], "")))
	}
	var whole, initials string
	for _, syllable := range pinyin.LazyPinyin(s.Name, pinyin.NewArgs()) {
		whole, initials = whole+syllable, initials+syllable[:1]
	}
	list = append(list, whole, initials)
	return lookup.Tokens(list)
}

// ends returns a text and its endings of the given lengths.
func ends(text []byte, shortest, longest int) []string {
	list := []string{string(text)}
	for n := shortest; n <= longest && n < len(text); n++ {
		list = append(list, string(text[len(text)-n:]))
	}
	return list
}

// index writes the search tokens of a record and its class.
func index(ctx context.Context, q sqldb.Querier, s *db.Student) error {
	if err := indexClass(ctx, q, s.Class, s.ProgrammeCode); err != nil {
		return err
	}
	return lookup.Put(ctx, q, lookup.Student, s.ID, s.NumberKey, tokens(s))
}

// IndexAll indexes the students that were written before the index existed. It runs at server start.
func (s *Service) IndexAll(ctx context.Context) error {
	return lookup.Fill(ctx, s.database, lookup.Student, "student", func(
		ctx context.Context, q sqldb.Querier, id string,
	) error {
		row, err := db.New(q).SelectStudent(ctx, id)
		if err != nil {
			return fmt.Errorf("read a student: %w", err)
		}
		if key := []byte(fold.Number(row.Student.Number)); !bytes.Equal(key, row.Student.NumberKey) {
			// Written before signs counted.
			row.Student.NumberKey = key
			if err := db.New(q).UpdateNumberKey(ctx, db.UpdateNumberKeyParams{ID: id, NumberKey: key}); err != nil {
				return fmt.Errorf("write the key of a student number: %w", err)
			}
		}
		return index(ctx, q, &row.Student)
	})
}
