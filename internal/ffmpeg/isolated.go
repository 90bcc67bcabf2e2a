package ffmpeg

// Isolated tells whether the programs are run without a network. Where the system does not allow it, the list of protocols that they may
// use keeps them off it.
func (t *Tool) Isolated() bool { return t.isolated }
