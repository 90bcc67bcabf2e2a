package wiring_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/message"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/sheet"
)

// inboxes returns the ids of every student's messages.
func (c *notifiedCollege) inboxes() map[string][]string {
	c.t.Helper()
	rows, err := c.db.Reader().QueryContext(c.t.Context(), `SELECT id, account_id FROM student`)
	if err != nil {
		c.t.Fatal(err)
	}
	defer rows.Close()
	var students []access.Actor
	for rows.Next() {
		who := access.Actor{Role: access.User}
		if err := rows.Scan(&who.Student, &who.Account); err != nil {
			c.t.Fatal(err)
		}
		students = append(students, who)
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	out := map[string][]string{}
	for _, who := range students {
		page, err := c.Messages.List(c.t.Context(), who, message.Filter{})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, one := range page.Messages {
			out[who.Student] = append(out[who.Student], one.ID)
		}
	}
	return out
}

// more counts the students who have got a message.
func more(before, after map[string][]string) (n int) {
	for student, messages := range after {
		if slices.ContainsFunc(messages, func(id string) bool { return !slices.Contains(before[student], id) }) {
			n++
		}
	}
	return n
}

// remind sends every student a reminder whose id comes from the browser and so doesn't grow with time.
func (c *notifiedCollege) remind() {
	c.t.Helper()
	var students []string
	for student := range c.inboxes() {
		students = append(students, student)
	}
	err := c.db.Write(c.t.Context(), func(q sqldb.Querier) error {
		_, err := c.Messages.Notify(c.t.Context(), q, access.System(), message.Note{
			ID: "ffffffff-ffff-4fff-bfff-ffffffffffff", Kind: message.Plain,
			Title: message.Text{Zh: "请观看", En: "Please watch"}, Content: message.Text{Zh: "请观看", En: "Please watch"},
			Students: students,
		})
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// exported returns the exported sheet of a kind.
func exported(t *testing.T, s *roster.Service, kind roster.Kind) [][]string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Export(t.Context(), access.System(), roster.ExportOptions{Kind: kind, Language: locale.English},
		sheet.NewCSV(&out)); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// replace sets a column in the rows that contain a text, and returns the header and these rows.
func replace(t *testing.T, rows [][]string, column, holding string, value func(old string) string) [][]string {
	t.Helper()
	at := slices.Index(rows[0], column)
	if at < 0 {
		t.Fatalf("no column %q among %q", column, rows[0])
	}
	out := [][]string{rows[0]}
	for _, row := range rows[1:] {
		if strings.Contains(strings.Join(row, ","), holding) {
			row = slices.Clone(row)
			row[at] = value(row[at])
			out = append(out, row)
		}
	}
	return out
}

func always(text string) func(string) string { return func(string) string { return text } }

// Exactly the people that a preview counts get a message, both for importing and for undoing, also after a reminder.
func TestCommandPreviewCountsWhoIsTold(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		s := c.Imports
		c.remind()
		class := c.held("MKT201", 9)
		number := ""
		if err := c.db.Reader().QueryRowContext(t.Context(), `SELECT number FROM student WHERE id = $1`,
			c.lin.Student).Scan(&number); err != nil {
			t.Fatal(err)
		}
		for _, tc := range []struct {
			name string
			kind roster.Kind
			what string // empty: no messages
			rows func(t *testing.T) [][]string
		}{
			{"[2.16] another first Monday", roster.Terms, "timetable", func(t *testing.T) [][]string {
				return replace(t, exported(t, s, roster.Terms), "First Monday", "2026-autumn", always("2026-09-14"))
			}},
			{"[2.16] other clock times", roster.Periods, "timetable", func(t *testing.T) [][]string {
				return replace(t, exported(t, s, roster.Periods), "Starts", "2026-10-01", func(old string) string {
					return strings.Replace(old, ":30", ":25", 1)
				})
			}},
			{"[2.16] another room", roster.Timetable, "timetable", func(t *testing.T) [][]string {
				return replace(t, exported(t, s, roster.Timetable), "Room", "2026-autumn,MKT201-1,Monday,1-2", always("明德楼 A102"))
			}},
			{"[2.16] a cancelled class", roster.Changes, "timetable", func(*testing.T) [][]string {
				return [][]string{{"Action", "Group", "Date", "Periods"}, {
					"cancel", "MKT201-1", class.Place.Day.String(),
					fmt.Sprintf("%d-%d", class.Place.Hours.FirstPeriod, class.Place.Hours.LastPeriod),
				}}
			}},
			{"[2.16] a holiday", roster.Changes, "timetable", func(*testing.T) [][]string {
				return [][]string{
					{"Action", "Date", "To date", "Holiday", "Name en"},
					{"holiday", "2026-11-11", "2026-11-13", "运动会", "Sports"},
				}
			}},
			{"[2.16] a new exam", roster.Exams, "timetable", func(*testing.T) [][]string {
				return [][]string{
					{"Group", "Exam date", "Periods", "Exam room"},
					{"MKT201-1", "2027-01-04", "14:00-16:00", "明德楼 A102"},
				}
			}},
			{"out of two groups", roster.Enrolments, "drops", func(t *testing.T) [][]string {
				rows := replace(t, exported(t, s, roster.Enrolments), "State", number, always("dropped"))
				if len(rows) < 3 {
					t.Fatal("the student has one group")
				}
				return rows
			}},
			{"who has left is told at the login", roster.Students, "", func(t *testing.T) [][]string {
				return replace(t, exported(t, s, roster.Students), "Status", number, always("withdrawn"))
			}},
			{"another name of a course", roster.Courses, "", func(t *testing.T) [][]string {
				return replace(t, exported(t, s, roster.Courses), "Course name", "MKT201", always("营销学"))
			}},
		} {
			t.Run(tc.name, func(t *testing.T) {
				var text bytes.Buffer
				if err := csv.NewWriter(&text).WriteAll(tc.rows(t)); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(t.TempDir(), "sheet.csv")
				if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
				run := func(dry bool) roster.Report {
					t.Helper()
					file, err := roster.OpenFile(path)
					if err != nil {
						t.Fatal(err)
					}
					defer file.Close()
					r, err := s.Import(t.Context(), access.System(),
						roster.Job{Kind: tc.kind, Name: "sheet.csv", File: file, Language: locale.English, DryRun: dry})
					if err != nil || r.Refused > 0 || r.Applied == dry || r.Created+r.Changed == 0 {
						t.Fatalf("%+v %v\n%s", r, err, text.String())
					}
					return r
				}
				before := c.inboxes()
				preview := counted(run(true).Preview.Affected)
				if n := more(before, c.inboxes()); n != 0 {
					t.Fatalf("the preview has told %d", n)
				}
				delete(preview, "lost") // counts classes, and those who lose them
				delete(preview, "losing")
				applied := run(false)
				after := c.inboxes()
				if n := more(before, after); n != preview[tc.what] || (n > 0) != (tc.what != "") || len(preview) > 1 {
					t.Errorf("%v were to be told; %d were", preview, n)
				}
				written := counted(applied.Preview.Affected)
				delete(written, "lost")
				delete(written, "losing")
				if fmt.Sprint(written) != fmt.Sprint(preview) {
					t.Errorf("the report says %v, the preview said %v", written, preview)
				}
				undo, err := s.PreviewUndo(t.Context(), access.System(), applied.ID)
				if err != nil || len(undo.Conflicts) > 0 {
					t.Fatalf("%+v, %v", undo, err)
				}
				if conflicts, err := s.Undo(t.Context(), access.System(), applied.ID); err != nil || len(conflicts) > 0 {
					t.Fatalf("%+v, %v", conflicts, err)
				}
				for student, messages := range before { // students who return see their groups' messages again
					after[student] = append(after[student], messages...)
				}
				if n := more(after, c.inboxes()); n != counted(undo.Affected)["timetable"] || len(undo.Affected) > 1 {
					t.Errorf("undoing: %v were to be told; %d were", undo.Affected, n)
				}
			})
		}
	})
}

func counted(told []roster.Affected) map[string]int {
	out := map[string]int{}
	for _, one := range told {
		out[one.What] = one.Count
	}
	return out
}
