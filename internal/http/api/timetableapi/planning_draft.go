package timetableapi

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/planning"
)

// MaxLines fits two hundred changes with notes and reasons.
const MaxLines = 512 << 10

type planTermIn struct {
	Term string `query:"term" maxLength:"64" doc:"Id of a term; default: the current one."`
}

// ListPlanDrafts lists all drafts for a term, the caller's first.
func (a *API) ListPlanDrafts(ctx context.Context, who access.Actor, in *planTermIn) ([]WirePlanDraft, error) {
	list, err := a.Planning.Drafts(ctx, who, in.Term)
	return wire.Each(list, func(d planning.Draft) WirePlanDraft { return toWirePlanDraft(server.LanguageOf(ctx), d) }), err
}

type wireNewLine struct {
	Change  wireChange `json:"change"`
	Reason  string     `json:"reason,omitempty" maxLength:"500" doc:"The reason for accepting a hard clash; at least four characters."`
	Request string     `json:"request,omitempty" maxLength:"64" doc:"The teacher's request that the change grants. Adding the line accepts it, removing the line reopens it, and it is published with the line."`
}

func (l wireNewLine) line() (planning.NewLine, error) {
	change, err := l.Change.change()
	return planning.NewLine{Change: change, Reason: l.Reason, Request: l.Request}, err
}

type addLinesIn struct {
	Body struct {
		Term    string        `json:"term,omitempty" maxLength:"64" doc:"Default: the current one."`
		Version int64         `json:"version,omitempty" doc:"Of the draft that the caller sees; not compared if missing."`
		Lines   []wireNewLine `json:"lines" minItems:"1" maxItems:"200" doc:"All or none. A line replaces an earlier one for the same class."`
	}
}

// AddPlanLines adds changes to the caller's draft.
func (a *API) AddPlanLines(ctx context.Context, who access.Actor, in *addLinesIn) (WirePlanDraft, error) {
	lines := make([]planning.NewLine, 0, len(in.Body.Lines))
	for _, one := range in.Body.Lines {
		line, err := one.line()
		if err != nil {
			return WirePlanDraft{}, err
		}
		lines = append(lines, line)
	}
	draft, err := a.Planning.AddLines(ctx, who, in.Body.Term, in.Body.Version, lines)
	return toWirePlanDraft(server.LanguageOf(ctx), draft), err
}

type editLineIn struct {
	Line string `path:"line" maxLength:"64"`
	Body wireNewLine
}

// EditPlanLine replaces a line of the caller's draft.
func (a *API) EditPlanLine(ctx context.Context, who access.Actor, in *editLineIn) (WirePlanDraft, error) {
	line, err := in.Body.line()
	if err != nil {
		return WirePlanDraft{}, err
	}
	draft, err := a.Planning.EditLine(ctx, who, in.Line, line)
	return toWirePlanDraft(server.LanguageOf(ctx), draft), err
}

type lineIn struct {
	Line string `path:"line" maxLength:"64"`
}

// RemovePlanLine removes a line from the caller's draft.
func (a *API) RemovePlanLine(ctx context.Context, who access.Actor, in *lineIn) (WirePlanDraft, error) {
	draft, err := a.Planning.RemoveLine(ctx, who, in.Line)
	return toWirePlanDraft(server.LanguageOf(ctx), draft), err
}

type planDraftIn struct {
	Draft string `path:"draft" maxLength:"64"`
}

// RemovePlanDraft deletes the caller's draft.
func (a *API) RemovePlanDraft(ctx context.Context, who access.Actor, in *planDraftIn) (wire.None, error) {
	return nil, a.Planning.RemoveDraft(ctx, who, in.Draft)
}

type publishDraftIn struct {
	Draft string `path:"draft" maxLength:"64"`
	Body  struct {
		Version int64  `json:"version" doc:"Of the draft that the caller sees."`
		Note    string `json:"note,omitempty" maxLength:"500" doc:"Shown to students below the changes."`
	}
}

type WirePublished struct {
	Publication string `json:"publication"`
	Told        int    `json:"told" doc:"Number of students who get a message."`
	Teachers    int    `json:"teachers" doc:"Number of teachers who get a message."`
}

// PublishPlanDraft publishes all lines of the caller's draft, or none.
func (a *API) PublishPlanDraft(ctx context.Context, who access.Actor, in *publishDraftIn) (WirePublished, error) {
	done, err := a.Planning.Publish(ctx, who, in.Draft, in.Body.Version, in.Body.Note)
	return WirePublished{Publication: done.ID, Told: done.Told.Students, Teachers: done.Told.Teachers}, err
}

// ListPublications lists publications, newest first.
func (a *API) ListPublications(ctx context.Context, who access.Actor, in *planTermIn) ([]WirePublication, error) {
	list, err := a.Planning.Publications(ctx, who, in.Term)
	return wire.Each(list, toWirePublication), err
}

type publicationIn struct {
	Publication string `path:"publication" maxLength:"64"`
}

// GetPublication returns a publication, and what would prevent withdrawing it.
func (a *API) GetPublication(ctx context.Context, who access.Actor, in *publicationIn) (WirePublishedLines, error) {
	found, err := a.Planning.Published(ctx, who, in.Publication)
	return toWirePublishedLines(found), err
}

type withdrawPublicationIn struct {
	Publication string `path:"publication" maxLength:"64"`
	Body        *struct {
		Reason string `json:"reason,omitempty" maxLength:"500" doc:"The reason for returning classes to a room or teacher that is taken by now; at least four characters."`
	}
}

// WithdrawPublication withdraws all changes of a publication.
func (a *API) WithdrawPublication(
	ctx context.Context, who access.Actor, in *withdrawPublicationIn,
) (WirePublication, error) {
	reason := ""
	if in.Body != nil {
		reason = in.Body.Reason
	}
	done, err := a.Planning.Withdraw(ctx, who, in.Publication, reason)
	return toWirePublication(done), err
}
