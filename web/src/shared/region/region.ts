import { overseasCodes } from './overseas';

/** One administrative region. */
export interface Region {
  /** Six digits. */
  id: string;
  /** The parent's id; empty for a province and for overseas. */
  pid: string;
  name: string;
  children: Region[];
}

/** The root of everything outside China: below it 9, the country's ISO number and 00 (Japan is 939200). */
export const overseas = '900000';

/** The parent's code: a province ends in 0000 and has none, a city ends in 00, a district belongs to its city. */
export function parentOf(id: string): string {
  if (id.startsWith('9')) {
    return id === overseas ? '' : overseas; // before the rest: Jordan is 940000
  }
  if (id.endsWith('0000')) {
    return '';
  }
  return id.endsWith('00') ? `${id.slice(0, 2)}0000` : `${id.slice(0, 4)}00`;
}

/** Builds the tree of named codes. A district whose city has no entry of its own hangs on its province. */
export function buildTree(names: Readonly<Record<string, string>>): Region[] {
  const regions = new Map(
    Object.entries(names).map(([id, name]): [string, Region] => [id, { id, pid: parentOf(id), name, children: [] }]),
  );
  const roots: Region[] = [];
  for (const region of regions.values()) {
    const parent = regions.get(region.pid) ?? regions.get(parentOf(region.pid));
    if (region.pid === '' || parent === undefined) {
      roots.push(region);
    } else {
      region.pid = parent.id;
      parent.children.push(region);
    }
  }
  return roots;
}

/** Names of countries by region code, in a language; `other` names their root. */
function overseasNames(locale: string, other: string): Record<string, string> {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const entries = (overseasCodes.match(/.{5}/gu) ?? []).map((code): [string, string] => [
    `9${code.slice(2)}00`,
    names.of(code.slice(0, 2)) ?? code.slice(0, 2),
  ]);
  return { [overseas]: other, ...Object.fromEntries(entries) };
}

/**
 * Names of China's regions by code, in a language. The data (a tenth to a quarter megabyte) is fetched when
 * first asked for.
 */
async function chinaNames(locale: string): Promise<Readonly<Record<string, string>>> {
  if (locale !== 'zh-CN') {
    return (await import('./english.json')).default; // written by scripts/regions.mjs
  }
  const { areaList } = await import('@vant/area-data');
  return { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list };
}

/** The regions of China, Taiwan, Hong Kong and Macao included, then overseas, all named in the page's language. */
export async function loadRegions(locale: string, overseasName: string): Promise<Region[]> {
  const china = buildTree(await chinaNames(locale));
  const abroad = buildTree(overseasNames(locale, overseasName));
  // By name, since nobody knows a country's number.
  const byName = (a: Region, b: Region): number => a.name.localeCompare(b.name, locale);
  return [...china, ...abroad.map((root) => ({ ...root, children: root.children.toSorted(byName) }))];
}

/** The regions from the root down to a code; empty when the code is unknown. */
export function pathTo(regions: readonly Region[], id: string): Region[] {
  for (const region of regions) {
    const below = region.id === id ? [] : pathTo(region.children, id);
    if (region.id === id || below.length > 0) {
      return [region, ...below];
    }
  }
  return [];
}

/** The name of a region from its province down, for people; a city that is its own province is named once. */
export function regionName(tree: readonly Region[], id: string, separator = ' '): string {
  const names = pathTo(tree, id).map(({ name }) => name);
  return names.filter((name, index) => name !== names[index - 1]).join(separator);
}
