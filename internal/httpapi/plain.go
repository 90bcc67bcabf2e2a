package httpapi

import (
	"bytes"
	"unicode/utf8"
)

// A plain is a place in a JSON text as our own clients write it. It understands less than JSON and nothing else: whatever is not plain,
// right or wrong, is left to encoding/json, which takes ten times as long and knows why.
type plain struct {
	text []byte
	at   int
}

// plainKeys is how many keys a plain object has at most; each is compared with those before it.
const plainKeys = 16

// isPlain vouches for a body: what it says yes to has no key twice, in any case, and all else that checkJSON asks for.
func isPlain(body []byte) bool {
	if !utf8.Valid(body) {
		return false
	}
	p := plain{text: body}
	return p.value(0) && p.end()
}

// next skips spaces and returns what follows; 0 at the end.
func (p *plain) next() byte {
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// take steps over one character if it is the next.
func (p *plain) take(c byte) bool {
	if p.next() != c {
		return false
	}
	p.at++
	return true
}

func (p *plain) end() bool { return p.next() == 0 && p.at == len(p.text) }

func (p *plain) value(depth int) bool {
	switch c := p.next(); {
	case c == '"':
		_, ok := p.string()
		return ok
	case c == '{' && depth < maxDepth:
		return p.object(depth)
	case c == '[' && depth < maxDepth:
		return p.list(func() bool { return p.value(depth + 1) })
	case c == 't':
		return p.word("true")
	case c == 'f':
		return p.word("false")
	case c == 'n':
		return p.word("null")
	}
	_, ok := p.number()
	return ok
}

func (p *plain) object(depth int) bool {
	var seen [plainKeys][]byte
	n := 0
	return p.fields(func(key []byte) bool {
		for _, before := range seen[:n] {
			if bytes.EqualFold(before, key) {
				return false
			}
		}
		if n == plainKeys {
			return false
		}
		seen[n] = key
		n++
		return p.value(depth + 1)
	})
}

// fields reads an object; each is called at every value.
func (p *plain) fields(each func(key []byte) bool) bool {
	if !p.take('{') {
		return false
	}
	if p.take('}') {
		return true
	}
	for {
		p.next()
		key, ok := p.string()
		// Beyond ASCII there is more than one way to fold a letter.
		if !ok || !isASCII(key) || !p.take(':') || !each(key) {
			return false
		}
		if p.take('}') {
			return true
		}
		if !p.take(',') {
			return false
		}
	}
}

// list reads an array; each is called at every value.
func (p *plain) list(each func() bool) bool {
	if !p.take('[') {
		return false
	}
	if p.take(']') {
		return true
	}
	for {
		if !each() {
			return false
		}
		if p.take(']') {
			return true
		}
		if !p.take(',') {
			return false
		}
	}
}

func (p *plain) word(word string) bool {
	if !bytes.HasPrefix(p.text[p.at:], []byte(word)) {
		return false
	}
	p.at += len(word)
	return true
}

// string reads a text in quotes in which nothing is escaped.
func (p *plain) string() ([]byte, bool) {
	if p.at >= len(p.text) || p.text[p.at] != '"' {
		return nil, false
	}
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			found := p.text[p.at+1 : i]
			p.at = i + 1
			return found, true
		case c == '\\' || c < ' ':
			return nil, false
		}
	}
	return nil, false
}

// number reads what JSON calls a number.
func (p *plain) number() ([]byte, bool) {
	p.next()
	begin := p.at
	p.one("-")
	whole := p.at
	if p.digits() == 0 || p.text[whole] == '0' && p.at > whole+1 {
		return nil, false
	}
	if p.one(".") && p.digits() == 0 {
		return nil, false
	}
	if p.one("eE") {
		p.one("+-")
		if p.digits() == 0 {
			return nil, false
		}
	}
	return p.text[begin:p.at], true
}

// one steps over a character if it is one of these.
func (p *plain) one(of string) bool {
	if p.at < len(p.text) && bytes.IndexByte([]byte(of), p.text[p.at]) >= 0 {
		p.at++
		return true
	}
	return false
}

func (p *plain) digits() int {
	begin := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.at - begin
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
