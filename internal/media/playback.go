package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/media/db"
	"lectern/internal/sqldb"
)

// The states of a lesson's playback.
const (
	PlaysReady      = "ready"
	PlaysProcessing = "processing"
	PlaysFailed     = "failed"
	PlaysNone       = "none"
)

// A Playback is what a lesson plays for one caller. Unless State is ready, only Percent and Reason say something more.
type Playback struct {
	State    string
	Percent  int
	Reason   *fault.Error // when failed
	Ticket   string       // addresses are /media/TICKET/…
	Expires  time.Time
	Duration time.Duration
	HLS      bool // master.m3u8; without it original.mp4
	Audio    bool // audio.m3u8
	Poster   bool // poster.jpg
	Sprite   bool // sprite.vtt
	Captions []Caption
	Chapters []Chapter
}

// A Caption is subtitles in one language; the first is shown unless the watcher chooses.
type Caption struct {
	Language string
	Label    string
}

// A Chapter is a named part of a recording.
type Chapter struct {
	Start, End     time.Duration
	Title, TitleEn string
}

// An Attachment is a paper beside a lesson.
type Attachment struct {
	ID   string
	Name string
	Type string
	Size int64
}

// Playback returns what a lesson plays. Whoever may not watch it is told that there is none: course.no_lesson.
func (s *Service) Playback(ctx context.Context, who access.Actor, lesson string) (Playback, error) {
	if err := s.mayWatch(ctx, who, lesson); err != nil {
		return Playback{}, err
	}
	var p Playback
	err := s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectPlaying(ctx, lesson)
		if errors.Is(err, sql.ErrNoRows) {
			p = Playback{State: PlaysNone}
			return nil
		}
		if err != nil {
			return fmt.Errorf("find what a lesson plays: %w", err)
		}
		if p = toPlayback(row); p.State != PlaysReady {
			return nil
		}
		p.Ticket, p.Expires = s.sign(row.ID, who)
		return beside(ctx, q, row.ID, &p)
	})
	return p, err
}

func toPlayback(row db.Asset) Playback {
	p := Playback{Percent: int(row.Percent), Reason: reasonOf(row.Reason, row.ReasonParams), Duration: time.Duration(row.DurationMs) * time.Millisecond}
	switch State(row.State) {
	case Waiting, Preparing:
		p.State = PlaysProcessing
	case Failed:
		p.State = PlaysFailed
	case Ready:
		p.State = PlaysReady
	case Cancelled:
		p.State = PlaysNone
	}
	for part := range strings.FieldsSeq(row.Parts) {
		switch part {
		case partHLS:
			p.HLS = true
		case partAudio:
			p.Audio = true
		case partPoster:
			p.Poster = true
		case partSprite:
			p.Sprite = true
		}
	}
	return p
}

// The parts that an asset can have.
const (
	partHLS    = "hls"
	partAudio  = "audio"
	partPoster = "poster"
	partSprite = "sprite"
)

// beside reads what goes with a recording.
func beside(ctx context.Context, q sqldb.Querier, asset string, p *Playback) error {
	rows := db.New(q)
	captions, err := rows.SelectCaptions(ctx, asset)
	if err != nil {
		return fmt.Errorf("list captions: %w", err)
	}
	for _, c := range captions {
		p.Captions = append(p.Captions, Caption{c.Language, c.Label})
	}
	chapters, err := rows.SelectChapters(ctx, asset)
	if err != nil {
		return fmt.Errorf("list chapters: %w", err)
	}
	for _, c := range chapters {
		p.Chapters = append(p.Chapters, Chapter{
			time.Duration(c.StartMs) * time.Millisecond, time.Duration(c.EndMs) * time.Millisecond, c.Title, c.TitleEn,
		})
	}
	return nil
}

// Attachments lists the papers beside a lesson, whatever it plays, and signs where they are: below /media/TICKET/attachments/. Whoever may
// not watch the lesson is told that there is none: course.no_lesson.
func (s *Service) Attachments(ctx context.Context, who access.Actor, lesson string) (list []Attachment, ticket string, err error) {
	if err := s.mayWatch(ctx, who, lesson); err != nil {
		return nil, "", err
	}
	rows, err := db.New(s.o.DB.Reader()).SelectAttachments(ctx, lesson)
	if err != nil {
		return nil, "", fmt.Errorf("list attachments: %w", err)
	}
	for _, a := range rows {
		list = append(list, Attachment{a.ID, a.Name, a.Type, a.Size})
	}
	ticket, _ = s.sign(ofLesson+lesson, who)
	return list, ticket, nil
}

// A Preview is a lesson that anybody may watch, with a picture of it.
type Preview struct {
	Lesson   string
	Duration time.Duration
	Poster   string // path below /media/; empty when there is none
}

// Previews lists the public previews that can be played now.
func (s *Service) Previews(ctx context.Context) ([]Preview, error) {
	rows, err := db.New(s.o.DB.Reader()).SelectPreviews(ctx)
	if err != nil {
		return nil, fmt.Errorf("list previews: %w", err)
	}
	list := make([]Preview, 0, len(rows))
	for _, r := range rows {
		list = append(list, Preview{Lesson: r.ID, Duration: time.Duration(r.DurationMs) * time.Millisecond, Poster: s.posterOf(r.AssetID, r.Parts, access.Actor{})})
	}
	return list, nil
}

func (s *Service) posterOf(asset, parts string, who access.Actor) string {
	for part := range strings.FieldsSeq(parts) {
		if part == partPoster {
			ticket, _ := s.sign(asset, who)
			return ticket + "/poster.jpg"
		}
	}
	return ""
}

// Poster is the path below /media/ of the picture of what a lesson plays; empty when there is none. It asks nobody's right: the
// caller has checked that who may watch the lesson.
func (s *Service) Poster(ctx context.Context, who access.Actor, lesson string) (string, error) {
	row, err := db.New(s.o.DB.Reader()).SelectPlaying(ctx, lesson)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !row.Current {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find a poster: %w", err)
	}
	return s.posterOf(row.ID, row.Parts, who), nil
}
