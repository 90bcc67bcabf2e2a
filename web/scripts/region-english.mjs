// English names of the regions of China. The web app's data has only Chinese names, so a name is written in pinyin and
// the kind of region (县, 自治州 …) is translated, as on the college's English forms: 渝中区 is Yuzhong District.
import { customPinyin, pinyin } from 'pinyin-pro';

/** Parses `key value; key value`; keys are single words. */
function table(text) {
  const rows = text.split(';').map((row) => row.trim());
  return Object.fromEntries(rows.map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]));
}

/** Names with an established English form, or that follow no rule. */
const established = table(`
  110000 Beijing; 120000 Tianjin; 130000 Hebei; 140000 Shanxi; 150000 Inner Mongolia; 210000 Liaoning;
  220000 Jilin; 230000 Heilongjiang; 310000 Shanghai; 320000 Jiangsu; 330000 Zhejiang; 340000 Anhui;
  350000 Fujian; 360000 Jiangxi; 370000 Shandong; 410000 Henan; 420000 Hubei; 430000 Hunan;
  440000 Guangdong; 450000 Guangxi; 460000 Hainan; 500000 Chongqing; 510000 Sichuan; 520000 Guizhou;
  530000 Yunnan; 540000 Tibet; 610000 Shaanxi; 620000 Gansu; 630000 Qinghai; 640000 Ningxia;
  650000 Xinjiang; 710000 Taiwan; 810000 Hong Kong; 820000 Macao; 150100 Hohhot; 150600 Ordos;
  150700 Hulunbuir; 150800 Bayannur; 150900 Ulanqab; 152200 Hinggan League; 152500 Xilingol League;
  152900 Alxa League; 230100 Harbin; 230200 Qiqihar; 429021 Shennongjia Forestry District;
  460418 South China University of Tropical Agriculture; 513300 Garzê Tibetan Autonomous Prefecture;
  533400 Dêqên Tibetan Autonomous Prefecture; 540100 Lhasa; 540200 Xigazê; 540300 Qamdo; 540400 Nyingchi;
  540600 Nagqu; 542500 Ngari Prefecture; 632600 Golog Tibetan Autonomous Prefecture; 650100 Ürümqi;
  650200 Karamay; 650400 Turpan; 652700 Bortala Mongol Autonomous Prefecture;
  652800 Bayingolin Mongol Autonomous Prefecture; 652900 Aksu Prefecture;
  653000 Kizilsu Kirghiz Autonomous Prefecture; 653100 Kashgar Prefecture; 653200 Hotan Prefecture;
  654000 Ili Kazakh Autonomous Prefecture; 654300 Altay Prefecture; 710100 Taipei; 710200 Kaohsiung;
  710300 Tainan; 710400 Taichung; 710500 Kinmen County; 710600 Nantou County; 710700 Keelung;
  710800 Hsinchu; 710900 Chiayi; 711100 New Taipei; 711200 Yilan County; 711300 Hsinchu County;
  711400 Taoyuan; 711500 Miaoli County; 711700 Changhua County; 711900 Chiayi County; 712100 Yunlin County;
  712400 Pingtung County; 712500 Taitung County; 712600 Hualien County; 712700 Penghu County;
  712800 Lienchiang County; 810100 Hong Kong Island; 810101 Central and Western; 810102 Wan Chai;
  810103 Eastern; 810104 Southern; 810200 Kowloon; 810201 Kowloon City; 810202 Yau Tsim Mong;
  810203 Sham Shui Po; 810204 Wong Tai Sin; 810205 Kwun Tong; 810300 New Territories; 810301 North;
  810302 Tai Po; 810303 Sha Tin; 810304 Sai Kung; 810305 Yuen Long; 810306 Tuen Mun; 810307 Tsuen Wan;
  810308 Kwai Tsing; 810309 Islands; 820100 Macao Peninsula; 820102 Our Lady of Fátima; 820103 St. Anthony;
  820104 St. Lazarus; 820105 Cathedral; 820106 St. Lawrence; 820200 Islands; 820202 Our Lady of Carmel;
  820203 Cotai; 820204 St. Francis Xavier
`);

/** Readings that characters have only in these names. */
const readings = table(`
  都 dū; 什 shí; 闵行 mǐn háng; 乐亭 lào tíng; 乐清 yuè qīng; 六合 lù hé; 单县 shàn xiàn; 吴堡 wú bǔ;
  塘厦 táng xià; 大城 dà chéng; 大埔县 dà bù xiàn; 大箐山 dà qìng shān; 民乐 mín lè; 尉犁 yù lí;
  歙县 shè xiàn; 泌阳 bì yáng; 洪洞 hóng tóng; 浚县 xùn xiàn; 涡阳 guō yáng; 珲春 hún chūn; 穆棱 mù líng;
  筠连 jūn lián; 繁峙 fán shì; 莞城 guǎn chéng; 蔚县 yù xiàn
`);

/**
 * The endings of Chinese names, the longest first, and their translation. A number is the minimum length of the part
 * before it; - means there is no English word for it.
 */
const kinds = Object.entries(
  table(`
  自治区直辖县级行政区划 Counties under the region; 省直辖县 Counties under the province;
  高新技术产业开发区 High-Tech Zone; 高新技术产业园区 High-Tech Zone; 高技术产业开发区 High-Tech Zone;
  高新技术开发区 High-Tech Zone; 经济技术开发区 Economic Development Zone;
  城乡一体化示范区 Demonstration Zone; 火炬开发区街道办事处 Torch Development Zone;
  经济综合实验区 Economic Zone; 循环化工园区 Chemical Industry Park; 现代产业园区 Industrial Park;
  经济开发区 Economic Development Zone; 行政委员会 Administrative Committee; 风景名胜区 Scenic Area;
  工业园区 Industrial Park; 左翼中旗 Left Middle Banner; 左翼后旗 Left Rear Banner;
  右翼前旗 Right Front Banner; 右翼中旗 Right Middle Banner; 右翼后旗 Right Rear Banner;
  联合旗 Joint Banner; 开发区 Development Zone; 示范区 Demonstration Zone; 管理区 Administrative Zone;
  管委会 Administrative Committee; 生态园 Ecological Park; 高新区 High-Tech Zone;
  自治州 Autonomous Prefecture; 自治县 Autonomous County; 自治旗 Autonomous Banner; 街道 Subdistrict;
  地区2 Prefecture; 新区2 New Area; 矿区 Mining District; 特区 Special District; 新城2 New Town;
  左旗2 Left Banner; 右旗2 Right Banner; 前旗2 Front Banner; 中旗2 Middle Banner; 后旗2 Rear Banner; 市 -;
  区 District; 县 County; 旗 Banner; 盟 League; 镇 Town; 乡 Township
`),
).map(([ending, kind]) => [ending.replace(/\d/u, ''), kind === '-' ? '' : kind, Number(/\d/u.exec(ending) ?? 0)]);

/** The ethnic groups that autonomous regions are named after. */
const peoples = table(`
  达斡尔 Daur; 鄂伦春 Oroqen; 鄂温克 Ewenki; 柯尔克孜 Kirghiz; 哈萨克 Kazakh; 塔吉克 Tajik; 维吾尔 Uyghur;
  锡伯 Xibe; 蒙古 Mongol; 朝鲜 Korean; 土家 Tujia; 仫佬 Mulao; 毛南 Maonan; 仡佬 Gelao; 布依 Buyi;
  哈尼 Hani; 纳西 Naxi; 拉祜 Lahu; 布朗 Blang; 景颇 Jingpo; 傈僳 Lisu; 独龙 Derung; 普米 Pumi; 裕固 Yugur;
  东乡 Dongxiang; 保安 Bonan; 撒拉 Salar; 满 Manchu; 回 Hui; 畲 She; 苗 Miao; 瑶 Yao; 侗 Dong; 壮 Zhuang;
  黎 Li; 羌 Qiang; 彝 Yi; 藏 Tibetan; 水 Shui; 傣 Dai; 佤 Va; 白 Bai; 怒 Nu; 土 Tu; 各 Various Peoples
`);

customPinyin(readings);

/** Joins syllables into a word: Xi'an. */
function joined(syllables) {
  const word = syllables.map((one, at) => (at > 0 && /^[aoe]/u.test(one) ? `'${one}` : one)).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Removes the ethnic groups from the end of an autonomous region's name. */
function withoutPeoples(stem) {
  const found = [];
  for (;;) {
    const last = Object.keys(peoples).find(
      (one) => stem.endsWith(`${one}族`) || (one.length > 1 && stem.endsWith(one)),
    );
    if (last === undefined) {
      return { stem, found };
    }
    found.unshift(peoples[last]);
    stem = stem.slice(0, stem.lastIndexOf(last));
  }
}

function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const bare = (name = '') => name.replace(/(?:省|市|地区|盟|(?:壮族|回族|维吾尔)?自治区)$/u, '');

/** The indices where words start in a stem: the province and city that a zone's name starts with are separate words. */
function starts(stem, above) {
  const out = [0];
  for (const name of above) {
    if (name.length > 1 && stem.startsWith(name, out.at(-1))) {
      out.push(out.at(-1) + name.length);
    }
  }
  return out;
}

/** The English name of a region, given all Chinese names by code. */
export function englishName(code, names) {
  if (established[code] !== undefined) {
    return established[code];
  }
  const name = names[code];
  const [ending, kind] = kinds.find(([end, , stem]) => name.endsWith(end) && name.length - end.length >= stem) ?? [
    '',
    '',
  ];
  let stem = name.slice(0, name.length - ending.length);
  let found = [];
  if (ending.startsWith('自治') || stem.endsWith('族')) {
    ({ stem, found } = withoutPeoples(stem));
  }
  if (stem.length === 1 && ending.length === 1 && kind !== '') {
    stem = name; // 单县: a single syllable isn't used as a name
  }
  const above = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`]
    .filter((one) => one !== code)
    .map((one) => bare(names[one]));
  const zone = ending.length > 1 && !ending.startsWith('自治');
  // from the whole name: a character's reading depends on its neighbours
  const syllables = pinyin(name, { toneType: 'none', type: 'array' });
  const words = (zone ? starts(stem, above) : [0]).map((from, at, all) => {
    const to = all[at + 1] ?? stem.length;
    return joined(syllables.slice(stem.startsWith('市', from) ? from + 1 : from, to));
  });
  return [...words, listed(found), kind].filter((word) => word !== '').join(' ');
}
