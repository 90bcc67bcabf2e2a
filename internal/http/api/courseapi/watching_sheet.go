package courseapi

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/watching"
)

// watchingSheet has the columns of an exported list.
var watchingSheet = []string{
	"watching.sheet_number", "watching.sheet_name", "watching.sheet_latin", "watching.sheet_class",
	"watching.sheet_code", "watching.sheet_course", "watching.sheet_group", "watching.sheet_place",
	"watching.sheet_lesson", "watching.sheet_length", "watching.sheet_seconds", "watching.sheet_percent",
	"watching.sheet_done", "watching.sheet_seen", "watching.sheet_earlier",
}

// watchingNumbers are the columns with numbers, so that a workbook can sort and sum them.
var watchingNumbers = []int{7, 9, 10, 11, 14}

// SheetQueries are the query parameters of an export, except format and those that select whose rows.
var SheetQueries = []string{"class", "lesson", "state", "search", "sort", "order"}

// ExportWatching writes the rows that staff filtered as a sheet. The audit log records the export.
func (a *API) ExportWatching(w http.ResponseWriter, r *http.Request) {
	ctx, who := r.Context(), server.ActorOf(r.Context())
	query, err := watchingQueryOf(r.URL.Query())
	if err == nil {
		err = a.Watching.NoteExport(ctx, who, query)
	}
	a.writeWatching(w, r, query, err, func(q watching.Query) (watching.Page, error) {
		return a.Watching.Rows(ctx, who, q)
	})
}

// ExportGroupWatching is ExportWatching for a group that the caller teaches.
func (a *API) ExportGroupWatching(w http.ResponseWriter, r *http.Request) {
	ctx, who, group := r.Context(), server.ActorOf(r.Context()), r.PathValue("group")
	query, err := watchingQueryOf(r.URL.Query())
	if err == nil {
		err = a.Watching.NoteGroupExport(ctx, who, group, query)
	}
	a.writeWatching(w, r, query, err, func(q watching.Query) (watching.Page, error) {
		return a.Watching.GroupRows(ctx, who, group, q)
	})
}

// pageTime is how long a client may take to receive one page of a sheet.
const pageTime = time.Minute

func (a *API) writeWatching(w http.ResponseWriter, r *http.Request, query watching.Query, err error, list func(
	watching.Query) (watching.Page, error),
) {
	var page watching.Page
	if err == nil {
		page, err = list(query) // before the first byte, so that errors still get an error response
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	lang, deadline := server.LanguageOf(r.Context()), http.NewResponseController(w)
	head := wire.Each(watchingSheet, func(column string) string { return locale.Text(lang, column, nil) })
	yesNo := map[bool]string{
		true:  locale.Text(lang, "watching.sheet_yes", nil),
		false: locale.Text(lang, "watching.sheet_no", nil),
	}
	err = wire.WriteSheet(w, r, "watching", head, func(write func(...string) error) error {
		for {
			// If unsupported, the server's own deadline applies.
			_ = deadline.SetWriteDeadline(time.Now().Add(pageTime)) //nolint:forbidigo // connections go by the machine's clock
			for _, row := range page.Rows {
				if err := write(a.watchingCells(lang, row, yesNo)...); err != nil {
					return err
				}
			}
			if query.After = page.Next; query.After == "" {
				return nil
			}
			if page, err = list(query); err != nil {
				return err
			}
		}
	}, watchingNumbers...)
	if err != nil {
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	}
}

func (a *API) watchingCells(lang locale.Language, r watching.Row, yesNo map[bool]string) []string {
	seen := ""
	if !r.Seen.IsZero() {
		seen = r.Seen.In(a.Timetables.Zone()).Format("2006-01-02 15:04")
	}
	earlier := ""
	if !r.EarlierSeen.IsZero() {
		earlier = strconv.Itoa(r.EarlierPercent)
	}
	in := func(zh, en string) string { return message.Text{Zh: zh, En: en}.In(lang) }
	return []string{
		r.Number, r.Name, r.NameLatin, r.Class, r.Course.Code, in(r.Course.Name, r.Course.NameEn), r.Group.Code,
		strconv.Itoa(r.Position), in(r.Lesson.Name, r.Lesson.NameEn), strconv.FormatInt(r.Duration/1000, 10),
		strconv.FormatInt(r.Seconds, 10), strconv.Itoa(r.Percent), yesNo[r.Done], seen, earlier,
	}
}

// watchingQueryOf parses the parameters of ListWatching, except the page.
func watchingQueryOf(query url.Values) (watching.Query, error) {
	for _, choice := range []struct {
		name  string
		known []string
	}{
		{"state", []string{"", "never", "started", "unfinished", "done"}},
		{"sort", []string{"", "number", "seconds", "seen", "lesson"}},
		{"order", []string{"", "ascending", "descending"}},
		{"format", []string{"", "csv", "xlsx"}},
	} {
		if !slices.Contains(choice.known, query.Get(choice.name)) {
			return watching.Query{}, fault.New(fault.Invalid, "request.field_value", "field", choice.name)
		}
	}
	filter := WatchingFilter{
		Class: query.Get("class"), Lesson: query.Get("lesson"), State: query.Get("state"), Search: query.Get("search"),
		Sort: query.Get("sort"), Order: query.Get("order"),
	}
	out := filter.query()
	out.Term, out.Course, out.Group, out.Uncounted = query.Get("term"), query.Get("course"), query.Get("group"), true
	return out, nil
}
