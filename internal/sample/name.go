package sample

import (
	"math/rand/v2"
	"strings"
)

// Characters with their Latin spelling. None of the second characters starts with a vowel, so no apostrophe is needed.
const (
	families = "王Wang 李Li 张Zhang 刘Liu 陈Chen 杨Yang 黄Huang 赵Zhao 周Zhou 吴Wu 徐Xu 孙Sun 马Ma 朱Zhu 胡Hu 郭Guo 何He 高Gao 林Lin 罗Luo " +
		"郑Zheng 梁Liang 谢Xie 宋Song 唐Tang 许Xu 韩Han 冯Feng 邓Deng 曹Cao 彭Peng 曾Zeng 肖Xiao 田Tian 董Dong 潘Pan 袁Yuan 蔡Cai 蒋Jiang 余Yu " +
		"于Yu 杜Du 叶Ye 程Cheng 魏Wei 苏Su 吕Lü 丁Ding 沈Shen 任Ren 姚Yao 卢Lu 傅Fu 钟Zhong 姜Jiang 崔Cui 谭Tan 廖Liao 范Fan 汪Wang"
	women = "晓xiao 雨yu 思si 琪qi 佳jia 怡yi 梦meng 婷ting 欣xin 诗shi 涵han 静jing 雪xue 慧hui 雅ya 婉wan 清qing 悦yue 芷zhi 若ruo 语yu " +
		"彤tong 灵ling 珊shan 月yue 楠nan"
	men = "浩hao 然ran 子zi 轩xuan 俊jun 杰jie 宇yu 航hang 博bo 文wen 天tian 佑you 志zhi 远yuan 明ming 泽ze 嘉jia 豪hao 建jian 国guo 一yi " +
		"鸣ming 睿rui 承cheng 峰feng 林lin"
)

type syllable struct{ character, pinyin string }

func syllables(list string) []syllable {
	var out []syllable
	for item := range strings.FieldsSeq(list) {
		first := strings.IndexFunc(item, func(r rune) bool { return r < 0x2000 })
		out = append(out, syllable{item[:first], item[first:]})
	}
	return out
}

// A namer invents names without repeating one.
type namer struct {
	random            *rand.Rand
	family            []syllable
	women, men        []syllable
	taken, takenLatin map[string]bool
}

func newNamer(random *rand.Rand) *namer {
	return &namer{
		random: random, family: syllables(families), women: syllables(women), men: syllables(men),
		taken: map[string]bool{}, takenLatin: map[string]bool{},
	}
}

func (n *namer) next(woman bool) (name, latin string) {
	given := n.men
	if woman {
		given = n.women
	}
	for {
		family := n.family[n.random.IntN(len(n.family))]
		a, b := given[n.random.IntN(len(given))], given[n.random.IntN(len(given))]
		if a == b {
			continue
		}
		name, latin = family.character+a.character+b.character,
			family.pinyin+" "+strings.ToUpper(a.pinyin[:1])+a.pinyin[1:]+b.pinyin
		if !n.taken[name] && !n.takenLatin[latin] {
			n.taken[name], n.takenLatin[latin] = true, true
			return name, latin
		}
	}
}
