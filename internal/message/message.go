// Package message is what reaches people in the message centre: messages, notices and todos. It owns their texts, whom
// they are for and who has read them. Who is in a group or programme it reads from the tables of packages course and
// student; what is worth telling is decided by whoever calls Notify. Start at Service.
//
// A message to many is stored once. Its audience is a rule (the view message_audience), and only reading leaves rows.
package message

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/internal/fault"
	"lectern/internal/locale"
	"lectern/internal/message/db"
)

// A Kind is what sort of message it is; the words are the specification's.
type Kind string

// The kinds.
const (
	Plain  Kind = "message" // somebody or something tells you
	Notice Kind = "notice"  // the college announces
	Todo   Kind = "todo"    // you are to do something
)

// A Tag is the specification's messageType of notices and todos.
type Tag int

// The tags.
const (
	NotStarted Tag = iota
	Done
	InProgress
	DueSoon
)

// A Text is one text in both languages. One of them may be empty.
type Text struct{ Zh, En string }

// In returns the text in a language, or in the other one where it is missing.
func (t Text) In(lang locale.Language) string {
	if lang == locale.English && t.En != "" || t.Zh == "" {
		return t.En
	}
	return t.Zh
}

// An Audience is whom a message is for. Make one with the functions below.
type Audience struct{ kind, target string }

// Everyone is every student who has not left.
func Everyone() Audience { return Audience{"all", ""} }

// Programme is every student of a programme who has not left.
func Programme(code string) Audience { return Audience{"programme", code} }

// Group is every student enrolled in a group.
func Group(id string) Audience { return Audience{"group", id} }

// Course is every student enrolled in any group of a course.
func Course(id string) Audience { return Audience{"course", id} }

// Student is one student.
func Student(id string) Audience { return Audience{"student", id} }

// Account is one account, which may be one of the staff.
func Account(id string) Audience { return Audience{"account", id} }

// String returns kind and target, such as "group:0199…".
func (a Audience) String() string { return strings.TrimSuffix(a.kind+":"+a.target, ":") }

// ParseAudience reads what String returns.
func ParseAudience(text string) (Audience, error) {
	kind, target, _ := strings.Cut(text, ":")
	a := Audience{kind, target}
	return a, a.check()
}

func (a Audience) check() error {
	known := a.kind == "programme" || a.kind == "group" || a.kind == "course" || a.kind == "student" || a.kind == "account"
	if a == Everyone() || known && a.target != "" && len(a.target) <= 100 {
		return nil
	}
	return fault.New(fault.Invalid, "message.bad_audience")
}

// An About is a sort of news.
type About string

// The sorts. The empty one is everything that is neither of the others.
const (
	AboutChange    About = "change"    // of the timetable
	AboutRecording About = "recording" // that can be watched
)

// A Note is a message to be sent.
type Note struct {
	ID          string // made by the sender, so that sending may be repeated; empty: one is made here
	Kind        Kind
	Tag         Tag // not of Plain
	To          Audience
	Title       Text
	Subtitle    Text
	Content     Text
	Avatar      string // key in the blob store or an icon's name
	Link        string // a path of the portal that it leads to; may be empty
	Acknowledge bool   // a notice that asks its readers to confirm
	// Topic names what it is about, such as "password:" and an account. While a message of a topic stands, another is
	// not sent; Settle takes it back. Empty: every note is a message of its own.
	Topic string
	// About says what sort of news it is, for those who subscribe to some of it; it is not stored.
	About   About
	Quiet   bool      // no push is sent: it is only in the message centre
	Sent    time.Time // zero: now
	Expires time.Time // zero: never; afterwards nobody sees it
}

const (
	maxTitle   = 120
	maxContent = 10_000
	maxID      = 64
	idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-" // as ids made here, and nothing that an address would have to escape
)

func (n Note) check() error {
	if n.Kind != Plain && n.Kind != Notice && n.Kind != Todo {
		return fault.New(fault.Invalid, "message.bad_kind")
	}
	if n.Tag < NotStarted || n.Tag > DueSoon {
		return fault.New(fault.Invalid, "message.bad_tag")
	}
	if n.Kind == Plain && n.Tag != NotStarted {
		return fault.New(fault.Invalid, "message.tag_of_message")
	}
	if len(n.ID) > maxID || strings.Trim(n.ID, idAlphabet) != "" {
		return fault.New(fault.Invalid, "message.bad_id")
	}
	if n.Acknowledge && n.Kind != Notice {
		return fault.New(fault.Invalid, "message.not_a_notice")
	}
	if n.Title == (Text{}) {
		return fault.New(fault.Invalid, "message.no_title")
	}
	for text, limit := range map[string]int{
		n.Title.Zh: maxTitle, n.Title.En: maxTitle, n.Subtitle.Zh: maxTitle, n.Subtitle.En: maxTitle,
		n.Content.Zh: maxContent, n.Content.En: maxContent, n.Topic: maxTitle, n.Avatar: 2 * maxTitle, n.Link: 4 * maxTitle,
	} {
		if utf8.RuneCountInString(text) > limit {
			return fault.New(fault.Invalid, "message.too_long")
		}
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
			return fault.New(fault.Invalid, "message.bad_character")
		}
	}
	if !inside(n.Link) {
		return fault.New(fault.Invalid, "message.bad_link")
	}
	return n.To.check()
}

// inside tells whether a link stays in the portal. "//host" and "/\host" would leave it.
func inside(link string) bool {
	return link == "" || link[0] == '/' && !strings.HasPrefix(link, "//") && !strings.ContainsAny(link, "\\\n\t")
}

// A Message is a note as its reader sees it.
type Message struct {
	ID           string
	Kind         Kind
	Tag          Tag
	To           Audience
	Title        Text
	Subtitle     Text
	Content      Text
	Avatar       string
	Link         string
	Acknowledge  bool
	Sender       string // account id
	Sent         time.Time
	Expires      time.Time // zero: never
	Withdrawn    time.Time // zero: it stands; only senders see others
	Read         time.Time // zero: unread
	Acknowledged time.Time // zero: not yet
}

func toMessage(m db.Message, read, acknowledged int64) Message {
	return Message{
		ID: m.ID, Kind: Kind(m.Kind), Tag: Tag(m.Tag), To: Audience{m.Audience, m.Target},
		Title: Text{m.Title, m.TitleEn}, Subtitle: Text{m.Subtitle, m.SubtitleEn}, Content: Text{m.Content, m.ContentEn},
		Avatar: m.Avatar, Link: m.Link, Acknowledge: m.Acknowledge, Sender: m.Sender,
		Sent: instant(m.SentAt), Expires: instant(m.ExpiresAt), Withdrawn: instant(m.WithdrawnAt),
		Read: instant(read), Acknowledged: instant(acknowledged),
	}
}

// matches tells whether the message is what the note would send.
func (m Message) matches(n Note) bool {
	return m.Kind == n.Kind && m.Tag == n.Tag && m.To == n.To && m.Title == n.Title && m.Subtitle == n.Subtitle && m.Content == n.Content &&
		m.Avatar == n.Avatar && m.Link == n.Link && m.Acknowledge == n.Acknowledge && millis(m.Expires) == millis(n.Expires)
}

// instant reads a column in which 0 means never.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// millis is the inverse of instant.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
