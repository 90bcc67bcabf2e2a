//go:build !linux

package blob

import (
	"errors"
	"os"
)

// openBeneath is for Linux; elsewhere the careful way is the only one.
func openBeneath(*os.File, string) (*os.File, error) { return nil, errors.ErrUnsupported }
