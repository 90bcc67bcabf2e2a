package mediaapi

import (
	"context"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/recordings"
)

const (
	// MaxMatch fits 3,000 files with long paths.
	MaxMatch = 4 << 20
	// MaxMoves fits 500 moves.
	MaxMoves = 1 << 20
)

type matchRecordingsIn struct {
	Body struct {
		Files []wireNewFile `json:"files" minItems:"1" doc:"At most 3000."`
	}
}

type wireNewFile struct {
	Path        string  `json:"path" minLength:"1" maxLength:"1000" doc:"With its folders, separated by slashes."`
	Size        int64   `json:"size" minimum:"0"`
	Length      float64 `json:"length,omitempty" minimum:"0" doc:"In seconds, if known."`
	Modified    int64   `json:"modified,omitempty" minimum:"0" doc:"Last modification, in Unix milliseconds."`
	Fingerprint string  `json:"fingerprint,omitempty" pattern:"^([0-9a-f]{64})?$" doc:"SHA-256 of its first 64 KiB and its last 64 KiB."`
	Anew        bool    `json:"anew,omitempty" doc:"Upload it although the portal has it, or a colleague is uploading it."`
}

type wireReason struct {
	Code string `json:"code"`
	Text string `json:"text" doc:"In the caller's language."`
}

// wireTarget is the class or lesson of a recording.
type wireTarget struct {
	Lesson  string `json:"lesson" doc:"Id; empty for a new one."`
	Course  string `json:"course"`
	Title   string `json:"title" doc:"Of the existing or new lesson."`
	TitleEn string `json:"titleEn" doc:"The same in English; empty if it has none."`
	Class   string `json:"class" doc:"The class that a new lesson records, or empty."`
	Beside  bool   `json:"beside" doc:"The new lesson is in addition to the class's existing one."`
}

func toWireTarget(t media.Target) wireTarget {
	return wireTarget{
		Lesson: t.Lesson, Course: t.Course, Title: t.Title, TitleEn: t.TitleEn, Class: t.Class, Beside: t.Beside,
	}
}

type wireCandidate struct {
	Place        wireTarget   `json:"place"`
	Beside       wireTarget   `json:"beside" doc:"An additional lesson, to keep both recordings."`
	Code         string       `json:"code" doc:"Of the group, or of the course."`
	CourseName   string       `json:"courseName"`
	CourseNameEn string       `json:"courseNameEn"`
	Position     int          `json:"position" doc:"Of the lesson; 0 for a new one."`
	TitleEn      string       `json:"titleEn"`
	Room         string       `json:"room"`
	RoomEn       string       `json:"roomEn"`
	Date         string       `json:"date" doc:"Of the class, or empty."`
	Starts       string       `json:"starts"`
	Replaces     string       `json:"replaces" doc:"The file that the lesson plays now, or empty."`
	Published    bool         `json:"published" doc:"Students see the lesson, so they will see the recording."`
	Percent      int          `json:"percent" doc:"Certainty."`
	Reasons      []wireReason `json:"reasons"`
}

type wireKnown struct {
	_       struct{}   `nullable:"true"` // huma: nullable wherever it is used
	Asset   string     `json:"asset" doc:"Of the recording, or the part of a joined one. Empty during the upload."`
	Upload  string     `json:"upload" doc:"Empty after the upload."`
	Lesson  string     `json:"lesson"`
	Title   string     `json:"title"`
	Code    string     `json:"code" doc:"Of the course."`
	By      string     `json:"by" doc:"Who uploaded it."`
	Mine    bool       `json:"mine"`
	Created string     `json:"created"`
	Place   wireTarget `json:"place" doc:"Class or lesson of an upload."`
	Joined  string     `json:"joined" doc:"The recording that it is a part of, or empty."`
}

type WireMatch struct {
	Kind       string          `json:"kind" enum:"recording,captions,chapters,slides,other"`
	State      string          `json:"state" enum:"sure,likely,doubt,none,here,twice,part,beside,left"`
	Candidates []wireCandidate `json:"candidates" doc:"Best first, at most nine."`
	Reason     *wire.Said      `json:"reason" doc:"What to check first, or null."`
	Of         int             `json:"of" doc:"The file that it is a part of, belongs to or repeats, or -1."`
	Number     int             `json:"number" doc:"Of a further part, from 2; 0 otherwise."`
	Join       bool            `json:"join" doc:"It is certainly a part, to join with the file in of."`
	Language   string          `json:"language" doc:"Of captions, if the name has it."`
	Known      *wireKnown      `json:"known" doc:"The stored file, or its upload in progress; null if new."`
}

// MatchRecordings finds the class or lesson of each file of a folder. It writes nothing.
func (a *API) MatchRecordings(ctx context.Context, who access.Actor, in *matchRecordingsIn) ([]WireMatch, error) {
	files := wire.Each(in.Body.Files, func(f wireNewFile) recordings.File {
		out := recordings.File{
			Path: f.Path, Size: f.Size, Length: duration(f.Length),
			Fingerprint: f.Fingerprint, Anew: f.Anew,
		}
		if f.Modified > 0 {
			out.Modified = time.UnixMilli(f.Modified)
		}
		return out
	})
	found, err := a.Recordings.Match(ctx, who, files)
	return wire.Each(found, func(m recordings.Match) WireMatch { return toWireMatch(ctx, &m) }), err
}

func toWireMatch(ctx context.Context, m *recordings.Match) WireMatch {
	out := WireMatch{
		Kind: string(m.Kind), State: string(m.State), Of: m.Of, Number: m.Number,
		Join: m.Join, Language: m.Language,
	}
	if m.Reason != nil {
		out.Reason = &wire.Said{Code: m.Reason.Code, Text: wire.Sentence(ctx, m.Reason)}
	}
	if k := m.Known; k != nil {
		out.Known = &wireKnown{
			Asset: k.Asset, Upload: k.Upload, Lesson: k.Lesson, Title: k.Title, Code: k.Code, By: k.By, Mine: k.Mine,
			Created: wire.Instant(k.Created), Place: toWireTarget(k.To), Joined: k.Joined,
		}
	}
	out.Candidates = wire.Each(m.Candidates, func(c recordings.Candidate) wireCandidate {
		one := wireCandidate{
			Place: toWireTarget(c.Target), Beside: toWireTarget(c.Beside(2)), Code: c.Code, CourseName: c.CourseName,
			CourseNameEn: c.CourseNameEn, Position: c.Position, TitleEn: c.TitleEn,
			Room: c.Room, RoomEn: c.RoomEn, Replaces: c.Replaces, Published: c.Published, Percent: c.Percent,
			Reasons: wire.Each(c.Reasons, func(r recordings.Reason) wireReason {
				return wireReason{r.Code, wire.Sentence(ctx, r)}
			}),
		}
		if !c.Day.IsZero() {
			one.Date = c.Day.String()
		}
		if c.Hours.Timed() {
			one.Starts = c.Hours.Starts.String()
		}
		return one
	})
	return out
}

// WireAssets selects recordings. It is exported because huma only describes fields of exported embedded types.
type WireAssets struct {
	Assets []string `json:"assets" minItems:"1" maxItems:"500" doc:"Ids. Recordings that can't be changed are skipped and listed in the response; any other error changes nothing."`
}

type WireShown struct {
	Done int             `json:"done" doc:"Number changed."`
	Left []WireLeftAsset `json:"left" doc:"The skipped ones."`
}

type WireLeftAsset struct {
	Asset string `json:"asset" doc:"Id of the recording or upload."`
	Code  string `json:"code"`
	Text  string `json:"text" doc:"Why, in the caller's language."`
}

func toWireShown(ctx context.Context, r bulk.Result) WireShown {
	return WireShown{Done: r.Done, Left: wire.Each(r.Skipped, func(l bulk.Skipped) WireLeftAsset {
		return WireLeftAsset{Asset: l.ID, Code: l.Code, Text: sentenceOf(ctx, l.Code)}
	})}
}

// sentenceOf returns the text of a code without parameters.
func sentenceOf(ctx context.Context, code string) string {
	return locale.Text(server.LanguageOf(ctx), code, nil)
}

type showRecordingsIn struct {
	Body struct {
		WireAssets
		How string `json:"how" enum:"publish,publish_ready,withdraw,open,close"`
	}
}

// ShowRecordings changes who may watch some recordings.
func (a *API) ShowRecordings(ctx context.Context, who access.Actor, in *showRecordingsIn) (WireShown, error) {
	result, err := a.Recordings.Show(ctx, who, in.Body.Assets, recordings.Visibility(in.Body.How))
	return toWireShown(ctx, result), err
}

type moveRecordingsIn struct {
	Body struct {
		Moves []wireMove `json:"moves" minItems:"1" maxItems:"500"`
	}
}

type wireMove struct {
	ID      string `json:"id" maxLength:"64" doc:"Of an upload in progress or a recording."`
	Lesson  string `json:"lesson,omitempty" maxLength:"64"`
	Course  string `json:"course,omitempty" maxLength:"64" doc:"Of a new lesson; requires title."`
	Title   string `json:"title,omitempty" maxLength:"200" doc:"If several are moved, new lessons get different titles."`
	TitleEn string `json:"titleEn,omitempty" maxLength:"200"`
	Class   string `json:"class,omitempty" maxLength:"80" doc:"The class that a new lesson records."`
	Beside  bool   `json:"beside,omitempty" doc:"The new lesson is in addition to the class's existing one, instead of replacing its recording."`
	Publish bool   `json:"publish,omitempty" doc:"Publish the lesson once the recording is ready."`
	Replace string `json:"replace,omitempty" maxLength:"64" doc:"The recording that the lesson plays now, to replace it. Without it, or if several are moved, a lesson that plays one is skipped."`
	Hide    bool   `json:"hide,omitempty" doc:"Withdraw the lesson if it is published and plays nothing yet."`
}

// MoveRecordings assigns uploads and recordings to classes or lessons.
func (a *API) MoveRecordings(ctx context.Context, who access.Actor, in *moveRecordingsIn) (WireShown, error) {
	result, err := a.Recordings.Move(ctx, who, wire.Each(in.Body.Moves, func(m wireMove) recordings.Move {
		return recordings.Move{ID: m.ID, Replace: m.Replace, Hide: m.Hide, To: media.Target{
			Lesson: m.Lesson, Course: m.Course, Title: m.Title, TitleEn: m.TitleEn, Class: m.Class,
			Beside: m.Beside, Publish: m.Publish, Later: m.Lesson == "" && m.Course == "" && m.Title == "",
		}}
	}))
	return toWireShown(ctx, result), err
}

type joinRecordingsIn struct {
	Body struct {
		Parts   []string `json:"parts" minItems:"2" maxItems:"20" doc:"Ids of uploads in progress and recordings, in playing order."`
		Lesson  string   `json:"lesson,omitempty" maxLength:"64"`
		Course  string   `json:"course,omitempty" maxLength:"64" doc:"Of a new lesson; requires title."`
		Title   string   `json:"title,omitempty" maxLength:"200"`
		TitleEn string   `json:"titleEn,omitempty" maxLength:"200"`
		Class   string   `json:"class,omitempty" maxLength:"80" doc:"The class that a new lesson records."`
		Beside  bool     `json:"beside,omitempty" doc:"The new lesson is in addition to the class's existing one, instead of replacing its recording."`
		Publish bool     `json:"publish,omitempty" doc:"Publish the lesson once the recording is ready."`
		Replace string   `json:"replace,omitempty" maxLength:"64" doc:"The recording that the lesson plays now, to replace it; not needed if that is one of the parts."`
	}
}

type WireJoined struct {
	Asset string `json:"asset" doc:"Id of the recording that will be made once all parts are uploaded."`
}

// JoinRecordings makes one recording from several.
func (a *API) JoinRecordings(ctx context.Context, who access.Actor, in *joinRecordingsIn) (WireJoined, error) {
	b := in.Body
	asset, err := a.Recordings.Join(ctx, who, b.Parts, media.Target{
		Lesson: b.Lesson, Course: b.Course, Title: b.Title, TitleEn: b.TitleEn,
		Class: b.Class, Beside: b.Beside, Publish: b.Publish,
	}, b.Replace)
	return WireJoined{asset}, err
}
