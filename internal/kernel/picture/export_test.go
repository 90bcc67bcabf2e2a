package picture

// Occupy takes every place for decoding a picture and gives them back when the returned function is called.
func (l *Limiter) Occupy() func() {
	if !l.decoding.TryAcquire(slots) {
		panic("pictures are being decoded")
	}
	return func() { l.decoding.Release(slots) }
}
