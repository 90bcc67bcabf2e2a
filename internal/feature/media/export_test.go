package media

import (
	"context"
	"errors"
)

// SweepAll sweeps rows and blobs, even if a node has just done so.
func (s *Service) SweepAll(ctx context.Context) error {
	return errors.Join(s.Sweep(ctx), s.sweepBlobs(ctx))
}
