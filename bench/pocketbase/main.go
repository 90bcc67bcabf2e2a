// Command pocketbase is the peer of the timetable bench: PocketBase with the meetings of meetings.json, each of which
// only its student may list. It is run as `pocketbase serve --http=ADDR --dir=FOLDER`, reads the file from the parent
// of FOLDER and writes the students' tokens next to it. It has a module of its own, so that the product does not get
// PocketBase's.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{HideStartBanner: true})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil // it would open a browser
		if err := fill(e.App); err != nil {
			return err
		}
		if err := e.Next(); err != nil { // listens
			return err
		}
		fmt.Println("listening on http://" + e.Server.Addr)
		return nil
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// A meeting is a row of a student's timetable: the fields of college.Meeting.
type meeting map[string]string

func fill(app core.App) error {
	folder := filepath.Dir(app.DataDir())
	raw, err := os.ReadFile(filepath.Join(folder, "meetings.json"))
	if err != nil {
		return err
	}
	var timetables [][]meeting
	if err := json.Unmarshal(raw, &timetables); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // our server does not log every request in a bench either
	if err := app.Save(settings); err != nil {
		return err
	}
	var tokens []string
	err = app.RunInTransaction(func(tx core.App) error {
		students, meetings, err := collections(tx)
		if err != nil {
			return err
		}
		for i, timetable := range timetables {
			student := core.NewRecord(students)
			student.SetEmail(fmt.Sprintf("student%d@example.com", i))
			student.SetRandomPassword()
			if err := tx.SaveNoValidate(student); err != nil {
				return err
			}
			token, err := student.NewAuthToken()
			if err != nil {
				return err
			}
			tokens = append(tokens, token)
			for _, one := range timetable {
				record := core.NewRecord(meetings)
				record.Set("student", student.Id)
				for name, value := range one {
					record.Set(name, value)
				}
				if err := tx.SaveNoValidate(record); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "tokens"), []byte(strings.Join(tokens, "\n")), 0o600)
}

// collections makes students, who can log in, and meetings, with the rule that a student lists their own.
func collections(app core.App) (students, meetings *core.Collection, err error) {
	students = core.NewAuthCollection("students")
	if err := app.Save(students); err != nil {
		return nil, nil, err
	}
	meetings = core.NewBaseCollection("meetings")
	meetings.Fields.Add(&core.RelationField{Name: "student", CollectionId: students.Id, Required: true, MaxSelect: 1})
	for _, name := range []string{"Group", "Course", "Weekday", "Periods", "Weeks", "Campus", "Room", "Teacher"} {
		meetings.Fields.Add(&core.TextField{Name: name})
	}
	rule := "@request.auth.id = student"
	meetings.ListRule = &rule
	meetings.AddIndex("meetings_student", false, "student", "")
	return students, meetings, app.Save(meetings)
}
