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
	// MaxPage is the longest page that List answers.
	MaxPage = 200
	// maxCount is how far List counts: to count hundreds of thousands would cost more than the page.
	maxCount = 1000
	// maxJoined is how far it counts where each one is looked up in other tables.
	maxJoined = 200
	// maxAlone bounds how many tokens a search without filters looks at, so that it costs about the same in every college.
	maxAlone = 300
	// maxFound bounds how many tokens another search looks at.
	maxFound = 2000
	// tokensEach is how many tokens are looked at for each of a few students: somebody may be found by several.
	tokensEach = 8
	// few is how many accounts are rather looked up one by one than met on the way through all students.
	few = 5000
)

// The orders of a list.
const (
	ByNumber = "number"
	ByName   = "name"
)

// A Query says which students to list. Empty fields do not filter.
type Query struct {
	// the beginning of a number, a phone or a name in either script, of their last parts, or of pinyin initials
	Search     string
	Programme  string
	Year       int
	Class      string
	Campus     string
	Status     string
	NeverIn    bool // has an account and has never logged in
	FirstPass  bool // has an account that still has the password it was given
	Sort       string
	Descending bool
	After      string // Next of the page before
	Size       int    // at most MaxPage, which 0 means too
	// the caller wants the first few that a search finds, and neither Total, More, a next page, names of campuses nor
	// anything of accounts but their ids
	Few bool
	// the caller wants all that a search finds, page by page and however long that takes, and neither Total nor More
	Whole bool
}

// An Item is one student in a list.
type Item struct {
	ID, Number, Name, NameLatin, Gender, Phone string
	Campus, Programme                          Named
	Class, Status                              string
	EntryYear                                  int
	Account                                    string    // account id; empty while there is none
	Enabled                                    bool      // the account may log in
	FirstPassword                              bool      // it still has the one it was given
	LoggedIn                                   time.Time // zero: never
}

// ClassEn names the class in English, as that of a Record does.
func (i Item) ClassEn() string { return classEn(i.Class, i.Programme) }

// A Page is a part of what a Query finds.
type Page struct {
	Items []Item
	Total int    // on all pages
	More  bool   // there are more than Total: it was not counted further
	Next  string // After of the next page; empty on the last
}

// Filters are what a list can be narrowed down to.
type Filters struct {
	Programmes []Named  `json:"programmes"`
	Campuses   []Named  `json:"campuses"`
	Years      []int    `json:"years" doc:"Of entry, the newest first."`
	Classes    []string `json:"classes"`
}

// Filters lists what occurs in the records; an adviser sees the own classes. Staff only.
func (s *Service) Filters(ctx context.Context, who access.Actor) (Filters, error) {
	if err := access.Advising.Check(who); err != nil {
		return Filters{}, err
	}
	out := Filters{Programmes: []Named{}, Campuses: []Named{}, Years: []int{}, Classes: []string{}}
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
	classes, err := queries.SelectClasses(ctx)
	if err != nil {
		return out, fmt.Errorf("list classes: %w", err)
	}
	for _, class := range classes {
		if who.Advises(class) {
			out.Classes = append(out.Classes, class)
		}
	}
	return out, nil
}

// List returns one page of students, an adviser's of the own classes. Staff only.
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
