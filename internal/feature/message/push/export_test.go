package push

import "syscall"

// MayDial is the check of the sender's connections.
func (s *Service) MayDial(network, address string, raw syscall.RawConn) error {
	return s.mayDial(network, address, raw)
}
