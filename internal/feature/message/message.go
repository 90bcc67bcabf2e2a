// Package message is what reaches people in the message centre: messages, notices and todos. It owns their texts, whom
// they are for and who has read them. Who is in a group or programme it reads from the tables of packages course and
// student; what is worth telling is decided by whoever calls Notify. Start at Service.
//
// A message to many is stored once. Its audience is a rule (the view message_audience), and only reading leaves rows.
package message

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

// A Kind is what sort of message it is; the words are the specification's.
type Kind string

// The kinds.
const (
	Plain  Kind = "message" // somebody or something tells you
	Notice Kind = "notice"  // the college announces
	Todo   Kind = "todo"    // you are to do something
)

// A Tag is the specification's messageType of notices and todos: how far the matter is.
type Tag int

// The tags.
const (
	NotStarted Tag = iota // of everything new, unless its sender says otherwise
	Done                  // never of what staff publish: what is over needs no notice
	InProgress
	DueSoon
)

// A Text is one text in both languages. One of them may be empty.
type Text struct {
	Zh string `json:"zh,omitempty"`
	En string `json:"en,omitempty"`
}

// In returns the text in a language, or in the other one where it is missing.
func (t Text) In(lang locale.Language) string { return locale.Pick(lang, t.Zh, t.En) }

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
	Avatar      string    // key in the blob store or an icon's name
	Link        string    // a path of the portal that it leads to; may be empty
	Acknowledge bool      // a notice that asks its readers to confirm
	Deadline    time.Time // until when they are to; zero: at any time
	Numbers     []string  // the students of the audience List, by number
	Attachments []string  // ids of files from Attach, in order
	ByHand      bool      // staff wrote it; Publish sets it
	// Topic names what it is about, such as "password:" and an account. While a message of a topic is in force, another
	// is not sent; Settle takes it back. Empty: every note is a message of its own.
	Topic string
	// About says what sort of news it is, for those who subscribe to some of it; it is not stored.
	About   About
	Quiet   bool      // no push is sent: it is only in the message centre
	Sent    time.Time // zero: now; nobody sees it before
	Expires time.Time // zero: never; afterwards nobody sees it

	reminds string // the notice of which it reminds those who have not acknowledged it
}

const (
	maxTitle   = 120
	maxContent = 10_000
	maxID      = 64
	// as ids made here, and nothing that an address would have to escape
	idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
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
	if !n.Deadline.IsZero() && !n.Acknowledge {
		return fault.New(fault.Invalid, "message.deadline_unasked")
	}
	if len(n.Attachments) > MaxAttachments {
		return fault.New(fault.Invalid, "message.many_attachments", "max", strconv.Itoa(MaxAttachments))
	}
	if n.Title == (Text{}) {
		return fault.New(fault.Invalid, "message.no_title")
	}
	for text, limit := range map[string]int{
		n.Title.Zh: maxTitle, n.Title.En: maxTitle, n.Subtitle.Zh: maxTitle, n.Subtitle.En: maxTitle,
		n.Content.Zh: maxContent, n.Content.En: maxContent, n.Topic: maxTitle, n.Avatar: 2 * maxTitle, n.Link: 4 * maxTitle,
	} {
		if utf8.RuneCountInString(text) > limit {
			return fault.New(fault.Invalid, "message.too_long", "max", strconv.Itoa(limit))
		}
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t'
		}) {
			return fault.New(fault.Invalid, "message.bad_character")
		}
	}
	if !isInternal(n.Link) {
		return fault.New(fault.Invalid, "message.bad_link")
	}
	return n.To.check()
}

// isInternal reports whether a link stays in the portal. "//host" and "/\host" would leave it.
func isInternal(link string) bool {
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
	Deadline     time.Time // zero: none
	Attachments  []Attachment
	ByHand       bool
	Sender       string // account id
	SenderName   string // only for senders
	Named        Name   // what the audience is called; only for senders
	Sent         time.Time
	Expires      time.Time // zero: never
	Withdrawn    time.Time // zero: it is not; only senders see withdrawn ones
	Read         time.Time // zero: unread
	Acknowledged time.Time // zero: not yet
	files        int64
}

// A Name is what people call an audience. It is empty where the audience itself says it, as a class does.
type Name struct {
	Code string // of a course or a group, or a student's number
	Text
	Students int // how many a list has
}

// A State is whether a message is shown.
type State string

// The states.
const (
	Scheduled State = "scheduled" // it is sent later
	Sent      State = "sent"
	Expired   State = "expired"
	Withdrawn State = "withdrawn"
)

// State returns the state of a message at an instant.
func (m Message) State(now time.Time) State {
	switch {
	case !m.Withdrawn.IsZero():
		return Withdrawn
	case m.Sent.After(now):
		return Scheduled
	case !m.Expires.IsZero() && !m.Expires.After(now):
		return Expired
	}
	return Sent
}

func toMessage(m db.Message, read, acknowledged int64) Message {
	return Message{
		ID: m.ID, Kind: Kind(m.Kind), Tag: Tag(m.Tag), To: Audience{m.Audience, m.Target},
		Title: Text{m.Title, m.TitleEn}, Subtitle: Text{m.Subtitle, m.SubtitleEn}, Content: Text{m.Content, m.ContentEn},
		Avatar: m.Avatar, Link: m.Link, Acknowledge: m.Acknowledge, Sender: m.Sender,
		Deadline: sqldb.Instant(m.AcknowledgeBy), ByHand: m.ByHand, files: m.Attachments,
		Sent: sqldb.Instant(m.SentAt), Expires: sqldb.Instant(m.ExpiresAt), Withdrawn: sqldb.Instant(m.WithdrawnAt),
		Read: sqldb.Instant(read), Acknowledged: sqldb.Instant(acknowledged),
	}
}
