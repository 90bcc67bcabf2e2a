package messageapi

import (
	"context"

	"lectern/internal/feature/message/push"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

type wirePushDevice struct {
	Endpoint string   `json:"endpoint"`
	Kinds    []string `json:"kinds" doc:"Notifications for this device: changes, recordings, notices."`
	Updated  string   `json:"updated" format:"date-time"`
}

type WirePush struct {
	PublicKey string           `json:"publicKey" doc:"The key to subscribe with: base64url of a P-256 point."`
	Devices   []wirePushDevice `json:"devices" doc:"The caller's devices, newest first."`
}

func (a *API) GetPush(ctx context.Context, who access.Actor, _ *struct{}) (WirePush, error) {
	list, err := a.Push.Mine(ctx, who)
	if err != nil {
		return WirePush{}, err
	}
	return WirePush{PublicKey: a.Push.PublicKey(), Devices: wire.Each(list, toWirePushDevice)}, nil
}

func toWirePushDevice(s push.Subscription) wirePushDevice {
	out := wirePushDevice{Endpoint: s.Endpoint, Kinds: []string{}, Updated: wire.MaybeInstant(s.Updated)}
	for _, kind := range []struct {
		name  push.Kind
		wants bool
	}{{push.Changes, s.Kinds.Changes}, {push.Recordings, s.Kinds.Recordings}, {push.Notices, s.Kinds.Notices}} {
		if kind.wants {
			out.Kinds = append(out.Kinds, string(kind.name))
		}
	}
	return out
}

type subscribePushIn struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
		Keys     struct {
			P256dh string `json:"p256dh" maxLength:"200"`
			Auth   string `json:"auth" maxLength:"100"`
		} `json:"keys" doc:"As the browser's subscription has them."`
		Kinds []string `json:"kinds" maxItems:"3" enum:"changes,recordings,notices" doc:"Notifications for this device."`
	}
}

// SubscribePush adds this device, in the language of the call, until its session ends.
func (a *API) SubscribePush(ctx context.Context, who access.Actor, in *subscribePushIn) (WirePush, error) {
	sub := push.Subscription{Endpoint: in.Body.Endpoint, P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth}
	for _, kind := range in.Body.Kinds {
		switch push.Kind(kind) {
		case push.Changes:
			sub.Kinds.Changes = true
		case push.Recordings:
			sub.Kinds.Recordings = true
		case push.Notices:
			sub.Kinds.Notices = true
		}
	}
	if err := a.Push.Subscribe(ctx, who, server.LanguageOf(ctx), sub); err != nil {
		return WirePush{}, err
	}
	return a.GetPush(ctx, who, nil)
}

type unsubscribePushIn struct {
	Endpoint string `query:"endpoint" maxLength:"1000" doc:"Of one device; default: all of the caller's."`
}

func (a *API) UnsubscribePush(ctx context.Context, who access.Actor, in *unsubscribePushIn) (wire.None, error) {
	return nil, a.Push.Unsubscribe(ctx, who, in.Endpoint)
}
