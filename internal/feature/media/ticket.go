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
	// ticketGood is the longest life of a ticket: a long lecture with a break. It ends with its session.
	ticketGood = 6 * time.Hour
	anybody    = "preview"
	// ofLesson is the prefix of tickets for the attachments of a lesson; no asset ID starts with it.
	ofLesson = "lesson-"
)

// A Ticket allows its holder to fetch one asset, or the attachments of one lesson. Everything below /media/TICKET/ is
// relative, so one signature serves all segments. It grants no rights: what its session may see is checked each time.
type Ticket struct {
	Asset   string
	Session string // empty: a public preview, valid for anyone
	Expires time.Time
}

// sign returns a ticket for a URL. It stays the same for an hour, so that the browser can cache.
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

// CheckTicket reads a ticket. A forged or expired one is media.ticket. The caller has to check its session.
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

// servedAsset is what serving needs to know of an asset and its viewer.
type servedAsset struct {
	lesson, source, output string
	master                 string            // the playlist of the ready renditions; empty: it is a file
	renditions             map[string]string // where each one is in the store
	onlyAttachments        bool              // of a lesson that plays nothing
	admitted               bool
	readAt                 time.Time
}

const (
	// servedFor is how long that is cached, so that a burst of segments costs one query. It is short so that
	// withdrawing a lesson or ending an enrolment takes effect during playback.
	servedFor = time.Second
	maxServed = 16 << 10
)

// serving returns what a ticket is for. If its holder couldn't get it now, the error is media.ticket.
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
	admitted := staff // to an unmatched recording
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

// A File is what a ticket gives access to: a blob, or a text in the database.
type File struct {
	Key  string // in the blob store; empty: a text
	Text string
	Type string // media type
	Name string // to save it as; empty: it is played
	// Segment allows the store to send the file itself. Everything else comes from us: texts refer to other files by
	// relative URLs, and browsers would reuse the store's URL after it has expired.
	Segment bool
}

var types = map[string]string{
	".m3u8": "application/vnd.apple.mpegurl", ".m4s": "video/iso.segment", ".mp4": "video/mp4",
	".vtt": "text/vtt; charset=utf-8", ".jpg": "image/jpeg",
}

// File finds the file at a path below a ticket: media.no_file, or media.ticket if the holder may no longer watch the
// lesson. A path is one name, "captions/LANGUAGE.vtt" or "attachments/ID", so nothing else can be reached.
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

// extension returns the end of a name with its dot, or "" if there is none or nothing before it.
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

// originalFile is the unchanged recording, if it has no renditions.
const originalFile = "original.mp4"

// forget clears this node's cache; those of others expire within seconds.
func (s *Service) forget() { s.served.Purge() }

// mayWatch refuses callers who may not watch a lesson, as if it didn't exist.
func (s *Service) mayWatch(ctx context.Context, who access.Actor, lesson string) error {
	may, err := s.o.MayWatch(ctx, who, lesson)
	if err != nil || may[lesson] {
		return err
	}
	return fmt.Errorf("watch a lesson: %w", fault.New(fault.NotFound, "course.no_lesson"))
}
