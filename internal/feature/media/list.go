package media

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// An Asset is a recording as staff see it.
type Asset struct {
	ID        string        `json:"id"`
	Lesson    string        `json:"lesson" doc:"Id of the lesson; empty when it has none."`
	Title     string        `json:"title" doc:"Of the lesson."`
	TitleEn   string        `json:"titleEn"`
	Course    string        `json:"course"`
	Code      string        `json:"code" doc:"Of the course."`
	Group     string        `json:"group" doc:"Id of the group that the lesson is for; empty: all of the course."`
	GroupCode string        `json:"groupCode"`
	Class     string        `json:"class" doc:"The class that the lesson records; empty: none."`
	Published bool          `json:"published" doc:"Students see the lesson."`
	Preview   bool          `json:"preview" doc:"Visitors see it too."`
	State     State         `json:"state" enum:"waiting,preparing,ready,failed,cancelled"`
	Percent   int           `json:"percent"`
	Reason    *fault.Error  `json:"-"`    // why it failed; nil otherwise
	File      string        `json:"file"` // of a joined recording, the first
	Files     []string      `json:"files" doc:"Of a recording that is joined of several, in their order; empty otherwise."`
	Size      int64         `json:"size"`
	Duration  time.Duration `json:"duration" doc:"In seconds; 0 while nobody knows."`
	Width     int           `json:"width"`
	Height    int           `json:"height"`
	Current   bool          `json:"current" doc:"The one that its lesson plays."`
	// A replaced recording can be restored until a time.
	ReplacedBy string    `json:"replacedBy" doc:"The file that its lesson plays instead of it; empty if it was not replaced."`
	Until      time.Time `json:"until" doc:"When a replaced recording is deleted, RFC 3339; empty otherwise."`
	Publish    bool      `json:"publish" doc:"Its lesson is published when it is ready."`
	Silent     bool      `json:"silent" doc:"It is prepared, and has no sound."`
	Blank      bool      `json:"blank" doc:"It is prepared, and has no picture."`
	// Renditions are the heights, lowest first, including those not made yet. A recording that was prepared elsewhere
	// has none.
	Renditions []Rendition `json:"-"`
	Modified   int64       `json:"modified" doc:"When its file was last written, in milliseconds since 1970; 0: not known."`
	Created    time.Time   `json:"created"`
	Updated    time.Time   `json:"updated"`
}

// UnderWay filters a list for recordings that wait or are being prepared.
const UnderWay State = "underway"

const (
	// MaxPage is the longest page of recordings.
	MaxPage = 200
	// maxWords limits the words of a search: each is looked up in several columns.
	maxWords = 6
	// maxRooms limits how many rooms a word may match.
	maxRooms = 200
)

// A Filter selects assets; empty fields select all.
type Filter struct {
	ID        string
	State     State
	Lesson    string
	Course    string
	Unmatched bool   // only those without a lesson
	Hidden    bool   // only those that would play if their lesson were published
	Search    string // words, each in the title, the file, the course, the group or the room
	After     string // the last ID of the previous page
	Skip      int    // how many to skip before the page
	Limit     int    // default 50, at most MaxPage
}

// Counts are the numbers of recordings.
type Counts struct {
	All       int `json:"all"`
	UnderWay  int `json:"underway" doc:"Waiting or being prepared."`
	Ready     int `json:"ready"`
	Hidden    int `json:"hidden" doc:"Of all, those that would play if their lesson were published."`
	Failed    int `json:"failed"`
	Cancelled int `json:"cancelled"`
	Unmatched int `json:"unmatched" doc:"Of all, those that belong to no lesson yet."`
}

// Assets lists recordings, newest first. Staff only.
func (s *Service) Assets(ctx context.Context, who access.Actor, f Filter) (list []Asset, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	if f.Limit <= 0 {
		f.Limit = 50
	}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		from, err := f.statement(ctx, q)
		if err != nil {
			return err
		}
		list, err = from.page(ctx, q, min(f.Limit, MaxPage), f.Skip)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := s.withParts(ctx, list); err != nil {
		return nil, err
	}
	return list, s.withRenditions(ctx, list)
}

// Count counts the recordings of each kind that a search finds, ignoring State, Unmatched, Hidden and the page. Staff
// only.
func (s *Service) Count(ctx context.Context, who access.Actor, f Filter) (out Counts, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return out, err
	}
	f.State, f.Unmatched, f.Hidden, f.After = "", false, false, ""
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		from, err := f.statement(ctx, q)
		if err != nil {
			return err
		}
		out, err = from.count(ctx, q)
		return err
	})
	return out, err
}

// A statement is the SQL of a Filter.
type statement struct{ sqldb.Where }

const joined = `FROM asset AS a
LEFT JOIN lesson AS l ON l.id = a.lesson_id
LEFT JOIN course AS c ON c.id = l.course_id
LEFT JOIN course_group AS g ON g.id = l.group_id
WHERE `

// hidden selects recordings that would play if their lesson were published.
const hidden = `a.current AND a.state = 'ready' AND NOT l.published`

func (s *statement) text() string { return joined + strings.Join(s.Conditions, " AND ") }

func (f *Filter) statement(ctx context.Context, q sqldb.Querier) (*statement, error) {
	s := &statement{}
	s.Add("a.deleted_at = 0")
	s.Add("NOT EXISTS (SELECT 1 FROM removed_lesson AS r WHERE r.id = a.lesson_id)")
	for _, one := range []struct{ condition, value string }{
		{"a.id = ?", f.ID}, {"a.lesson_id = ?", f.Lesson}, {"l.course_id = ?", f.Course}, {"a.id < ?", f.After},
	} {
		if one.value != "" {
			s.Add(one.condition, one.value)
		}
	}
	switch {
	case f.State == UnderWay:
		s.Add("a.state IN ('waiting', 'preparing')")
	case f.State != "":
		s.Add("a.state = ?", string(f.State))
	}
	if f.Unmatched {
		s.Add("a.lesson_id = ''")
	}
	if f.Hidden {
		s.Add(hidden)
	}
	words := strings.Fields(strings.ToLower(fold.Width(f.Search)))
	for _, word := range words[:min(len(words), maxWords)] {
		if err := s.find(ctx, q, sqldb.Contains(word)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// searched lists the columns in which a word is looked up.
var searched = []string{
	"a.file", "l.title", "l.title_en", "c.code", "c.name", "c.name_en",
	"g.code", "g.name", "g.name_en",
}

// find adds a condition for one word. Searching a few thousand recordings takes milliseconds, so there is no index of
// substrings.
func (s *statement) find(ctx context.Context, q sqldb.Querier, pattern string) error {
	rooms, err := roomsLike(ctx, q, pattern)
	if err != nil {
		return err
	}
	var places []string
	var values []any
	for _, column := range searched {
		places, values = append(places, "lower("+column+") LIKE ? ESCAPE '!'"), append(values, pattern)
	}
	places, values = append(places, "EXISTS (SELECT 1 FROM asset_part AS p WHERE p.asset_id = a.id "+
		"AND lower(p.file) LIKE ? ESCAPE '!')"), append(values, pattern)
	if len(rooms) > 0 {
		in := strings.TrimSuffix(strings.Repeat("?, ", len(rooms)), ", ")
		// The ID of a class begins with its meeting and week, or with its change if it was added.
		places = append(places, `l.class_id <> '' AND EXISTS (SELECT 1 FROM meeting AS m
			WHERE m.group_id = l.group_id AND m.room_id IN (`+in+`)
			AND substr(l.class_id, 1, length(COALESCE(NULLIF(m.series, ''), m.id)) + 1) =
			COALESCE(NULLIF(m.series, ''), m.id) || '.')`,
			`l.class_id <> '' AND EXISTS (SELECT 1 FROM class_change AS x
			WHERE x.group_id = l.group_id
			AND x.room_id IN (`+in+`) AND x.withdrawn_at = 0 AND (x.class_id = l.class_id OR x.id = l.class_id))`)
		values = append(append(values, rooms...), rooms...)
	}
	s.Add("("+strings.Join(places, " OR ")+")", values...)
	return nil
}

func roomsLike(ctx context.Context, q sqldb.Querier, pattern string) ([]any, error) {
	text := `SELECT id FROM room WHERE lower(name) LIKE $1 ESCAPE '!' OR lower(name_en) LIKE $1 ESCAPE '!' ORDER BY id
		LIMIT ` + strconv.Itoa(maxRooms)
	return sqldb.Select(ctx, q, "find rooms", text, []any{pattern}, func(row *sql.Rows, id *any) error {
		var text string
		err := row.Scan(&text)
		*id = text
		return err
	})
}

func (s *statement) page(ctx context.Context, q sqldb.Querier, limit, skip int) ([]Asset, error) {
	// Select the page by ID first, so that the rows before it need no joins.
	ids := "SELECT a.id " + s.text() + "\nORDER BY a.id DESC LIMIT $" + strconv.Itoa(len(s.Args)+1) +
		" OFFSET $" + strconv.Itoa(len(s.Args)+2)
	return sqldb.Select(ctx, q, "list recordings", `SELECT a.id, a.lesson_id, a.state, a.percent, a.reason,
		a.reason_params, a.file, a.size, a.parts, a.duration_ms, a.width, a.height,
		a.current, a.publish, a.created_at, a.updated_at, a.modified_at, COALESCE(l.title, ''), COALESCE(l.title_en, ''),
		COALESCE(l.group_id, ''), COALESCE(l.class_id, ''),
		COALESCE(l.published, FALSE), COALESCE(l.preview, FALSE), COALESCE(c.id, ''), COALESCE(c.code, ''),
		COALESCE(g.code, ''), a.replaced_at, COALESCE((SELECT n.file FROM asset AS n WHERE n.id = a.replaced_by), '')
		`+joined+`a.id IN (`+ids+`) ORDER BY a.id DESC`, append(s.Args, limit, max(skip, 0)),
		func(row *sql.Rows, one *Asset) error {
			var state, reason, params, parts string
			var milliseconds, created, updated, replaced int64
			err := row.Scan(&one.ID, &one.Lesson, &state, &one.Percent, &reason, &params, &one.File, &one.Size, &parts,
				&milliseconds, &one.Width, &one.Height, &one.Current, &one.Publish, &created, &updated, &one.Modified, &one.Title,
				&one.TitleEn, &one.Group, &one.Class, &one.Published, &one.Preview, &one.Course, &one.Code, &one.GroupCode,
				&replaced, &one.ReplacedBy)
			if replaced > 0 {
				one.Until = time.UnixMilli(replaced).Add(RestorableFor)
			}
			one.State, one.Reason, one.Duration = State(state), reasonOf(reason, params),
				time.Duration(milliseconds)*time.Millisecond
			one.Silent, one.Blank = lacks(state, parts, partAudio), lacks(state, parts, partPoster)
			one.Created, one.Updated = time.UnixMilli(created), time.UnixMilli(updated)
			return err
		})
}

func (s *statement) count(ctx context.Context, q sqldb.Querier) (out Counts, err error) {
	text := `SELECT a.state, CASE WHEN a.lesson_id = '' THEN 1 ELSE 0 END AS loose, CASE
		WHEN ` + hidden + ` THEN 1 ELSE 0 END AS hidden, count(*) ` + s.text() + ` GROUP BY a.state, loose, hidden`
	err = sqldb.Each(ctx, q, "count recordings", text, s.Args, func(row *sql.Rows) error {
		var state State
		var loose, unseen, n int
		err := row.Scan(&state, &loose, &unseen, &n)
		out.All += n
		out.Unmatched += loose * n
		out.Hidden += unseen * n
		switch state {
		case Ready:
			out.Ready += n
		case Failed:
			out.Failed += n
		case Cancelled:
			out.Cancelled += n
		default:
			out.UnderWay += n
		}
		return err
	})
	return out, err
}
