package app

import (
	"context"
	"io"

	"lectern/internal/kernel/config"
)

var Listen = listen

// Create creates an installation, as the first start does.
func Create(ctx context.Context, environ []string) error {
	cc := &commandContext{ctx: ctx, config: &config.Config{}, out: io.Discard, err: io.Discard}
	settings := cc.commands().PersistentFlags()
	cc.config.AddFlags(settings)
	if err := cc.configure(settings, environ, ""); err != nil {
		return err
	}
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	return inst.close()
}
