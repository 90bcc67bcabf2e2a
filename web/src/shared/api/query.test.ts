import qs from 'qs';
import { describe, expect, test } from 'vitest';
import { formatQuery, parseQuery, queryLimits } from './query';

const many = (count: number, pair: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => pair(index)).join('&');

describe('query strings', () => {
  test.each([
    { ids: [1, 2, 3] },
    { a: 'x y&=+/?', b: null, c: undefined, d: true, e: [] },
    { term: '2026-autumn', filter: { state: ['held', 'moved'], deep: { er: 1 } } },
    { q: "!()*'~ 学期" },
    { list: [{ a: 1 }, 'x'] },
  ])('[7.7] %j is written as qs writes it, lists as repeated keys', (query) => {
    expect(formatQuery(query)).toBe(qs.stringify(query, { arrayFormat: 'repeat' }));
  });

  test('[7.7] dates are written like those in bodies', () => {
    expect(formatQuery({ since: new Date(2026, 0, 2, 3, 4, 5) })).toBe('since=2026-01-02%2003%3A04%3A05');
  });

  test.each([
    ['?week=3&term=2026'],
    ['a=1&a=2&b[]=1&c[]=1&c[]=2'],
    ['a[b][c][d][e][f]=1'],
    ['a[b][c][d][e][f][g][h]=deeper'],
    ['a[0]=x&a[2]=y&b[1]=q&b[0]=p'],
    ['a[19]=x&b[20]=x&c[21]=x'],
    [many(20, () => 'a=1')],
    [many(21, () => 'a=1')],
    [many(queryLimits.parameters + 200, (index) => `k${index}=1`)],
    ['a=&b&=c&&d=%zz&e=a+b&%E5%AD%A6=%E6%9C%9F'],
    ['__proto__=1&a[__proto__][x]=2&toString=3&constructor[prototype][y]=4'],
    ['a[b=1'],
    [''],
  ])('[9.5] %s is read as qs reads it by default', (text) => {
    expect(parseQuery(text)).toEqual(qs.parse(text, { ignoreQueryPrefix: true }));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('[9.5] the limits are depth 5, 1000 parameters and lists of 20', () => {
    expect(queryLimits).toEqual({ depth: 5, parameters: 1000, array: 20 });
  });
});
