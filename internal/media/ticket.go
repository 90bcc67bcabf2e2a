package media

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/media/db"
)

const (
	ticketPurpose = "media.ticket"
	// ticketGood is how long a ticket lasts at most: a long lecture with a break. It dies with its session before that.
	ticketGood = 6 * time.Hour
	anybody    = "preview"
	// ofLesson begins what a ticket is for when that is the attachments of a lesson; ids of assets begin differently.
	ofLesson = "lesson-"
)

// A Ticket lets its holder fetch one asset, or the attachments of one lesson: everything below /media/TICKET/ is relative, so one signature serves all segments.
type Ticket struct {
	Asset   string
	Session string // empty: a public preview, good for anybody
	Staff   bool   // they see what is not published too
	Student string // whose enrolment counts; empty: nobody's
	Expires time.Time
}

// sign writes a ticket as it stands in an address. Within an hour it stays the same, so that a browser's cache serves again.
func (s *Service) sign(asset string, who access.Actor) (string, time.Time) {
	until := s.o.Now().Truncate(time.Hour).Add(time.Hour + ticketGood)
	holder := who.Session
	if holder == "" {
		holder = anybody
	}
	expiry := strconv.FormatInt(until.Unix(), 36)
	reader := readerText(who)
	mac := s.o.Keys.MAC(ticketPurpose, []byte(asset), []byte(holder), []byte(reader), []byte(expiry))
	return asset + "." + holder + "." + reader + "." + expiry + "." + base64.RawURLEncoding.EncodeToString(mac), until
}

// asStaff is the reader of a ticket who may see everything; any other begins with another letter.
const asStaff = "s"

// readerText is who reads, as a ticket has it: what they may see is looked at again while they do.
func readerText(who access.Actor) string {
	if access.Recordings.Check(who) == nil {
		return asStaff
	}
	return "u" + base64.RawURLEncoding.EncodeToString([]byte(who.Student))
}

// CheckTicket reads a ticket. One that is forged or too old is media.ticket. Whether its session lives is for the caller
// to ask: sessions are not ours.
func (s *Service) CheckTicket(text string) (Ticket, error) {
	refused := fault.New(fault.Forbidden, "media.ticket")
	parts := strings.Split(text, ".")
	if len(parts) != 5 {
		return Ticket{}, refused
	}
	mac, err := base64.RawURLEncoding.DecodeString(parts[4])
	if err != nil || !s.o.Keys.Verify(ticketPurpose, mac, []byte(parts[0]), []byte(parts[1]), []byte(parts[2]), []byte(parts[3])) {
		return Ticket{}, refused
	}
	expires, err := strconv.ParseInt(parts[3], 36, 64)
	if err != nil || s.o.Now().Unix() >= expires {
		return Ticket{}, refused
	}
	t := Ticket{Asset: parts[0], Session: parts[1], Staff: parts[2] == asStaff, Expires: time.Unix(expires, 0)}
	if !t.Staff {
		student, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(parts[2], "u"))
		if err != nil {
			return Ticket{}, refused
		}
		t.Student = string(student)
	}
	if t.Session == anybody {
		t.Session = ""
	}
	return t, nil
}

// servedAsset is what serving needs to know of an asset and of those who fetch it. It is cached for seconds, so that a segment costs no
// query, and a lesson that is withdrawn or an enrolment that ends takes effect while somebody watches.
type servedAsset struct {
	lesson, source, output, format string
	onlyAttachments                bool // of a lesson, and nothing to play
	published, preview             bool
	until                          int64 // Unix ms

	mu     sync.RWMutex
	admits map[string]bool // students, as far as they asked
}

const servedFor = 20 * time.Second

func (s *Service) serving(ctx context.Context, t Ticket) (*servedAsset, error) {
	now := s.ms()
	if found, ok := s.served.Load(t.Asset); ok {
		if a, _ := found.(*servedAsset); a != nil && now < a.until {
			return a, s.admit(ctx, a, t)
		}
	}
	a, err := s.readServed(ctx, t.Asset)
	if err != nil {
		s.served.Delete(t.Asset)
		return nil, err
	}
	a.until, a.admits = now+servedFor.Milliseconds(), map[string]bool{}
	s.served.Store(t.Asset, a)
	return a, s.admit(ctx, a, t)
}

func (s *Service) readServed(ctx context.Context, of string) (*servedAsset, error) {
	if lesson, ok := strings.CutPrefix(of, ofLesson); ok {
		row, err := db.New(s.o.DB.Reader()).SelectMayWatch(ctx, db.SelectMayWatchParams{Lesson: lesson})
		if err != nil {
			return nil, missing(err, "media.no_file")
		}
		return &servedAsset{lesson: lesson, onlyAttachments: true, published: row.Published, preview: row.Preview}, nil
	}
	row, err := db.New(s.o.DB.Reader()).SelectServed(ctx, of)
	if err != nil {
		return nil, missing(err, "media.no_asset")
	}
	if State(row.State) != Ready {
		return nil, fault.New(fault.NotFound, "media.no_asset")
	}
	return &servedAsset{
		lesson: row.LessonID, source: row.Source, output: row.Output, format: row.Format, published: row.Published, preview: row.Preview,
	}, nil
}

// admit refuses the holder of a ticket who could not get one any more: media.ticket.
func (s *Service) admit(ctx context.Context, a *servedAsset, t Ticket) error {
	if t.Staff || a.published && a.preview {
		return nil
	}
	refused := fault.New(fault.Forbidden, "media.ticket")
	if !a.published || t.Student == "" {
		return refused
	}
	a.mu.RLock()
	admitted, known := a.admits[t.Student]
	a.mu.RUnlock()
	if !known {
		row, err := db.New(s.o.DB.Reader()).SelectMayWatch(ctx, db.SelectMayWatchParams{Student: t.Student, Lesson: a.lesson})
		if err != nil {
			return missing(err, "media.no_asset")
		}
		admitted = row.Enrolled > 0
		a.mu.Lock()
		a.admits[t.Student] = admitted
		a.mu.Unlock()
	}
	if !admitted {
		return refused
	}
	return nil
}

// A File is one thing that a ticket opens: a blob, or a text that the database holds.
type File struct {
	Key   string // in the blob store; empty for a text
	Text  string
	Type  string // media type
	Name  string // what to save it as; empty: it is played and not saved
	Small bool   // a text that names other files by relative addresses, or a picture: it comes from us, whatever the store offers
}

var types = map[string]string{
	".m3u8": "application/vnd.apple.mpegurl", ".m4s": "video/iso.segment", ".mp4": "video/mp4", ".vtt": "text/vtt; charset=utf-8", ".jpg": "image/jpeg",
}

// File finds what a path below a ticket names, or media.no_file; media.ticket when its holder may not watch the lesson any more. A path is one name, or one of "captions/LANGUAGE.vtt" and
// "attachments/ID"; nothing else can be asked for, so nothing else can be reached.
func (s *Service) File(ctx context.Context, t Ticket, path string) (File, error) {
	a, err := s.serving(ctx, t)
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
	end := extension(path)
	if a.output == "" || types[end] == "" || strings.ContainsAny(strings.TrimSuffix(path, end), ".\\") {
		return File{}, fault.New(fault.NotFound, "media.no_file")
	}
	return File{Key: a.output + "/" + path, Type: types[end], Small: end == ".m3u8" || end == ".vtt" || end == ".jpg"}, nil
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
		return File{}, missing(err, "media.no_file")
	}
	return File{Text: text, Type: types[".vtt"], Small: true}, nil
}

func (s *Service) attachmentFile(ctx context.Context, lesson, attachment string) (File, error) {
	row, err := db.New(s.o.DB.Reader()).SelectAttachment(ctx, attachment)
	if err != nil {
		return File{}, missing(err, "media.no_file")
	}
	if row.LessonID != lesson {
		return File{}, fault.New(fault.NotFound, "media.no_file")
	}
	return File{Key: row.Key, Type: row.Type, Name: row.Name}, nil
}

// originalFile is the recording itself, where there are no renditions of it.
const originalFile = "original.mp4"

// forget makes this node read an asset anew; the others do within seconds.
func (s *Service) forget(asset string) { s.served.Delete(asset) }

// mayWatch refuses who may not see what a lesson plays, as if it were not there.
func (s *Service) mayWatch(ctx context.Context, who access.Actor, lesson string) error {
	row, err := db.New(s.o.DB.Reader()).SelectMayWatch(ctx, db.SelectMayWatchParams{Student: who.Student, Lesson: lesson})
	if err != nil {
		return missing(err, "course.no_lesson")
	}
	staff := access.Recordings.Check(who) == nil
	if staff || row.Published && (row.Preview || who.Student != "" && row.Enrolled > 0) {
		return nil
	}
	return fmt.Errorf("watch a lesson: %w", fault.New(fault.NotFound, "course.no_lesson"))
}
