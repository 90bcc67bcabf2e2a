package blob

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/smithy-go/middleware"
)

// A storeClock signs addresses by the store's clock, as its latest answer told it. They live for seconds, and the store counts them: by a
// clock of ours that is behind, they would be over before they are used. The SDK corrects the clock for its own requests only.
type storeClock struct {
	signer *v4.Signer
	ahead  atomic.Int64 // of ours, a time.Duration; 0 until the store has answered
}

func newStoreClock() *storeClock {
	return &storeClock{signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })} // as S3 wants it
}

// learn is a middleware that reads what every answer says.
func (c *storeClock) learn(stack *middleware.Stack) error {
	return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("LearnStoreClock",
		func(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (middleware.DeserializeOutput, middleware.Metadata, error) {
			out, metadata, err := next.HandleDeserialize(ctx, in)
			if ahead, ok := awsmiddleware.GetAttemptSkew(metadata); ok {
				c.ahead.Store(int64(ahead))
			}
			return out, metadata, err
		}), middleware.Before)
}

// PresignHTTP signs an address.
func (c *storeClock) PresignHTTP(ctx context.Context, credentials aws.Credentials, r *http.Request, payloadHash, service, region string, at time.Time,
	options ...func(*v4.SignerOptions),
) (string, http.Header, error) {
	return c.signer.PresignHTTP(ctx, credentials, r, payloadHash, service, region, at.Add(time.Duration(c.ahead.Load())), options...)
}
