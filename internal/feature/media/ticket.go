package media

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

const (
	ticketPurpose = "media.ticket"
	// ticketGood is how long a ticket lasts at most: a long lecture with a break. It dies with its session before that.
	ticketGood = 6 * time.Hour
	anybody    = "preview"
	// ofLesson begins what a ticket is for when that is the attachments of a lesson; ids of assets begin differently.
	ofLesson = "lesson-"
)

// A Ticket lets its holder fetch one asset, or the attachments of one lesson: everything below /media/TICKET/ is
// relative, so one signature serves all segments. It says nothing about rights: what its session may see is
// looked up each time.
type Ticket struct {
	Asset   string
	Session string // empty: a public preview, good for anybody
	Expires time.Time
}

// sign writes a ticket as it stands in an address. Within an hour it stays the same, so that a browser's
// cache serves again.
func (s *Service) sign(asset string, who access.Actor) (string, time.Time) {
	until := s.o.Now().Truncate(time.Hour).Add(time.Hour + ticketGood)
	holder := who.Session
	if holder == "" {
		holder = anybody
	}
	expiry := strconv.FormatInt(until.Unix(), 36)
	mac := s.o.Keys.MAC(ticketPurpose, []byte(asset), []byte(holder), []byte(expiry))
	return asset + "." + holder + "." + expiry + "." + base64.RawURLEncoding.EncodeToString(mac), until
}

// CheckTicket reads a ticket. One that is forged or too old is media.ticket. Whether its session lives, and whose it
// is, is for the caller to ask: sessions are not ours.
func (s *Service) CheckTicket(text string) (Ticket, error) {
	refused := fault.New(fault.Forbidden, "media.ticket")
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return Ticket{}, refused
	}
	mac, err := base64.RawURLEncoding.DecodeString(parts[3])
	if err != nil || !s.o.Keys.Verify(ticketPurpose, mac, []byte(parts[0]), []byte(parts[1]), []byte(parts[2])) {
		return Ticket{}, refused
	}
	expires, err := strconv.ParseInt(parts[2], 36, 64)
	if err != nil || s.o.Now().Unix() >= expires {
		return Ticket{}, refused
	}
	t := Ticket{Asset: parts[0], Session: parts[1], Expires: time.Unix(expires, 0)}
	if t.Session == anybody {
		t.Session = ""
	}
	return t, nil
}

// servedAsset is what serving needs to know of an asset and of one who fetches it.
type servedAsset struct {
	lesson, source, output string
	master                 string            // the playlist of what is ready; empty: it is a file beside the renditions
	renditions             map[string]string // where each begins in the store
	onlyAttachments        bool              // of a lesson, and nothing to play
	admitted               bool
	readAt                 time.Time
}

const (
	// servedFor is how long that is cached, so that a burst of segments costs one query. A lesson that is withdrawn or an
	// enrolment that ends takes effect while somebody watches.
	servedFor = time.Second
	maxServed = 16 << 10
)

// serving finds what a ticket is for. Whoever could not get it any more is refused: media.ticket.
func (s *Service) serving(ctx context.Context, t Ticket, who access.Actor) (servedAsset, error) {
	staff := access.Recordings.Check(who) == nil
	key := t.Asset + " " + who.Student + " " + who.Teacher
	if staff {
		key = t.Asset + "   staff"
	}
	now := s.o.Now()
	found, ok := s.served.Get(key)
	if age := now.Sub(found.readAt); !ok || age < 0 || age >= servedFor {
		var err error
		if found, err = s.readServed(ctx, t.Asset, who, staff); err != nil {
			return servedAsset{}, err
		}
		found.readAt = now
		s.served.Add(key, found)
	}
	if !found.admitted {
		return servedAsset{}, fault.New(fault.Forbidden, "media.ticket")
	}
	return found, nil
}

func (s *Service) readServed(ctx context.Context, of string, who access.Actor, staff bool) (servedAsset, error) {
	if lesson, ok := strings.CutPrefix(of, ofLesson); ok {
		may, err := s.o.MayWatch(ctx, who, lesson)
		return servedAsset{lesson: lesson, onlyAttachments: true, admitted: may[lesson]}, err
	}
	row, err := db.New(s.o.DB.Reader()).SelectServed(ctx, of)
	if err != nil {
		return servedAsset{}, sqldb.Missing(err, "media.no_asset")
	}
	if State(row.State) != Ready {
		return servedAsset{}, fault.New(fault.NotFound, "media.no_asset")
	}
	admitted := staff // to a recording that no lesson has yet
	if row.LessonID != "" {
		may, err := s.o.MayWatch(ctx, who, row.LessonID)
		if err != nil {
			return servedAsset{}, err
		}
		admitted = may[row.LessonID]
	}
	served := servedAsset{lesson: row.LessonID, source: row.Source, output: row.Output, admitted: admitted}
	renditions, err := db.New(s.o.DB.Reader()).SelectRenditions(ctx, of)
	if err != nil {
		return servedAsset{}, fmt.Errorf("list renditions: %w", err)
	}
	if len(renditions) > 0 {
		served.master, served.renditions = masterOf(renditions)
	}
	return served, nil
}

// A File is one thing that a ticket opens: a blob, or a text that the database holds.
type File struct {
	Key  string // in the blob store; empty for a text
	Text string
	Type string // media type
	Name string // what to save it as; empty: it is played and not saved
	// Segment says that a player asks for it and for the next one: the store may send it itself. Everything else comes
	// from us: texts name other files by relative addresses, and browsers would use the store's address again, when it is
	// no longer good.
	Segment bool
}

var types = map[string]string{
	".m3u8": "application/vnd.apple.mpegurl", ".m4s": "video/iso.segment", ".mp4": "video/mp4",
	".vtt": "text/vtt; charset=utf-8", ".jpg": "image/jpeg",
}

// File finds what a path below a ticket names for whoever holds it now, or media.no_file; media.ticket when they may
// not watch the lesson any more. A path is one name, or one of "captions/LANGUAGE.vtt" and "attachments/ID"; nothing
// else can be asked for, so nothing else can be reached.
func (s *Service) File(ctx context.Context, t Ticket, who access.Actor, path string) (File, error) {
	a, err := s.serving(ctx, t, who)
	if err != nil {
		return File{}, err
	}
	kind, name, deep := strings.Cut(path, "/")
	switch {
	case deep && kind == "attachments":
		return s.attachmentFile(ctx, a.lesson, name)
	case a.onlyAttachments:
		return File{}, fault.New(fault.NotFound, "media.no_file")
	case deep && kind == "captions":
		return s.captionFile(ctx, t.Asset, strings.TrimSuffix(name, ".vtt"))
	case deep:
		return File{}, fault.New(fault.NotFound, "media.no_file")
	case path == originalFile && a.output == "":
		return File{Key: a.source, Type: "video/mp4"}, nil
	}
	if path == ffmpeg.MasterFile && a.master != "" {
		return File{Text: a.master, Type: types[".m3u8"]}, nil
	}
	end := extension(path)
	if a.output == "" || types[end] == "" || strings.ContainsAny(strings.TrimSuffix(path, end), ".\\") {
		return File{}, fault.New(fault.NotFound, "media.no_file")
	}
	output := a.output
	if of := a.renditions[renditionIn(path)]; of != "" {
		output = of
	}
	return File{Key: output + "/" + path, Type: types[end], Segment: end == ".m4s" || end == ".mp4"}, nil
}

// extension is the end of a name with its dot; "" for a name that has none or is nothing else.
func extension(name string) string {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		return name[dot:]
	}
	return ""
}

func (s *Service) captionFile(ctx context.Context, asset, language string) (File, error) {
	text, err := db.New(s.o.DB.Reader()).SelectCaption(ctx, db.SelectCaptionParams{AssetID: asset, Language: language})
	if err != nil {
		return File{}, sqldb.Missing(err, "media.no_file")
	}
	return File{Text: text, Type: types[".vtt"]}, nil
}

func (s *Service) attachmentFile(ctx context.Context, lesson, attachment string) (File, error) {
	row, err := db.New(s.o.DB.Reader()).SelectAttachment(ctx, attachment)
	if err != nil {
		return File{}, sqldb.Missing(err, "media.no_file")
	}
	if row.LessonID != lesson {
		return File{}, fault.New(fault.NotFound, "media.no_file")
	}
	return File{Key: row.Key, Type: row.Type, Name: row.Name}, nil
}

// originalFile is the recording itself, where there are no renditions of it.
const originalFile = "original.mp4"

// forget makes this node read what it serves anew; the others do within seconds.
func (s *Service) forget() { s.served.Purge() }

// mayWatch refuses who may not see what a lesson plays, as if it were not there.
func (s *Service) mayWatch(ctx context.Context, who access.Actor, lesson string) error {
	may, err := s.o.MayWatch(ctx, who, lesson)
	if err != nil || may[lesson] {
		return err
	}
	return fmt.Errorf("watch a lesson: %w", fault.New(fault.NotFound, "course.no_lesson"))
}
