package picture

// Occupy takes all slots for decoding until the returned function is called.
func (l *Limiter) Occupy() func() {
	if !l.decoding.TryAcquire(slots) {
		panic("pictures are being decoded")
	}
	return func() { l.decoding.Release(slots) }
}
