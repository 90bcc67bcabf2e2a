package message

import "context"

// An Outbox lists the ids of the messages sent through a context, so that a preview can count who would get one. Ids
// alone don't tell: those of reminders come from the browser and don't grow with time.
type Outbox struct{ IDs []string }

type outboxKey struct{}

// CollectSent returns a context in which Notify adds the messages it sends to the list.
func CollectSent(ctx context.Context) (context.Context, *Outbox) {
	sent := &Outbox{}
	return context.WithValue(ctx, outboxKey{}, sent), sent
}

func noteSent(ctx context.Context, id string) {
	if sent, ok := ctx.Value(outboxKey{}).(*Outbox); ok {
		sent.IDs = append(sent.IDs, id)
	}
}
