package roster

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A markup walks through the XML of a workbook, tag by tag. It understands what spreadsheet programs write, and is several
// times as fast as a general parser; it keeps text only where it is asked to, and no more than a bound of it.
type markup struct {
	in      *bufio.Reader
	keep    int    // how many bytes of text to keep
	text    []byte // before the tag, with what was kept of it
	tag     []byte // between < and >, until the next call
	name    string // of the tag, without its name space
	opens   bool
	closes  bool // both for <tag/>
	literal []byte
}

// known holds the names that anybody here asks for, so that reading a tag allocates nothing.
var known = map[string]string{}

func init() {
	for _, name := range []string{"worksheet", "row", "c", "f", "v", "is", "t", "r", "rPh", "mergeCell", "si", "sst"} {
		known[name] = name
	}
}

func newMarkup(in io.Reader) (*markup, error) {
	m := &markup{in: bufio.NewReaderSize(in, 64<<10)}
	head, err := m.in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if bytes.Equal(head, []byte("\xff\xfe")) || bytes.Equal(head, []byte("\xfe\xff")) {
		m.in = bufio.NewReaderSize(transform.NewReader(m.in, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()), 64<<10)
	}
	return m, nil
}

// next goes to the next tag. It returns io.EOF behind the last one.
func (m *markup) next() error {
	m.text = m.text[:0]
	for {
		if err := m.readText(); err != nil {
			return err
		}
		special, err := m.skipSpecial()
		if err != nil {
			return err
		}
		if !special {
			return m.readTag()
		}
	}
}

// readText reads up to and including the next '<'.
func (m *markup) readText() error {
	start := len(m.text)
	for {
		part, err := m.in.ReadSlice('<')
		if err == nil {
			part = part[:len(part)-1]
		}
		if room := m.keep - len(m.text); room > 0 {
			m.text = append(m.text, part[:min(room, len(part))]...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		m.text = m.text[:start+len(unescape(m.text[start:]))]
		return err
	}
}

var (
	commentOpens, commentEnds = []byte("!--"), []byte("-->")
	literalOpens, literalEnds = []byte("![CDATA["), []byte("]]>")
)

// skipSpecial passes over a comment, and takes text that is marked as literal.
func (m *markup) skipSpecial() (bool, error) {
	head, err := m.in.Peek(1)
	if err != nil || head[0] != '!' {
		return false, nil //nolint:nilerr // the end of the file shows itself when the tag is read
	}
	if head, _ = m.in.Peek(len(commentOpens)); bytes.Equal(head, commentOpens) {
		return true, m.readUntil(commentEnds, 0)
	}
	if head, _ = m.in.Peek(len(literalOpens)); bytes.Equal(head, literalOpens) {
		if err := m.readUntil(literalEnds, m.keep); err != nil {
			return true, err
		}
		m.text = append(m.text, bytes.TrimPrefix(m.literal, literalOpens)...)
		return true, nil
	}
	return false, nil
}

// readUntil reads to the end of a special part and leaves what fits of it, without that end, in literal.
func (m *markup) readUntil(end []byte, keep int) error {
	m.literal = m.literal[:0]
	var last [3]byte
	for {
		b, err := m.in.ReadByte()
		if err != nil {
			return ended(err)
		}
		last = [3]byte{last[1], last[2], b}
		if len(m.literal) < keep+len(literalOpens)+len(end) {
			m.literal = append(m.literal, b)
		}
		if bytes.Equal(last[:], end) {
			m.literal = bytes.TrimSuffix(m.literal, end)
			return nil
		}
	}
}

// readTag reads up to the '>' that ends the tag; one inside quotes does not.
func (m *markup) readTag() error {
	tag, err := m.in.ReadSlice('>')
	if err == nil && bytes.Count(tag, []byte{'"'})%2 == 1 {
		whole := bytes.Clone(tag)
		for err == nil && bytes.Count(whole, []byte{'"'})%2 == 1 && len(whole) < 64<<10 {
			tag, err = m.in.ReadSlice('>')
			whole = append(whole, tag...)
		}
		tag = whole
	}
	if err != nil {
		return ended(err)
	}
	m.tag = tag[:len(tag)-1]
	m.opens, m.closes = true, false
	name := m.tag
	switch {
	case bytes.HasPrefix(name, []byte("/")):
		m.opens, m.closes, name = false, true, name[1:]
	case bytes.HasSuffix(name, []byte("/")):
		m.closes, name = true, name[:len(name)-1]
	}
	if end := bytes.IndexAny(name, " \t\r\n"); end >= 0 {
		name = name[:end]
	}
	if colon := bytes.IndexByte(name, ':'); colon >= 0 {
		name = name[colon+1:]
	}
	m.name = known[string(name)]
	return nil
}

// ended says that a file stops in the middle of something.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// attribute finds name="value" in the tag; it is valid until the next call of next.
func (m *markup) attribute(name string) []byte {
	for rest := m.tag; ; {
		i := bytes.Index(rest, []byte(name))
		if i < 0 {
			return nil
		}
		after := rest[i+len(name):]
		if i > 0 && isSpace(rest[i-1]) && len(after) > 2 && after[0] == '=' && (after[1] == '"' || after[1] == '\'') {
			value, _, _ := bytes.Cut(after[2:], after[1:2])
			return value
		}
		rest = rest[i+1:]
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// unescape resolves entities in place; what is no entity stays as it is.
func unescape(text []byte) []byte {
	from := bytes.IndexByte(text, '&')
	if from < 0 {
		return text
	}
	out := text[:from]
	for rest := text[from:]; len(rest) > 0; {
		if rest[0] == '&' {
			if end := bytes.IndexByte(rest[:min(len(rest), 12)], ';'); end > 0 {
				if r, ok := entity(string(rest[1:end])); ok {
					rest = rest[end+1:] // first: the character may be written over its own entity, but never over what follows
					out = utf8.AppendRune(out, r)
					continue
				}
			}
		}
		out = append(out, rest[0])
		rest = rest[1:]
	}
	return out
}

func entity(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	return rune(n), err == nil && utf8.ValidRune(rune(n))
}

// plain resolves the form _x000D_ in which Excel writes characters that XML does not allow.
func plain(text []byte) string {
	if !bytes.Contains(text, []byte("_x")) {
		return string(text)
	}
	var out []byte
	for rest := text; len(rest) > 0; {
		if len(rest) >= 7 && rest[0] == '_' && rest[1] == 'x' && rest[6] == '_' {
			if n, err := strconv.ParseUint(string(rest[2:6]), 16, 16); err == nil && utf8.ValidRune(rune(n)) {
				out, rest = utf8.AppendRune(out, rune(n)), rest[7:]
				continue
			}
		}
		out, rest = append(out, rest[0]), rest[1:]
	}
	return string(out)
}
