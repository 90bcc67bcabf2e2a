package message

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// Audience is who a message is for. Create one with the functions below.
type Audience struct{ kind, target string }

// Everyone is all students who haven't left.
func Everyone() Audience { return Audience{"all", ""} }

// Campus is the students of a campus who haven't left.
func Campus(id string) Audience { return Audience{"campus", id} }

// Programme is the students of a programme who haven't left.
func Programme(code string) Audience { return Audience{"programme", code} }

// Year is the students of a year of entry who haven't left.
func Year(year int) Audience { return Audience{"year", strconv.Itoa(year)} }

// Class is the students of an administrative class who haven't left.
func Class(name string) Audience { return Audience{"class", name} }

// Group is the students enrolled in a group.
func Group(id string) Audience { return Audience{"group", id} }

// Course is the students enrolled in any group of a course.
func Course(id string) Audience { return Audience{"course", id} }

// List is the students in Note.Numbers or Note.Students.
func List() Audience { return Audience{"list", ""} }

// Student is a single student.
func Student(id string) Audience { return Audience{"student", id} }

// Account is a single account, of staff or a student.
func Account(id string) Audience { return Audience{"account", id} }

// Kind returns the kind of audience, such as "group".
func (a Audience) Kind() string { return a.kind }

// String returns kind and target, such as "group:0199…".
func (a Audience) String() string { return strings.TrimSuffix(a.kind+":"+a.target, ":") }

// ParseAudience parses the result of String. A list is just "list", without its numbers.
func ParseAudience(text string) (Audience, error) {
	kind, target, _ := strings.Cut(text, ":")
	a := Audience{kind, target}
	if kind == "list" && target != "" {
		return Audience{}, badAudience()
	}
	return a, a.check()
}

func badAudience() error { return fault.New(fault.Invalid, "message.bad_audience") }

func (a Audience) check() error {
	switch a.kind {
	case "all":
		if a.target == "" {
			return nil
		}
	case "list":
		return nil
	case "year":
		if year, err := strconv.Atoi(a.target); err == nil && Year(year) == a && year > 0 {
			return nil
		}
	case "campus", "programme", "class", "group", "course", "student", "account":
		if a.target != "" && len(a.target) <= maxTarget && utf8.ValidString(a.target) &&
			!strings.ContainsFunc(a.target, unicode.IsControl) {
			return nil
		}
	}
	return badAudience()
}

const (
	maxTarget = 100
	// MaxNumbers is the maximum length of a list; larger audiences are a class, a year or a programme.
	MaxNumbers = 5000
	// previewed is how many names a preview shows.
	previewed = 12
)

// Person is a student's name and number.
type Person struct {
	Student   string `json:"student"`
	Number    string `json:"studentNumber"`
	Name      string `json:"name"`
	NameLatin string `json:"nameLatin"`
	Class     string `json:"class"`
}

// Preview describes the students that a message would reach.
type Preview struct {
	Students int      `json:"students" doc:"How many it would reach."`
	Some     []Person `json:"some" doc:"A few of them."`
	SubTitle Text     `json:"subTitle" doc:"Of a teacher's notice: the course and the teacher."`
	Unknown  []string `json:"unknown" doc:"Numbers without a student; for an adviser, without one in the adviser's classes."`
}

// Preview looks up an audience without sending anything. Registrars, advisers and teachers only.
func (s *Service) Preview(ctx context.Context, who access.Actor, to Audience, numbers []string) (Preview, error) {
	if err := access.Noticing.Check(who); err != nil {
		return Preview{}, err
	}
	if err := to.check(); err != nil {
		return Preview{}, err
	}
	if err := s.mayAddress(ctx, s.database.Reader(), who, to); err != nil {
		return Preview{}, err
	}
	signature, err := s.signature(ctx, s.database.Reader(), who, to)
	if err != nil {
		return Preview{}, err
	}
	out := Preview{SubTitle: signature, Some: []Person{}, Unknown: []string{}}
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		if to.kind == "list" {
			found, unknown, err := students(ctx, q, who, numbers)
			if err != nil {
				return err
			}
			out.Students, out.Some, out.Unknown = len(found), found[:min(len(found), previewed)], unknown
			return nil
		}
		if err := exists(ctx, q, to); err != nil {
			return err
		}
		n, err := db.New(q).CountAudience(ctx, db.CountAudienceParams{Audience: to.kind, Target: to.target})
		if err != nil {
			return fmt.Errorf("count an audience: %w", err)
		}
		out.Students = int(n)
		rows, err := db.New(q).SelectAudience(ctx,
			db.SelectAudienceParams{Audience: to.kind, Target: to.target, Size: previewed})
		for _, row := range rows {
			out.Some = append(out.Some, Person{row.ID, row.Number, row.Name, row.NameLatin, row.Class})
		}
		if err != nil {
			return fmt.Errorf("list an audience: %w", err)
		}
		return nil
	})
	return out, err
}

// exists refuses an unknown audience. A group without students exists; a list isn't checked.
func exists(ctx context.Context, q sqldb.Querier, to Audience) error {
	if to.kind == "all" || to.kind == "list" {
		return nil
	}
	year, _ := strconv.ParseInt(to.target, 10, 64) // only used for a year
	found, err := db.New(q).CountTarget(ctx, db.CountTargetParams{Audience: to.kind, Target: to.target, Year: year})
	if err != nil {
		return fmt.Errorf("look for an audience: %w", err)
	}
	if found == 0 {
		return fault.New(fault.NotFound, "message.no_audience")
	}
	return nil
}

// lookups is how many numbers one query looks up.
const lookups = 500

// students finds students by number, without duplicates and in the order of the list. It also returns the numbers
// without a student that the actor may write to.
func students(ctx context.Context, q sqldb.Querier, who access.Actor, numbers []string) (found []Person,
	unknown []string, err error,
) {
	if len(numbers) > MaxNumbers {
		return nil, nil, fault.New(fault.Invalid, "message.many_numbers", "max", strconv.Itoa(MaxNumbers))
	}
	var keys []string
	given := map[string]string{} // key → number as entered
	for _, number := range numbers {
		key := fold.Number(strings.ToValidUTF8(number, "?"))
		if _, again := given[key]; key != "" && !again {
			given[key] = number
			keys = append(keys, key)
		}
	}
	known := map[string]Person{}
	for part := range slices.Chunk(keys, lookups) {
		if err := lookUp(ctx, q, part, known); err != nil {
			return nil, nil, err
		}
	}
	for _, key := range keys {
		if _, ok := known[key]; !ok {
			if err := lookUpAlike(ctx, q, key, known); err != nil {
				return nil, nil, err
			}
		}
	}
	found, unknown = []Person{}, []string{}
	reached := map[string]bool{} // two numbers may belong to one student
	for _, key := range keys {
		person, ok := known[key]
		switch {
		case !ok || !mayReach(who, person):
			unknown = append(unknown, given[key])
		case !reached[person.Student]:
			found = append(found, person)
			reached[person.Student] = true
		}
	}
	return found, unknown, nil
}

// lookUpAlike accepts a number with missing or extra signs, if exactly one student's number has the same letters and
// digits.
func lookUpAlike(ctx context.Context, q sqldb.Querier, key string, known map[string]Person) error {
	letters, _, signed := strings.Cut(key, " ")
	alike := map[string]Person{}
	if err := people(ctx, q, `number_key = $1 OR number_key > $2 AND number_key < $3`,
		[]any{[]byte(letters), []byte(letters + " "), []byte(letters + "!")}, alike); err != nil {
		return err
	}
	for other, person := range alike {
		if len(alike) == 1 && (!signed || other == letters) {
			known[key] = person
		}
	}
	return nil
}

func lookUp(ctx context.Context, q sqldb.Querier, keys []string, known map[string]Person) error {
	wanted := make([][]byte, len(keys))
	for i, key := range keys {
		wanted[i] = []byte(key)
	}
	places, args := sqldb.List(1, wanted)
	return people(ctx, q, `number_key IN (`+places+`)`, args, known)
}

// people reads students by number key.
func people(ctx context.Context, q sqldb.Querier, condition string, args []any, known map[string]Person) error {
	return sqldb.Each(ctx, q, "look students up", `SELECT number_key, id, number, name, name_latin, class FROM student
		WHERE `+condition, args, func(row *sql.Rows) error {
		var key []byte
		var p Person
		err := row.Scan(&key, &p.Student, &p.Number, &p.Name, &p.NameLatin, &p.Class)
		known[string(key)] = p
		return err
	})
}
