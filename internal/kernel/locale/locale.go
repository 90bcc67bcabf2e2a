// Package locale holds every text of the server in all supported languages, by key; the code of a fault is such a
// key. The texts are in en-US.json and zh-CN.json; a test checks that both match each other and the code.
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

// Language is a BCP 47 tag that we have texts for.
type Language string

// The languages of the specification. English is the default.
const (
	English Language = "en-US"
	Chinese Language = "zh-CN"
)

// Languages lists all languages, the default first.
var Languages = []Language{English, Chinese}

//go:embed en-US.json zh-CN.json
var files embed.FS

var texts = map[Language]map[string]string{English: catalogue(English), Chinese: catalogue(Chinese)}

// catalogue reads an embedded file. It panics on a broken one, which is a build error.
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

// Match returns the best language for an Accept-Language header, or the default if there is none.
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
			q, _ = strconv.ParseFloat(value, 64) // an invalid weight counts as 0, which means not wanted
		}
		if q > weight {
			best, weight = lang, q
		}
		if weight >= 1 {
			break // no weight is higher
		}
	}
	return best
}

// spoken returns the language of a tag by its first part: zh-Hans-SG is Chinese.
func spoken(tag string) (Language, bool) {
	for _, lang := range Languages {
		if len(tag) >= 2 && strings.EqualFold(tag[:2], string(lang[:2])) && (len(tag) == 2 || tag[2] == '-') {
			return lang, true
		}
	}
	return "", false
}

// Text returns the text of a key with its {name} places filled in, or the key itself if there is no text. A {field}
// of a person's data is replaced by its known name; texts about the request itself (request.*) show the request's own
// name.
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

// Pick returns the text in a language, or the other one if that is missing.
func Pick(lang Language, zh, en string) string {
	if lang == English && en != "" || zh == "" {
		return en
	}
	return zh
}

// Shorten cuts a text to the given number of characters, the last one an ellipsis.
func Shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Keys lists the keys of a language, for tests.
func Keys(lang Language) []string {
	return slices.Sorted(maps.Keys(texts[lang]))
}
