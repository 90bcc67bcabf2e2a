import { expect, test } from 'vitest';
import { changesOf } from './changes';

test.each([
  [
    'both sides',
    { before: { class: 'A', phone: '***' }, after: { class: 'B', phone: '***' } },
    [
      { field: 'class', was: 'A', now: 'B' },
      { field: 'phone', was: '***', now: '***' },
    ],
  ],
  ['only what is new', { after: { cookie: false, ended: 0, rows: 3 } }, [{ field: 'rows', was: '', now: '3' }]],
  ['what stayed the same is no change', { before: { name: 'x' }, after: { name: 'x' } }, []],
  ['a list', { before: { weeks: [1] }, after: { weeks: [1, 2] } }, [{ field: 'weeks', was: '1', now: '1, 2' }]],
  [
    'a session, which has no name',
    { after: { session: '01a1', reason: 'owner' } },
    [{ field: 'reason', was: '', now: 'owner' }],
  ],
  ['nothing', {}, []],
])('%s', (_title, entry, expected) => {
  expect(changesOf(entry)).toEqual(expected);
});
