import { beforeAll, describe, expect, test } from 'vitest';
import { buildTree, loadRegions, parentOf, pathTo, type Region } from './region';

describe('regions', () => {
  let regions: Region[];
  beforeAll(async () => {
    regions = await loadRegions('en-US', 'Overseas');
  });

  test.each([
    ['110000', ''],
    ['320100', '320000'],
    ['320102', '320100'],
    ['710000', ''],
    ['900000', ''],
    ['939200', '900000'],
    ['940000', '900000'],
  ])('[3.9] the parent of %s is %j', (id, pid) => {
    expect(parentOf(id)).toBe(pid);
  });

  test.each([
    ['320102', ['Jiangsu', 'Nanjing', 'Xuanwu District']],
    ['422800', ['Hubei', 'Enshi Tujia and Miao Autonomous Prefecture']],
    ['610100', ['Shaanxi', "Xi'an"]],
    ['371722', ['Shandong', 'Heze', 'Shanxian County']],
    ['710101', ['Taiwan', 'Taipei', 'Zhongzheng District']],
    ['810100', ['Hong Kong', 'Hong Kong Island']],
    ['820100', ['Macao', 'Macao Peninsula']],
    ['939200', ['Overseas', 'Japan']],
    ['940000', ['Overseas', 'Jordan']],
    ['000000', []],
  ])('[3.9] %s is found as %j', (id, names) => {
    expect(pathTo(regions, id).map(({ name }) => name)).toEqual(names);
  });

  test('[3.9] every region has six digits, a name and its parent', () => {
    const check = (region: Region): number => {
      expect(region.id).toMatch(/^\d{6}$/u);
      expect(region.name).not.toBe('');
      return region.children.reduce((sum, child) => {
        expect(child.pid).toBe(region.id);
        return sum + check(child);
      }, 1);
    };
    expect(regions.reduce((sum, region) => sum + check(region), 0)).toBeGreaterThan(4000);
    expect(regions.map(({ pid }) => pid).every((pid) => pid === '')).toBe(true);
    expect(regions).toHaveLength(35);
  });

  test.each([
    ['320102', ['江苏省', '南京市', '玄武区']],
    ['710101', ['台湾省', '台北市', '中正区']],
    ['810100', ['香港特别行政区', '香港岛']],
    ['939200', ['海外', '日本']],
  ])('[3.9] in Chinese, %s is found as %j', async (id, names) => {
    expect(pathTo(await loadRegions('zh-CN', '海外'), id).map(({ name }) => name)).toEqual(names);
  });

  test('[1.3] [3.9] both languages have the same regions, and the English names are in Latin letters', async () => {
    const all = (list: readonly Region[]): Region[] => list.flatMap((one) => [one, ...all(one.children)]);
    const ids = (list: readonly Region[]): string[] =>
      all(list)
        .map(({ id }) => id)
        .toSorted();
    expect(ids(regions)).toEqual(ids(await loadRegions('zh-CN', '海外')));
    const foreign = all(regions).filter(({ name }) => /\p{Script=Han}/u.test(name));
    expect(foreign).toEqual([]);
  });

  test('[3.9] countries are named and sorted in the page’s language', async () => {
    const [abroad] = (await loadRegions('zh-CN', '海外')).slice(-1);
    expect(abroad?.children.find(({ id }) => id === '925000')?.name).toBe('法国');
    const names = abroad?.children.map(({ name }) => name) ?? [];
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'zh-CN')));
  });

  test('[3.9] a district without a city is a child of its province', () => {
    const [province] = buildTree({ '110000': 'P', '110101': 'D' });
    expect(province?.children).toMatchObject([{ id: '110101', pid: '110000' }]);
  });
});
