// Generates the region data: internal/kernel/region/codes.txt, the codes that the server accepts, and their English
// names in web/src/shared/region/english.json.
import { readFile, writeFile } from 'node:fs/promises';
import { areaList } from '@vant/area-data';
import { englishName } from './region-english.mjs';

const root = new URL('../..', import.meta.url);
const countries = await readFile(new URL('web/src/shared/region/overseas.ts', root), 'utf8');
const abroad = [...countries.matchAll(/'([A-Z0-9]+)'/gu)].flatMap(([, text]) => text.match(/.{5}/gu));
const china = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list };

const codes = [...Object.keys(china), '900000', ...abroad.map((code) => `9${code.slice(2)}00`)];
await writeFile(new URL('internal/kernel/region/codes.txt', root), `${[...new Set(codes)].toSorted().join('\n')}\n`);

const english = Object.fromEntries(Object.keys(china).map((code) => [code, englishName(code, china)]));
await writeFile(new URL('web/src/shared/region/english.json', root), `${JSON.stringify(english, null, 2)}\n`);
