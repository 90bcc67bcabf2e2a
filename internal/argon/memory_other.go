//go:build !linux

package argon

func spread(Cost) {}
