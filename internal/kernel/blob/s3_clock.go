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

// storeClock signs URLs by the store's clock, read from its latest response. Signed URLs live for seconds by that
// clock: if ours is behind, they would have expired before they are used. The SDK corrects the clock only for its own
// requests.
type storeClock struct {
	signer *v4.Signer
	ahead  atomic.Int64 // of our clock, a time.Duration; 0 until the store has responded
}

func newStoreClock() *storeClock {
	// S3 requires unescaped paths.
	return &storeClock{signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })}
}

// learn adds a middleware that reads the clock from every response.
func (c *storeClock) learn(stack *middleware.Stack) error {
	return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("LearnStoreClock",
		func(ctx context.Context, in middleware.DeserializeInput,
			next middleware.DeserializeHandler,
		) (middleware.DeserializeOutput, middleware.Metadata, error) {
			out, metadata, err := next.HandleDeserialize(ctx, in)
			if ahead, ok := awsmiddleware.GetAttemptSkew(metadata); ok {
				c.ahead.Store(int64(ahead))
			}
			return out, metadata, err
		}), middleware.Before)
}

// PresignHTTP signs a URL.
func (c *storeClock) PresignHTTP(ctx context.Context, credentials aws.Credentials, r *http.Request,
	payloadHash, service, region string, at time.Time, options ...func(*v4.SignerOptions),
) (string, http.Header, error) {
	return c.signer.PresignHTTP(ctx, credentials, r, payloadHash, service, region,
		at.Add(time.Duration(c.ahead.Load())), options...)
}
