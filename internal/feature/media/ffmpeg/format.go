package ffmpeg

import (
	"bytes"
	"encoding/binary"
)

// The formats, by a file's first bytes rather than its name.
const (
	MP4      = "mp4" // and QuickTime
	Matroska = "matroska"
	MPEGTS   = "mpegts"
	AVI      = "avi"
	FLV      = "flv"
	ASF      = "asf"
	Ogg      = "ogg"
	MP3      = "mp3"
	WAV      = "wav"
	FLAC     = "flac"
)

var demuxers = map[string]string{
	MP4: "mov", Matroska: "matroska", MPEGTS: "mpegts", AVI: "avi", FLV: "flv", ASF: "asf", Ogg: "ogg",
	MP3: "mp3", WAV: "wav", FLAC: "flac",
}

// FormatBytes is how many bytes Format needs.
const FormatBytes = 600

var asfHeader = []byte("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c")

// Format returns a recording's format by its first bytes, or "" if we don't support it. Text formats, playlists among
// them, are never supported: they could refer to other files.
func Format(head []byte) string {
	switch {
	case isMP4(head):
		return MP4
	case bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")):
		return Matroska
	case len(head) > 12 && bytes.HasPrefix(head, []byte("RIFF")) && string(head[8:12]) == "AVI ":
		return AVI
	case len(head) > 12 && bytes.HasPrefix(head, []byte("RIFF")) && string(head[8:12]) == "WAVE":
		return WAV
	case bytes.HasPrefix(head, []byte("FLV\x01")):
		return FLV
	case bytes.HasPrefix(head, asfHeader):
		return ASF
	case bytes.HasPrefix(head, []byte("OggS\x00")):
		return Ogg
	case bytes.HasPrefix(head, []byte("fLaC")):
		return FLAC
	case bytes.HasPrefix(head, []byte("ID3")), len(head) > 2 && head[0] == 0xff && head[1]&0xe6 == 0xe2:
		// MPEG audio, layer III
		return MP3
	case synced(head, 0, 188), synced(head, 4, 192):
		return MPEGTS
	}
	return ""
}

// isMP4 requires a box of a plausible size and a type that a file may start with.
func isMP4(head []byte) bool {
	if len(head) < 12 {
		return false
	}
	size := binary.BigEndian.Uint32(head)
	if size != 0 && size != 1 && size < 8 {
		return false
	}
	switch string(head[4:8]) {
	case "ftyp":
		return size >= 16 && size < 1<<16
	case "moov", "mdat", "wide", "free", "skip", "pnot": // QuickTime from before ftyp
		return true
	}
	return false
}

// synced looks for three consecutive packets of a transport stream.
func synced(head []byte, at, packet int) bool {
	if len(head) < at+2*packet+1 {
		return false
	}
	return head[at] == 0x47 && head[at+packet] == 0x47 && head[at+2*packet] == 0x47
}
