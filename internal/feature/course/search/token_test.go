package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sentences are cues of a lecture.
var sentences = strings.Fields(`
	大家好，欢迎来到市场营销学。 今天我们先问一个问题：营销到底是什么？ 推销从产品出发，营销从顾客出发。 需求的价格弹性大于一，就叫富有弹性。
	边际成本等于边际收益的时候，利润最大。 国内生产总值（GDP）是一年里生产的全部最终产品的市场价值。 九个人月薪五千，一个人月薪五十万，均值说大家都很富，中位数说实话。
	资产负债表左边是资产，右边是负债和所有者权益。 有借必有贷，借贷必相等。 第２章讲的是Ｔ检验和Ｐ值。 《中华人民共和国公司法》第三条规定，公司是企业法人。
	供应链的“牛鞭效应”会把小小的波动放大。 我们用Excel 2019来画散点图，再用Python算相关系数。 通货膨胀和失业率之间的关系，叫菲利普斯曲线。`)

func find(lines []string, text string, joined bool) (hits []int64, firsts []int64) {
	var list []line
	for _, l := range lines {
		list = append(list, line{text: l})
	}
	found, firsts := scan(list, joined)
	return match(parse(text), func(token string) []int64 { return decode(encode(found[token])) }), firsts
}

// Every run of one to eight Chinese characters of a sentence is found in that sentence and in no other.
func TestEveryExactWordIsFound(t *testing.T) {
	tried := 0
	for _, sentence := range sentences {
		for _, run := range strings.FieldsFunc(sentence, func(r rune) bool { return !isIdeograph(r) }) {
			characters := []rune(run)
			for from := range characters {
				for to := from + 1; to <= min(from+8, len(characters)); to++ {
					word := string(characters[from:to])
					tried++
					for _, other := range sentences {
						hits, _ := find([]string{other}, word, true)
						if want := strings.Count(other, word); (len(hits) > 0) != (want > 0) {
							t.Errorf("%q in %q: %d hits, want %d", word, other, len(hits), want)
						}
					}
				}
			}
		}
	}
	if tried < 500 {
		t.Fatalf("only %d words were tried", tried)
	}
}

func TestFind(t *testing.T) {
	for _, tc := range []struct {
		name, text, typed string
		found             bool
	}{
		{"one character", "需求的价格弹性", "价", true},
		{"one character that is not there", "需求的价格弹性", "税", false},
		{"the pairs occur but not next to each other", "市场上的推销，场内营销", "市场内营销", false},
		{"three characters", "菲利普斯曲线", "利普斯", true},
		{"full width in the text", "第２章讲的是Ｔ检验", "t检验", true},
		{"full width in the search", "GDP and T检验", "ＧＤＰ", true},
		{"Latin and Chinese side by side", "我们用Excel画图", "excel画图", true},
		{"two words, in any order", "marginal revenue equals marginal cost", "cost marginal", true},
		{"the last word unfinished", "marginal revenue", "marginal rev", true},
		{"a finished word", "marginal revenue", "marginal rev ", false},
		{"a word in the middle unfinished", "marginal revenue", "marg revenue", false},
		{"inside a word", "marginal revenue", "venue", false},
		{"one letter is a word", "the t test", "t", true},
		{"one letter is no prefix", "the test", "t", false},
		{"capitals", "Marketing is not selling.", "MARKETING", true},
		{"accents", "Pareto's café", "café", true},
		{"apostrophes", "They don’t pay", "don't", true},
		{"two Chinese words", "需求的价格弹性大于一", "弹性 需求", true},
		{"a word is missing", "需求的价格弹性大于一", "弹性 供给", false},
		{"punctuation ends a phrase", "有借必有贷，借贷必相等", "贷借", false},
		{"punctuation in the search", "有借必有贷，借贷必相等", "贷，借贷", true},
		{"nothing but punctuation", "有借必有贷", "，。", false},
		{"longer than the limit", strings.Repeat("供给需求", 10), strings.Repeat("供给需求", 9), true},
		{"numbers", "Excel 2019", "2019", true},
		{"a prefix of a number", "Excel 2019", "20", true},
	} {
		if hits, _ := find([]string{tc.text}, tc.typed, true); (len(hits) > 0) != tc.found {
			t.Errorf("%s: %q in %q: %v", tc.name, tc.typed, tc.text, hits)
		}
	}
}

// A word may span two cues, but not two titles.
func TestWordsAcrossLines(t *testing.T) {
	lines := []string{"今天讲供", "给和需求", "supply and", "demand"}
	hits, firsts := find(lines, "供给", true)
	if len(hits) != 1 || hits[0] != firsts[1]-1 {
		t.Errorf("found at %v, lines begin at %v", hits, firsts)
	}
	if hits, _ := find(lines, "供给", false); len(hits) != 0 {
		t.Errorf("found across titles: %v", hits)
	}
	if !slices.IsSorted(firsts) || len(slices.Compact(slices.Clone(firsts))) != len(lines) {
		t.Errorf("lines begin at %v", firsts)
	}
	far := append([]string{"supply"}, strings.Fields(strings.Repeat("x ", near+5))...)
	if hits, _ := find(append(far, "demand"), "supply demand", true); len(hits) != 0 {
		t.Errorf("found although far apart: %v", hits)
	}
}

func TestCues(t *testing.T) {
	got := cues(
		"WEBVTT\n\n1\n00:00:01.000 --> 00:00:05.800 align:start\n大家好 &amp; 欢迎\n第二行\n\n01:02:03.456 --> 01:02:04.000\nx\n")
	want := []line{{1000, "大家好 & 欢迎 第二行"}, {3723456, "x"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(line{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("需求的价格弹性", "价格")
	f.Add("don't ＧＤＰ１", "dont g")
	f.Fuzz(func(t *testing.T, text, typed string) {
		_, _ = find(strings.Split(text, "\n"), typed, true)
		if places := decode(encode([]int64{0, 1, 300})); len(places) != 3 {
			t.Fatal(places)
		}
		_ = decode([]byte(text))
		for _, piece := range noteLines(0, text) {
			if strings.TrimSpace(piece.text) == "" && strings.TrimSpace(text) == "" {
				t.Fatalf("an empty piece of %q", text)
			}
		}
	})
}
