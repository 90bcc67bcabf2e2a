package student

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

const (
	// MaxPage is the maximum page size of List.
	MaxPage = 200
	// maxCount is how far List counts: counting hundreds of thousands would cost more than the page.
	maxCount = 1000
	// maxJoined is how far it counts if each student needs a lookup in other tables.
	maxJoined = 200
	// maxAlone limits the tokens of a search without filters, so that it costs about the same in every college.
	maxAlone = 300
	// maxFound limits the tokens of any other search.
	maxFound = 2000
	// tokensEach is how many tokens are read per student when a few are wanted: a student may match with several.
	tokensEach = 8
	// few is up to how many accounts it is faster to look them up than to scan all students.
	few = 5000
)

// The orders of a list.
const (
	ByNumber = "number"
	ByName   = "name"
)

// Query selects the students to list. Empty fields don't filter.
type Query struct {
	// Prefix of a number, phone or name in either script, of their last parts, or of pinyin initials.
	Search     string
	Programme  string
	Year       int
	Class      string
	Campus     string
	Status     string
	NeverIn    bool // has an account that has never logged in
	FirstPass  bool // has an account that still has its first password
	Sort       string
	Descending bool
	After      string // Next of the page before
	Size       int    // at most MaxPage, and by default
	// Few returns the first few matches without Total, More, Next, campus names and account details.
	Few bool
	// Whole returns every match, page by page and however long that takes, without Total and More.
	Whole bool
}

// An Item is one student in a list.
type Item struct {
	ID, Number, Name, NameLatin, Gender, Phone string
	Campus, Programme                          Named
	Class, Status                              string
	EntryYear                                  int
	Account                                    string    // account id; empty: none
	Enabled                                    bool      // the account may log in
	FirstPassword                              bool      // the account still has its first password
	LoggedIn                                   time.Time // zero: never
}

// ClassEn returns the English name of the class, as Record.ClassEn does.
func (i Item) ClassEn() string { return classEn(i.Class, i.Programme) }

// Page is one page of a list.
type Page struct {
	Items []Item
	Total int    // on all pages
	More  bool   // there are more than Total, which weren't counted
	Next  string // After of the next page; empty on the last
}

// Filters are the values to filter a list by.
type Filters struct {
	Programmes []Named `json:"programmes"`
	Campuses   []Named `json:"campuses"`
	Years      []int   `json:"years" doc:"Years of entry, the newest first."`
}

// NoFilters returns empty lists.
func NoFilters() Filters {
	return Filters{Programmes: []Named{}, Campuses: []Named{}, Years: []int{}}
}

// Filters lists the values that occur in the records. Classes are found by Classes, because there are too many. Staff
// only.
func (s *Service) Filters(ctx context.Context, who access.Actor) (Filters, error) {
	if err := access.Advising.Check(who); err != nil {
		return Filters{}, err
	}
	out := NoFilters()
	queries := db.New(s.database.Reader())
	programmes, err := queries.SelectProgrammes(ctx)
	if err != nil {
		return out, fmt.Errorf("list programmes: %w", err)
	}
	for _, p := range programmes {
		out.Programmes = append(out.Programmes, Named{p.Code, p.Name, p.NameEn})
	}
	campuses, err := queries.SelectCampuses(ctx)
	if err != nil {
		return out, fmt.Errorf("list campuses: %w", err)
	}
	for _, c := range campuses {
		out.Campuses = append(out.Campuses, Named{c.ID, c.Name, c.NameEn})
	}
	years, err := queries.SelectYears(ctx)
	if err != nil {
		return out, fmt.Errorf("list years of entry: %w", err)
	}
	for _, year := range years {
		out.Years = append(out.Years, int(year))
	}
	return out, nil
}

// List returns one page of students; for an adviser, of the adviser's classes. Staff only.
func (s *Service) List(ctx context.Context, who access.Actor, query Query) (Page, error) {
	if err := access.Advising.Check(who); err != nil {
		return Page{}, err
	}
	if query.Size <= 0 || query.Size > MaxPage {
		query.Size = MaxPage
	}
	var page Page
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		sql, err := query.statement(ctx, q, who)
		if err != nil {
			return err
		}
		if page.Items, page.Next, err = sql.page(ctx, q, query.Size); err != nil || query.Few || query.Whole {
			return err
		}
		if sql.tokens != "" && page.Next != "" { // counting would cost as much as the page
			page.Total, page.More = len(page.Items), true
			return nil
		}
		page.Total, page.More, err = sql.count(ctx, q)
		return err
	})
	return page, err
}
