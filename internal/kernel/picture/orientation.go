package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// orientation returns the orientation in a JPEG's Exif data: 1 is upright, also if it can't be read. Read it before
// the data is dropped, or pictures from phones are shown sideways.
func orientation(raw []byte) int {
	for at := 2; at+4 <= len(raw) && raw[at] == 0xff; {
		marker, size := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if size < 2 || at+2+size > len(raw) || marker == 0xda { // 0xda: the image data begins
			break
		}
		segment := raw[at+4 : at+2+size]
		if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && marker == 0xe1 {
			return exifOrientation(tiff)
		}
		at += 2 + size
	}
	return 1
}

// exifOrientation looks for tag 0x0112 in the first directory of a TIFF header.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	const entry = 12
	count := int(order.Uint16(tiff[at:]))
	for list := tiff[at+2:]; count > 0 && len(list) >= entry; list, count = list[entry:], count-1 {
		if order.Uint16(list) == 0x0112 {
			if value := int(order.Uint16(list[8:])); value >= 1 && value <= 8 {
				return value
			}
			return 1
		}
	}
	return 1
}

// turned rotates and mirrors a picture; how is the number in Exif.
type turned struct {
	image.Image
	how int
}

func upright(img image.Image, how int) image.Image {
	if how == 1 {
		return img
	}
	return turned{img, how}
}

// Bounds always starts at zero.
func (t turned) Bounds() image.Rectangle {
	size := t.Image.Bounds().Size()
	if t.how >= 5 {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}

func (t turned) At(x, y int) color.Color {
	b := t.Image.Bounds()
	right, bottom := b.Dx()-1, b.Dy()-1
	switch t.how {
	case 2:
		x = right - x
	case 3:
		x, y = right-x, bottom-y
	case 4:
		y = bottom - y
	case 5:
		x, y = y, x
	case 6:
		x, y = y, bottom-x
	case 7:
		x, y = right-y, bottom-x
	case 8:
		x, y = right-y, x
	}
	return t.Image.At(b.Min.X+x, b.Min.Y+y)
}
