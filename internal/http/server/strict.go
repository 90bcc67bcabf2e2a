package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// maxDepth is how deep a JSON body may nest; ours nest three deep.
const maxDepth = 16

// checkJSON rejects what encoding/json silently accepts: a duplicate key, a second value, text that isn't UTF-8, a
// NUL (PostgreSQL can't store one), unlimited nesting.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) {
		return fault.New(fault.Invalid, "request.encoding")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := checkValue(dec, 0); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fault.New(fault.Invalid, "request.json")
	}
	return nil
}

func checkValue(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return fault.New(fault.Invalid, "request.json")
	}
	if text, ok := token.(string); ok {
		return checkEncoding(text)
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth == maxDepth {
		return fault.New(fault.Invalid, "request.too_deep")
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			if err := checkKey(dec, seen); err != nil {
				return err
			}
		}
		if err := checkValue(dec, depth+1); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil { // the closing delimiter
		return fault.New(fault.Invalid, "request.json")
	}
	return nil
}

func checkKey(dec *json.Decoder, seen map[string]bool) error {
	token, err := dec.Token()
	key, ok := token.(string)
	if err != nil || !ok {
		return fault.New(fault.Invalid, "request.json")
	}
	folded := strings.Map(foldRune, key) // encoding/json ignores the case of names, so PassWord duplicates password
	if seen[folded] {
		return fault.New(fault.Invalid, "request.field_twice", "field", locale.Shorten(key, maxEcho))
	}
	seen[folded] = true
	return checkEncoding(key)
}

// foldRune returns one representative of the letters that differ only in case, as encoding/json compares names: ſ
// equals s.
func foldRune(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// checkEncoding refuses text that isn't UTF-8, and NUL.
func checkEncoding(text string) error {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return fault.New(fault.Invalid, "request.encoding")
	}
	return nil
}

// The limits of query strings, the same as in the web app.
const (
	maxQueryParams = 1000
	maxQueryDepth  = 5
	maxQueryArray  = 20
)

// cacheBuster is the parameter that the specification adds to every GET; no handler reads it.
const cacheBuster = "_t"

// checkQuery rejects a query string that exceeds the limits or can't be parsed.
func checkQuery(raw string) error {
	if raw == "" {
		return nil
	}
	if strings.Count(raw, "&")+1 > maxQueryParams {
		return fault.New(fault.Invalid, "request.query_params", "limit", strconv.Itoa(maxQueryParams))
	}
	counts := map[string]int{}
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		key, err := url.QueryUnescape(name)
		if err == nil {
			value, err = url.QueryUnescape(value)
		}
		if err != nil || checkEncoding(key) != nil || checkEncoding(value) != nil {
			return fault.New(fault.Invalid, "request.query")
		}
		if err := checkQueryKey(key, counts); err != nil {
			return err
		}
	}
	return nil
}

// checkQueryNames rejects unknown and repeated parameters, because a handler reads only one value of each.
func checkQueryNames(raw string, known []string) error {
	seen := map[string]bool{}
	for pair := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(pair, "=")
		name, _ = url.QueryUnescape(name) // checkQuery has rejected invalid names
		switch {
		case strings.Contains(pair, ";"): // net/url drops the pair
			return fault.New(fault.Invalid, "request.query")
		case name == "" || name == cacheBuster:
		case !slices.Contains(known, name):
			return fault.New(fault.Invalid, "request.query_unknown", "field", locale.Shorten(name, maxEcho))
		case seen[name]:
			return fault.New(fault.Invalid, "request.field_twice", "field", name)
		}
		seen[name] = true
	}
	return nil
}

// checkQueryKey counts the values of an array, written as a=1&a=2, a[]=1&a[]=2 or a[0]=1&a[1]=2.
func checkQueryKey(key string, counts map[string]int) error {
	if strings.Count(key, "[") > maxQueryDepth {
		return fault.New(fault.Invalid, "request.query_depth", "limit", strconv.Itoa(maxQueryDepth))
	}
	array := key
	if i := strings.LastIndexByte(key, '['); i > 0 && strings.HasSuffix(key, "]") {
		if index := key[i+1 : len(key)-1]; index == "" || strings.Trim(index, "0123456789") == "" {
			array = key[:i]
		}
	}
	if counts[array]++; counts[array] > maxQueryArray {
		return fault.New(fault.Invalid, "request.query_array", "limit", strconv.Itoa(maxQueryArray))
	}
	return nil
}

// maxEcho is how many characters of an unknown name an error repeats.
const maxEcho = 40
