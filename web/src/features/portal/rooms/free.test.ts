import { expect, test } from 'vitest';
import { buildingsOf, fitting } from './free';
import type { FreeRoom } from './queries';

const room = (id: string, campus: string, building: string, seats: number): FreeRoom => ({
  id,
  campus,
  building,
  seats,
  name: id,
  nameEn: '',
  free: true,
});
const rooms = [room('a', 'north', 'A', 40), room('b', 'north', 'B', 0), room('c', 'south', 'A', 120)];

test('rooms are filtered by campus, building and seats; unknown seats match', () => {
  const ids = (campus: string, building: string, seats: number): string[] =>
    fitting(rooms, { campus, building, seats }).map(({ id }) => id);
  expect(ids('', '', 0)).toEqual(['a', 'b', 'c']);
  expect(ids('north', '', 60)).toEqual(['b']);
  expect(ids('', 'A', 50)).toEqual(['c']);
});

test('a campus has its own buildings', () => {
  expect(buildingsOf(rooms, 'north')).toEqual(['A', 'B']);
  expect(buildingsOf(rooms, 'south')).toEqual(['A']);
});
