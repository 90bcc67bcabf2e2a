// Package locale holds every sentence of the server in every supported language. A fault's code is the key.
// The texts are en-US.json and zh-CN.json beside this file; a test keeps them in step with each other and the code.
package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Language is a BCP 47 tag that we have texts for.
type Language string

// The languages of the specification. English is the default.
const (
	English Language = "en-US"
	Chinese Language = "zh-CN"
)

// Languages lists them, the default first.
var Languages = []Language{English, Chinese}

//go:embed en-US.json zh-CN.json
var files embed.FS

var texts = map[Language]map[string]string{English: catalogue(English), Chinese: catalogue(Chinese)}

// catalogue reads an embedded file. It panics when that is broken: the build is wrong then.
func catalogue(lang Language) map[string]string {
	raw, err := files.ReadFile(string(lang) + ".json")
	if err != nil {
		panic(err)
	}
	var all map[string]string
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(fmt.Sprintf("locale: %s: %v", lang, err))
	}
	return all
}

// Match picks the language an Accept-Language header likes best; anything it cannot read gets the default.
func Match(header string) Language {
	best, weight := English, 0.0
	for item := range strings.SplitSeq(header, ",") {
		tag, quality, weighed := strings.Cut(strings.TrimSpace(item), ";")
		lang, ok := spoken(tag)
		if !ok {
			continue
		}
		q := 1.0
		if weighed {
			value, _ := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			q, _ = strconv.ParseFloat(value, 64) // unreadable is 0: the same as not wanted
		}
		if q > weight {
			best, weight = lang, q
		}
		if weight >= 1 {
			break // nothing can be liked better
		}
	}
	return best
}

// spoken finds the language of a tag by its first part: zh-Hans-SG is Chinese to us.
func spoken(tag string) (Language, bool) {
	for _, lang := range Languages {
		if len(tag) >= 2 && strings.EqualFold(tag[:2], string(lang[:2])) && (len(tag) == 2 || tag[2] == '-') {
			return lang, true
		}
	}
	return "", false
}

// Text returns the sentence behind a key with its {name} places filled in.
// A key without a sentence returns the key itself: better a code than nothing. A {field} of a person's data goes by the name
// that people know; what is wrong with a request itself keeps the request's own words.
func Text(lang Language, key string, params map[string]string) string {
	text, ok := texts[lang][key]
	if !ok {
		if text, ok = texts[English][key]; !ok {
			return key
		}
	}
	for name, value := range params {
		if name == "field" && !strings.HasPrefix(key, "request.") {
			value = Field(lang, value)
		}
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

// Pick returns the text in a language, or the other one where it is missing.
func Pick(lang Language, zh, en string) string {
	if lang == English && en != "" || zh == "" {
		return en
	}
	return zh
}

// Shorten cuts a text that has more than most characters; the last one is then an ellipsis.
func Shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Keys lists the keys of a language, for the tests that keep catalogues and code in step.
func Keys(lang Language) []string {
	return slices.Sorted(maps.Keys(texts[lang]))
}
