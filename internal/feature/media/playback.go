package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// The states of a lesson's playback.
const (
	PlaysReady      = "ready"
	PlaysProcessing = "processing"
	PlaysFailed     = "failed"
	PlaysNone       = "none"
)

// A Playback is what a lesson plays for one caller. Unless State is ready, only Percent and Reason are set.
type Playback struct {
	State    string
	Percent  int
	Reason   *fault.Error // if failed
	Ticket   string       // URLs are /media/TICKET/…
	Expires  time.Time
	Duration time.Duration
	HLS      bool // master.m3u8; otherwise original.mp4
	Audio    bool // audio.m3u8
	Poster   bool // poster.jpg
	Sprite   bool // sprite.vtt
	Captions []Caption
	Chapters []Chapter
}

// A Caption is captions in one language; the first is shown by default.
type Caption struct {
	Language string
	Label    string
}

// A Chapter is a named part of a recording.
type Chapter struct {
	Start   time.Duration `json:"start"`
	End     time.Duration `json:"end"`
	Title   string        `json:"title"`
	TitleEn string        `json:"titleEn"`
}

// An Attachment is a file of a lesson.
type Attachment struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

// Playback returns what a lesson plays. If the caller may not watch it, the error is course.no_lesson.
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
		return readExtras(ctx, q, row.ID, &p)
	})
	return p, err
}

func toPlayback(row db.Asset) Playback {
	p := Playback{
		Percent: int(row.Percent), Reason: reasonOf(row.Reason, row.ReasonParams),
		Duration: time.Duration(row.DurationMs) * time.Millisecond,
	}
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
	p.HLS, p.Audio = hasPart(row.Parts, partHLS), hasPart(row.Parts, partAudio)
	p.Poster, p.Sprite = hasPart(row.Parts, partPoster), hasPart(row.Parts, partSprite)
	return p
}

const (
	partHLS    = "hls"
	partAudio  = "audio"
	partPoster = "poster"
	partSprite = "sprite"
)

// hasPart reports whether a part is in the stored, space-separated list.
func hasPart(parts, part string) bool { return slices.Contains(strings.Fields(parts), part) }

func readExtras(ctx context.Context, q sqldb.Querier, asset string, p *Playback) error {
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

// Attachments lists a lesson's files with signed URLs below /media/TICKET/attachments/. If the caller may not watch the
// lesson, the error is course.no_lesson.
func (s *Service) Attachments(
	ctx context.Context, who access.Actor, lesson string,
) (list []Attachment, ticket string, err error) {
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

// Posters returns the posters of lessons by lesson ID, as paths below /media/. Lessons without one, or that the caller
// may not watch, are omitted.
func (s *Service) Posters(ctx context.Context, who access.Actor, lessons []string) (map[string]string, error) {
	posters := make(map[string]string, len(lessons))
	if len(lessons) == 0 {
		return posters, nil
	}
	may, err := s.o.MayWatch(ctx, who, lessons...)
	if err != nil {
		return nil, err
	}
	places, args := sqldb.List(1, lessons)
	err = sqldb.Each(ctx, s.o.DB.Reader(), "find posters", `SELECT lesson_id, id, parts FROM asset
		WHERE lesson_id IN (`+places+`) AND current AND state = 'ready'`, args, func(row *sql.Rows) error {
		var lesson, asset, parts string
		err := row.Scan(&lesson, &asset, &parts)
		if may[lesson] && hasPart(parts, partPoster) {
			ticket, _ := s.sign(asset, who)
			posters[lesson] = ticket + "/poster.jpg"
		}
		return err
	})
	return posters, err
}
