// Package message is the message centre: messages, notices and to-dos. It owns their texts, audiences and read marks,
// and reads groups and programmes from the tables of packages course and student. Callers of Notify decide what is
// sent. Start at Service.
//
// A message to many people is one row. Its audience is a rule (the view message_audience); only reading adds rows.
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

// Kind is the kind of a message, as named in the specification.
type Kind string

// The kinds.
const (
	Plain  Kind = "message" // something to know
	Notice Kind = "notice"  // an announcement of the college
	Todo   Kind = "todo"    // something to do
)

// Tag is the progress of a notice or to-do, the specification's messageType.
type Tag int

// The tags.
const (
	NotStarted Tag = iota // the default of new messages
	Done                  // refused for notices of staff
	InProgress
	DueSoon
)

// Text is a text in both languages. One of them may be empty.
type Text struct {
	Zh string `json:"zh,omitempty"`
	En string `json:"en,omitempty"`
}

// In returns the text in a language, or in the other one if it is empty.
func (t Text) In(lang locale.Language) string { return locale.Pick(lang, t.Zh, t.En) }

// About is a topic that devices can subscribe to.
type About string

// The topics. Empty: anything else.
const (
	AboutChange    About = "change"    // to the timetable
	AboutRecording About = "recording" // new recordings
)

// Note is a message to be sent.
type Note struct {
	ID          string // set by the caller so that sending can be repeated; empty: generated
	Kind        Kind
	Tag         Tag // not for Plain
	To          Audience
	Title       Text
	Subtitle    Text
	Content     Text
	Avatar      string    // blob key or name of an icon
	Link        string    // a path in the portal, or empty
	Acknowledge bool      // readers are asked to acknowledge it
	Deadline    time.Time // for acknowledging; zero: none
	Numbers     []string  // student numbers of the audience List, for Publish
	Students    []string  // ids of its students, for Notify; To is ignored then
	Attachments []string  // ids of files from Attach, in order
	ByHand      bool      // written by staff; Publish sets it
	// Topic identifies what it is about, such as "password:" and an account. While a message with the topic is in
	// force, no other is sent; Settle withdraws it. Empty: always sent.
	Topic string
	// Several is the title, with {count}, once the message has several parts; empty: it is a message by itself.
	// Otherwise notes with the same Topic and recipients are parts of one message per day.
	Several Text
	Part    string // what the part is about: not sent twice, and Settle removes it; empty: always sent
	Things  int    // what {count} counts in this part; 0 is 1
	// About selects the devices to notify. It isn't stored.
	About   About
	Quiet   bool      // no notification on devices
	Sent    time.Time // zero: now; hidden before
	Expires time.Time // zero: never; hidden afterwards

	reminds string // the notice that it reminds students to acknowledge
}

const (
	maxTitle   = 120
	maxContent = 10_000
	maxID      = 64
	// Like generated ids: characters that need no escaping in addresses.
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
		n.Several.Zh: maxTitle, n.Several.En: maxTitle, n.Part: maxTitle,
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

// Message is a note as its readers and senders see it.
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
	AudienceName Name   // name of the audience; only for senders
	Sent         time.Time
	Expires      time.Time // zero: never
	Withdrawn    time.Time // zero: it isn't; only senders see withdrawn messages
	Read         time.Time // zero: unread
	Acknowledged time.Time // zero: not yet
	files        int64
}

// Name is the name of an audience. It is empty if the audience is its own name, like a class.
type Name struct {
	Code string // of a course or group, or a student's number
	Text
	Students int // length of a list
}

// State tells whether a message is visible to its audience.
type State string

// The states.
const (
	Scheduled State = "scheduled" // sent later
	Sent      State = "sent"
	Expired   State = "expired"
	Withdrawn State = "withdrawn"
)

// State returns the state at an instant.
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
