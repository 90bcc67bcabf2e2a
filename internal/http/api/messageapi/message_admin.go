package messageapi

import (
	"context"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// wireAudience describes the recipients of a message.
type wireAudience struct {
	Kind     string `json:"kind" enum:"all,campus,programme,year,class,course,group,list,student,account"`
	Code     string `json:"code" doc:"Of a course or a group, or a student's number; empty otherwise."`
	Name     string `json:"name" doc:"Empty for all, year, class and list, and if it was deleted."`
	NameEn   string `json:"nameEn"`
	Students int    `json:"students" doc:"Students on a list; 0 for other kinds."`
}

// wireSent is a message as staff see it.
type wireSent struct {
	ID          string               `json:"id"`
	Type        string               `json:"type" enum:"message,notice,todo" doc:"Only a notice can ask to be acknowledged."`
	MessageType int                  `json:"messageType" enum:"0,1,2,3" doc:"State of notices and to-dos: 0 not started, 1 done, 2 in progress, 3 due soon."`
	State       string               `json:"state" enum:"scheduled,sent,expired,withdrawn" doc:"scheduled: not visible yet; expired and withdrawn: no longer visible."`
	Origin      string               `json:"origin" enum:"staff,portal" doc:"staff: written by hand; portal: about a change or a recording."`
	To          string               `json:"to" doc:"all, campus:ID, programme:CODE, year:YEAR, class:NAME, course:ID, group:ID, list:ID, student:ID or account:ID."`
	Audience    wireAudience         `json:"audience"`
	Title       message.Text         `json:"title"`
	SubTitle    message.Text         `json:"subTitle"`
	Content     message.Text         `json:"content"`
	Avatar      string               `json:"avatar"`
	Link        string               `json:"link"`
	Acknowledge bool                 `json:"acknowledge"`
	Deadline    string               `json:"deadline" doc:"When to acknowledge it by, or empty."`
	Attachments []message.Attachment `json:"attachments"`
	Sender      string               `json:"sender" doc:"Account id."`
	SenderName  string               `json:"senderName"`
	Sent        string               `json:"sent" format:"date-time" doc:"In the future while it is scheduled."`
	Expires     string               `json:"expires" doc:"Empty: never."`
	Withdrawn   string               `json:"withdrawn" doc:"Empty if not withdrawn."`
}

func (a *API) toWireSent(m message.Message) wireSent {
	origin := message.FromPortal
	if m.ByHand {
		origin = message.FromStaff
	}
	return wireSent{
		ID: m.ID, Type: string(m.Kind), MessageType: int(m.Tag), State: string(m.State(a.Now())), Origin: string(origin),
		To: m.To.String(), Audience: wireAudience{
			Kind: m.To.Kind(), Code: m.AudienceName.Code, Name: m.AudienceName.Zh, NameEn: m.AudienceName.En,
			Students: m.AudienceName.Students,
		}, Title: m.Title, SubTitle: m.Subtitle, Content: m.Content, Avatar: m.Avatar,
		Link: m.Link, Acknowledge: m.Acknowledge, Deadline: wire.MaybeInstant(m.Deadline), Attachments: m.Attachments,
		Sender: m.Sender, SenderName: m.SenderName, Sent: wire.Instant(m.Sent), Expires: wire.MaybeInstant(m.Expires),
		Withdrawn: wire.MaybeInstant(m.Withdrawn),
	}
}

type WireAudiences struct {
	Kinds   []string            `json:"kinds" enum:"all,campus,programme,year,class,course,group,list" doc:"The kinds of audience that the caller may write to."`
	Groups  []wireOwnGroup      `json:"groups" doc:"The groups of a teacher, who may write to no others; empty for staff, who find groups by the search."`
	Classes []student.ClassName `json:"classes" doc:"The classes of an adviser, who may write to no others; empty for a registrar, who finds classes by the search."`
	student.Filters
}

type wireOwnGroup struct {
	ID       string `json:"id"`
	Code     string `json:"code"`
	Course   string `json:"course"`
	CourseEn string `json:"courseEn"`
}

// ListAudiences lists the audiences the caller may choose; courses and groups are found by the search.
func (a *API) ListAudiences(ctx context.Context, who access.Actor, _ *struct{}) (WireAudiences, error) {
	out := WireAudiences{Kinds: message.AudienceKinds(who), Groups: []wireOwnGroup{}, Filters: student.NoFilters()}
	out.Classes = []student.ClassName{}
	var err error
	if access.Advising.Check(who) == nil {
		out.Filters, err = a.Students.Filters(ctx, who)
	}
	if err == nil && who.Scope == access.Adviser {
		out.Classes, err = a.Students.Classes(ctx, who, "")
	}
	if err != nil || who.Teacher == "" || who.Scope == access.Registrar {
		return out, err
	}
	groups, err := a.Teaching.Groups(ctx, who, "")
	for _, g := range groups {
		out.Groups = append(out.Groups, wireOwnGroup{g.ID, g.Code, g.CourseName, g.CourseNameEn})
	}
	return out, err
}

type previewMessageIn struct {
	Body struct {
		To      string   `json:"to" maxLength:"120" doc:"all, campus:ID, programme:CODE, year:YEAR, class:NAME, course:ID, group:ID, list, student:ID or account:ID."`
		Numbers []string `json:"numbers,omitempty" maxItems:"5000" doc:"Student numbers, when to is list."`
	}
}

// PreviewMessage returns the recipients of a message, and sends nothing.
func (a *API) PreviewMessage(ctx context.Context, who access.Actor, in *previewMessageIn) (message.Preview, error) {
	to, err := message.ParseAudience(in.Body.To)
	if err != nil {
		return message.Preview{}, err
	}
	return a.Messages.Preview(ctx, who, to, in.Body.Numbers)
}

// MaxNotice fits a long list of student numbers and texts in both languages.
const MaxNotice = 256 << 10

type publishMessageIn struct {
	Body struct {
		To          string       `json:"to" maxLength:"120" doc:"all, campus:ID, programme:CODE, year:YEAR, class:NAME, course:ID, group:ID, list, student:ID or account:ID."`
		Numbers     []string     `json:"numbers,omitempty" maxItems:"5000" doc:"Student numbers, when to is list."`
		ID          string       `json:"id,omitempty" maxLength:"64" doc:"Chosen by the client, so that a retry sends nothing twice; it becomes the message's id."`
		Type        string       `json:"type" enum:"message,notice,todo"`
		MessageType int          `json:"messageType,omitempty" minimum:"0" maximum:"3" doc:"State of notices and to-dos: 0 not started, 2 in progress, 3 due soon. 1 (done) is refused for a new one."`
		Title       message.Text `json:"title"`
		SubTitle    message.Text `json:"subTitle,omitempty"`
		Content     message.Text `json:"content,omitempty"`
		Avatar      string       `json:"avatar,omitempty"`
		Link        string       `json:"link,omitempty"`
		Acknowledge bool         `json:"acknowledge,omitempty" doc:"Ask readers of a notice to acknowledge it."`
		Deadline    string       `json:"deadline,omitempty" format:"date-time" doc:"When to acknowledge it by."`
		SendAt      string       `json:"sendAt,omitempty" format:"date-time" doc:"When to send it, in the future; default: now."`
		Expires     string       `json:"expires,omitempty" format:"date-time" doc:"In the future."`
		Attachments []string     `json:"attachments,omitempty" maxItems:"5" doc:"Ids of uploaded files, in order."`
	}
}

func (a *API) PublishMessage(ctx context.Context, who access.Actor, in *publishMessageIn) (wire.ID, error) {
	b := in.Body
	to, err := message.ParseAudience(b.To)
	if err != nil {
		return wire.ID{}, err
	}
	note := message.Note{
		ID: b.ID, Kind: message.Kind(b.Type), Tag: message.Tag(b.MessageType),
		To: to, Numbers: b.Numbers, Title: b.Title, Subtitle: b.SubTitle, Content: b.Content, Avatar: b.Avatar, Link: b.Link,
		Acknowledge: b.Acknowledge, Attachments: b.Attachments,
	}
	for _, one := range []struct {
		field, text string
		at          *time.Time
	}{{"deadline", b.Deadline, &note.Deadline}, {"sendAt", b.SendAt, &note.Sent}, {"expires", b.Expires, &note.Expires}} {
		if one.text == "" {
			continue
		}
		if *one.at, err = time.Parse(time.RFC3339, one.text); err != nil {
			return wire.ID{}, fault.New(fault.Invalid, "request.field_value", "field", one.field)
		}
	}
	sent, err := a.Messages.Publish(ctx, who, note)
	return wire.ID{ID: sent}, err
}

func (a *API) WithdrawMessage(ctx context.Context, who access.Actor, in *messageIn) (wire.None, error) {
	return nil, a.Messages.Withdraw(ctx, who, in.Message)
}

func (a *API) RestoreMessage(ctx context.Context, who access.Actor, in *messageIn) (wire.None, error) {
	return nil, a.Messages.Restore(ctx, who, in.Message)
}

type listSentIn struct {
	Origin string `query:"origin" enum:"staff,portal" doc:"Only messages by staff, or only those by the portal."`
	State  string `query:"state" enum:"scheduled,sent,expired,withdrawn"`
	Search string `query:"search" maxLength:"100" doc:"A part of the title, in either language."`
	Before string `query:"before" maxLength:"200" doc:"next of the previous page."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

type WireSentPage struct {
	Messages []wireSent `json:"messages"`
	Next     string     `json:"next" doc:"before for the next page; empty on the last."`
}

func (a *API) ListSentMessages(ctx context.Context, who access.Actor, in *listSentIn) (WireSentPage, error) {
	page, err := a.Messages.Sent(ctx, who, message.SentFilter{
		Origin: message.Origin(in.Origin),
		State:  message.State(in.State), Search: in.Search, Before: in.Before, Size: in.Size,
	})
	return WireSentPage{Messages: wire.Each(page.Messages, a.toWireSent), Next: page.Next}, err
}
