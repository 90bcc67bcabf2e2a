package locale_test

import (
	"testing"

	"lectern/internal/kernel/locale"
)

func TestMatch(t *testing.T) {
	for header, want := range map[string]locale.Language{
		"":                                   locale.English,
		"zh-CN,zh;q=0.9,en;q=0.8":            locale.Chinese,
		"zh":                                 locale.Chinese,
		"ZH-hans":                            locale.Chinese,
		"en-GB,en;q=0.9,zh;q=0.8":            locale.English,
		"fr-FR,fr;q=0.9,zh-CN;q=0.5,en;q=.3": locale.Chinese,
		"en;q=0.1, zh;q=0.9":                 locale.Chinese,
		"zh;q=0":                             locale.English,
		"*":                                  locale.English,
		"zh;q=nonsense":                      locale.English,
		",;,;q=1,,":                          locale.English,
	} {
		if got := locale.Match(header); got != want {
			t.Errorf("[1.3] %q: got %s", header, got)
		}
	}
}

func TestText(t *testing.T) {
	if got := locale.Text(locale.Chinese, "request.field_missing",
		map[string]string{"field": "phoneNumber"}); got != "缺少 phoneNumber。" {
		t.Errorf("got %q", got)
	}
	if got := locale.Text(locale.Chinese, "no.such_key", nil); got != "no.such_key" {
		t.Errorf("got %q", got)
	}
}

func FuzzMatch(f *testing.F) {
	for _, seed := range []string{"", "zh-CN,zh;q=0.9", "en;q=1e309", ";;;,,,", "zh;q="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if got := locale.Match(header); got != locale.English && got != locale.Chinese {
			t.Fatalf("got %q", got)
		}
	})
}
