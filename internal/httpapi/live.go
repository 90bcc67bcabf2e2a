package httpapi

import (
	"context"

	"lectern/internal/access"
)

type setLiveIn struct {
	Class string `path:"class" maxLength:"80"`
	Body  struct {
		Playlist string `json:"playlist" maxLength:"2000" doc:"Address of an HLS playlist at one of the origins that the operator allows."`
	}
}

// setLive says where a class can be seen while it is on.
func (a *api) setLive(ctx context.Context, who access.Actor, in *setLiveIn) (none, error) {
	class, err := a.Timetables.Class(ctx, in.Class)
	if err != nil {
		return nil, err
	}
	return nil, a.Courses.SetLive(ctx, who, class.Group, class.ID, in.Body.Playlist, a.LiveOrigins)
}

// clearLive takes the source away; one that has none is no error.
func (a *api) clearLive(ctx context.Context, who access.Actor, in *oneClassIn) (none, error) {
	class, err := a.Timetables.Class(ctx, in.Class)
	if err != nil {
		return nil, err
	}
	return nil, a.Courses.ClearLive(ctx, who, class.Group, class.ID)
}
