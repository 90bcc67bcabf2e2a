//go:build !unix

package argon

import (
	"io"
	"os/exec"
)

func apart(*exec.Cmd) {}

func yield() {}

func pollable(in io.Reader) io.Reader { return in }
