// Writes internal/region/codes.txt: every region code that the web app lets people choose, so that the server takes no other.
import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('..', import.meta.url);
const { areaList } = await import(new URL('web/node_modules/@vant/area-data/dist/index.js', root));
const countries = await readFile(new URL('web/src/shared/region/overseas.ts', root), 'utf8');
const abroad = [...countries.matchAll(/'([A-Z0-9]+)'/gu)].flatMap(([, text]) => text.match(/.{5}/gu));

const codes = [
  ...Object.keys({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }),
  '900000',
  ...abroad.map((code) => `9${code.slice(2)}00`),
];
await writeFile(new URL('internal/region/codes.txt', root), `${[...new Set(codes)].sort().join('\n')}\n`);
