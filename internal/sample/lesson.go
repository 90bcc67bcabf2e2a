package sample

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
)

// mediaFiles holds short lectures made by scripts/make-sample-media and already prepared, so that the demo plays
// without ffmpeg.
// plays without ffmpeg.
//
//go:embed media
var mediaFiles embed.FS

// A Lesson is a lesson of the sample, listed in course order.
type Lesson struct {
	Course         string // code
	Title, TitleEn string
	Media          string // folder of its recording; empty: none yet
	Meeting        string // the class that it records is of this meeting, such as MKT201-1/1 …
	Week           int    // … in this week
	Published      bool
	Preview        bool
}

// lessons returns lessons with and without a recording or a class, published or not, and a public preview. Some share a
// recording, to keep the binary small.
func lessons() []Lesson {
	return []Lesson{
		{
			Course: "MKT201", Title: "营销是什么", TitleEn: "What marketing is", Media: "marketing-1",
			Published: true, Preview: true,
		},
		{
			Course: "MKT201", Title: "认识顾客", TitleEn: "Know the customer", Media: "marketing-2",
			Meeting: "MKT201-1/1", Week: 5, Published: true,
		},
		{Course: "MKT201", Title: "定价", TitleEn: "Pricing", Published: true},
		{Course: "MKT201", Title: "渠道", TitleEn: "Channels"},
		{
			Course: "STA201", Title: "平均数会骗人吗", TitleEn: "Can an average lie?", Media: "statistics-1",
			Meeting: "STA201-1/1", Week: 5, Published: true,
		},
		{
			Course: "FIN201", Title: "平均收益率会骗人吗", TitleEn: "Can an average return lie?", Media: "statistics-1",
			Meeting: "FIN201-1/1", Week: 4, Published: true,
		},
		{
			Course: "ECO102", Title: "人均收入说明什么", TitleEn: "What income per head tells", Media: "statistics-1",
			Meeting: "ECO102-1/1", Week: 5, Published: true,
		},
		{
			Course: "LAW201", Title: "顾客的权利", TitleEn: "What the customer may demand", Media: "marketing-2",
			Meeting: "LAW201-1/1", Week: 5, Published: true,
		},
	}
}

func (l *loader) lessons(ctx context.Context) error {
	if l.Media == nil {
		return nil
	}
	for _, row := range l.data.Lessons {
		lesson := course.Lesson{
			Course: l.ids["course:"+row.Course], Title: row.Title, TitleEn: row.TitleEn,
			Published: row.Published, Preview: row.Preview,
		}
		if row.Meeting != "" {
			group, _, _ := strings.Cut(row.Meeting, "/")
			lesson.Group = l.ids["group:"+l.data.Current.ID+"/"+group]
			lesson.Class = l.ids["meeting:"+l.data.Current.ID+"/"+row.Meeting] + "." + strconv.Itoa(row.Week)
		}
		made, err := l.Courses.PutLessonIn(ctx, l.q, l.who, lesson)
		if err != nil {
			return fmt.Errorf("lesson %s: %w", row.TitleEn, err)
		}
		if row.Media != "" {
			l.recordings = append(l.recordings, recording{lesson: made.ID, folder: row.Media})
		}
		l.ids["lesson:"+row.TitleEn] = made.ID
	}
	return nil
}

type recording struct{ lesson, folder string }

// storeRecordings runs after the transaction, which can't include files.
func (l *loader) storeRecordings(ctx context.Context) error {
	for _, f := range l.recordings {
		if err := l.place(ctx, f.lesson, f.folder, f.folder+".mp4"); err != nil {
			return err
		}
	}
	return nil
}

// place stores a folder's recording under a file name, for a lesson or unmatched.
func (l *loader) place(ctx context.Context, lesson, folder, name string) error {
	files, err := fs.Sub(mediaFiles, "media/"+folder)
	if err != nil {
		return err
	}
	raw, err := fs.ReadFile(files, "script.txt")
	if err != nil {
		return err
	}
	prepared, err := parseScript(string(raw))
	if err != nil {
		return fmt.Errorf("recording %s: %w", folder, err)
	}
	prepared.Lesson, prepared.File, prepared.Files = lesson, name, files
	if _, err := l.Media.AddPrepared(ctx, access.System(), prepared); err != nil {
		return fmt.Errorf("recording %s: %w", folder, err)
	}
	return nil
}

var errBadScript = errors.New("a line of the script cannot be read")

// parseScript turns a script into chapters (slides) and captions (spoken lines); the first script explains the format.
func parseScript(text string) (media.Prepared, error) {
	type caption struct {
		at     time.Duration
		zh, en string
	}
	var p media.Prepared
	var all []caption
	var start, end time.Duration
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, "|")
		if len(parts) != 4 {
			return p, errBadScript
		}
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			return p, errBadScript
		}
		switch length := time.Duration(n) * time.Second; parts[0] {
		case "slide":
			start, end = end, end+length
			p.Chapters = append(p.Chapters, media.Chapter{Start: start, End: end, Title: parts[2], TitleEn: parts[3]})
		case "say":
			all = append(all, caption{start + length, parts[2], parts[3]})
		}
	}
	zh, en := "WEBVTT\n", "WEBVTT\n"
	for i, s := range all {
		until := end
		if i+1 < len(all) {
			until = all[i+1].at
		}
		times := "\n" + ffmpeg.Timestamp(s.at) + " --> " + ffmpeg.Timestamp(until-200*time.Millisecond) + "\n"
		zh, en = zh+times+s.zh+"\n", en+times+s.en+"\n"
	}
	p.Captions = []media.PreparedCaption{{Language: "zh-CN", Text: zh}, {Language: "en-US", Text: en}}
	return p, nil
}
