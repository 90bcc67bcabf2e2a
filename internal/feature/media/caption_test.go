package media_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/feature/media"
)

func TestParseCaptions(t *testing.T) {
	const srt = "1\r\n00:00:01,000 --> 00:00:02,500\r\n市场营销\r\n"
	const cue = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\n市场营销\n"
	encoded := func(e encoding.Encoding) string {
		text, err := e.NewEncoder().String(srt)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, tc := range []struct{ name, in, want string }{
		{"SRT", srt, cue},
		{"SRT in UTF-16", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)), cue},
		{"SRT in UTF-16, big endian", encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM)), cue},
		{"SRT in GBK", encoded(simplifiedchinese.GBK), cue},
		{
			"spaces between cues", "1\n00:00:01,000 --> 00:00:02,500\n" +
				"市场营销\n \t\n2\n00:00:03,000 --> 00:00:04,000\nb\n   \n\n3\n00:00:05,000 --> 00:00:06,000\nc",
			cue + "\n2\n00:00:03.000 --> 00:00:04.000\nb\n\n3\n00:00:05.000 --> 00:00:06.000\nc\n",
		},
		{"WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.500\n市场营销\n", cue},
		{"WebVTT with commas and no spaces", "WEBVTT\n\n00:01,000-->00:02,500\n市场营销\n", cue},
		{"a byte order mark and a name", "\ufeffWEBVTT - title\n\nintro\n00:00:01.000 --> 00:00:02.500\n市场营销", cue},
		{
			"settings are kept, others go", "WEBVTT\n\n00:01.0 --> 00:02.5 line:80% onclick:x region:x bad\na\nb",
			"WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500 line:80%\na\nb\n",
		},
		{
			"styles, regions and notes go",
			"WEBVTT\n\nSTYLE\n::cue{background:url(http://x)}\n\nREGION\nid:x\n\nNOTE x\n\n00:01.000 --> 00:02.500\n市场营销", cue,
		},
		{
			"one bad cue among good ones",
			"WEBVTT\n\n00:09.000 --> 00:02.000\nback\n\n00:01.000 --> 00:02.500\n市场营销\n\n00:0x.000 --> 00:09.000\nno time", cue,
		},
		{"one bad cue in SRT", srt + "\n2\n00:0x,000 --> 00:00:09,000\nno time", cue},
		{
			"markup in WebVTT",
			"WEBVTT\n\n00:01.000 --> 00:02.500\n<v Lin>市<i>场</i><00:00:01.500>营<img src=x onerror=alert(1)>销</v>", cue,
		},
		{"markup in SRT", "1\n00:00:01,000 --> 00:00:02,500\n<font color=\"red\">市<b>场</b></font>营<script>销</script>", cue},
		{
			"entities and arrows", "WEBVTT\n\n00:01.000 --> 00:02.500\n" +
				"a &amp; b &lt;b&gt; &#39;c&#39; &amp;lt; &#10;&#10;00:05.000 --&gt; 00:06.000\nx --> y",
			"WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\na &amp; b &lt;b> 'c' &amp;lt; 00:05.000 → 00:06.000\nx → y\n",
		},
	} {
		got, cues, err := media.ParseCaptions([]byte(tc.in))
		if diff := cmp.Diff(tc.want, got); err != nil || diff != "" || cues != strings.Count(tc.want, "-->") {
			t.Errorf("%s: %d cues, %v\n%s", tc.name, cues, err, diff)
		}
	}
	for name, in := range map[string]string{
		"nothing": "", "a page": "<html>", "binary": "\xff\xfe\x00\x01",
		"only a head": "WEBVTT\n\n",
	} {
		_, _, err := media.ParseCaptions([]byte(in))
		wantCode(t, name, err, "media.captions_unreadable")
	}
	_, _, err := media.ParseCaptions(make([]byte, media.MaxCaptions+1))
	wantCode(t, "too much", err, "media.captions_too_large")
	_, _, err = media.ParseCaptions([]byte("WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.500\na\n\n", 20_001)))
	wantCode(t, "too many cues", err, "media.captions_too_large")
}

// At the start of a line, the library's WebVTT reader interprets these words even inside a cue.
var readerWords = regexp.MustCompile(`(?m)^(NOTE |STYLE|Region: |X-TIMESTAMP-MAP)`)

func FuzzParseCaptions(f *testing.F) {
	f.Add([]byte("WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nhello &amp;lt; <i>x</i>\n"))
	f.Add([]byte("1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, cues, err := media.ParseCaptions(raw)
		if err != nil {
			return
		}
		if strings.Contains(out, "<") || strings.Count(out, "-->") != cues {
			t.Errorf("markup or arrows pass: %q", out)
		}
		again, _, err := media.ParseCaptions([]byte(out))
		if (err != nil || again != out) && !readerWords.MatchString(out) {
			t.Errorf("not stable: %q, then %q, %v", out, again, err)
		}
	})
}
