package courseapi

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type watchingGroupIn struct {
	Group string `path:"group" maxLength:"64"`
}

func (a *API) GetWatchingGroup(ctx context.Context, who access.Actor, in *watchingGroupIn) (WireWatchingView, error) {
	v, err := a.Watching.Group(ctx, who, in.Group)
	return toWireWatchingView(v), err
}

type listGroupWatchingIn struct {
	WatchingFilter
	Group string `path:"group" maxLength:"64"`
}

func (a *API) ListGroupWatching(
	ctx context.Context, who access.Actor, in *listGroupWatchingIn,
) (WireWatchingPage, error) {
	page, err := a.Watching.GroupRows(ctx, who, in.Group, in.query())
	return toWireWatchingPage(page), err
}

func (a *API) ComputeGroupWatching(ctx context.Context, who access.Actor, in *watchingGroupIn) (wire.None, error) {
	return nil, a.Watching.ComputeGroup(ctx, who, in.Group)
}

type previewGroupReminderIn struct {
	Group string `path:"group" maxLength:"64"`
	Body  WireWatchingWho
}

func (a *API) PreviewGroupReminder(
	ctx context.Context, who access.Actor, in *previewGroupReminderIn,
) (WireReminderPreview, error) {
	p, err := a.Watching.PreviewGroupReminder(ctx, who, in.Group, in.Body.reminder())
	return toWireReminderPreview(p), err
}

type remindGroupIn struct {
	Group string `path:"group" maxLength:"64"`
	Body  struct {
		WireWatchingWho
		ID string `json:"id" minLength:"16" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"Chosen by the client, so that a retry sends nothing twice."`
	}
}

func (a *API) RemindGroup(ctx context.Context, who access.Actor, in *remindGroupIn) (wire.Reminded, error) {
	r := in.Body.reminder()
	r.ID = in.Body.ID
	n, err := a.Watching.RemindGroup(ctx, who, in.Group, r)
	return wire.Reminded{Students: n}, err
}
