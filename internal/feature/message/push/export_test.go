package push

import "syscall"

// MayDial is what the sender's connections are checked with.
func (s *Service) MayDial(network, address string, raw syscall.RawConn) error {
	return s.mayDial(network, address, raw)
}
