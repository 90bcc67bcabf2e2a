import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useModel } from './model';

interface Row {
  id: string;
  name: string;
}

const columns = [{ id: 'name', header: 'Name', cell: (row: Row) => row.name }];
const rowId = (row: Row): string => row.id;
const state = { sort: null, filters: {}, hidden: [], search: '' };
const nothing = (): void => undefined;

const useRows = (rows: readonly Row[]) =>
  useModel({
    ...{ columns, rows, rowId, state, filters: [], local: false, fixedOrder: false },
    ...{ onState: nothing, selected: new Set<string>(), onSelected: nothing },
  }).rows;

test('rows that stand where they stood are kept when others come, change or go', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id })) as [Row, Row, Row];
  const { result, rerender } = renderHook(useRows, { initialProps: [a, b] as readonly Row[] });
  const [first, second] = result.current;
  rerender([a, b, c]);
  expect(result.current.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(result.current[0]).toBe(first);
  expect(result.current[1]).toBe(second);
  rerender([a, { ...b, name: 'new' }, c]);
  expect(result.current[0]).toBe(first);
  expect(result.current[1]?.original.name).toBe('new');
  rerender([c]);
  expect(result.current.map(({ id, index }) => [id, index])).toEqual([['c', 0]]);
});
