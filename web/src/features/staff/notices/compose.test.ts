import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import type { Translate } from '@/shared/i18n/catalogue';
import { audienceOf, blank, copyOf, firstOf, numbersIn, schemaOf, toBody, type Input } from './compose';
import type { Audiences, Reach } from './queries';

const zone = 'Asia/Shanghai';
const all: Audiences = {
  kinds: ['all', 'campus', 'programme', 'year', 'class', 'course', 'group', 'list'],
  campuses: [],
  programmes: [],
  years: [],
  classes: [],
  groups: [],
};
const schema = schemaOf(((key: string) => key) as Translate<'notices'>);
const good: Input = { ...blank, titleZh: '运动会' };

/** The errors of a form by field. */
function wrongIn(change: Partial<Input>): string[] {
  const { issues } = safeParse(schema, { ...good, ...change });
  return (issues ?? []).map(({ path, message }) => `${String(path?.[0].key)} ${message}`);
}

test.each<[string, Partial<Input>, string[]]>([
  ['nothing', {}, []],
  ['no title at all', { titleZh: ' ' }, ['titleZh error.title']],
  ['an English title alone', { titleZh: '', titleEn: 'Sports day' }, []],
  ['a long title', { titleEn: 'x'.repeat(121) }, ['titleEn error.long']],
  ['no class', { audience: 'class' }, ['choice error.target']],
  ['no group', { audience: 'group' }, ['choice error.target']],
  ['no numbers', { audience: 'list', numbers: ' , ' }, ['numbers error.numbers']],
  [
    'many numbers',
    { audience: 'list', numbers: Array.from({ length: 5001 }, (_, n) => n).join(' ') },
    ['numbers error.manyNumbers'],
  ],
  ['no day', { when: 'later' }, ['sendDate error.sendDate']],
  ['no hour', { deadlineDate: '2026-11-20', deadlineTime: '' }, ['deadlineTime error.time']],
  ['another site', { link: 'https://example.com' }, ['link error.link']],
  ['another site, hidden', { link: '//example.com' }, ['link error.link']],
  ['a page', { link: '/student/timetable?week=3' }, []],
])('%s', (_name, change, want) => {
  expect(wrongIn(change)).toEqual(want);
});

test('numbers may have any separator, and duplicates are dropped', () => {
  expect(numbersIn('1, 2，3、1\n4 ;5')).toEqual(['1', '2', '3', '4', '5']);
});

test('the audience is incomplete until it is chosen', () => {
  expect(audienceOf(blank)).toEqual({ to: 'all' });
  expect(audienceOf({ ...blank, audience: 'year' })).toBeNull();
  expect(audienceOf({ ...blank, audience: 'year', target: '2026' })).toEqual({ to: 'year:2026' });
  expect(audienceOf({ ...blank, audience: 'group', choice: { id: 'g', label: 'G' } })).toEqual({
    to: 'group:g',
  });
  expect(audienceOf({ ...blank, audience: 'list', numbers: '7 8' })).toEqual({
    to: 'list',
    numbers: ['7', '8'],
  });
});

test('the body has instants of the college’s time zone, and only fields of its kind', () => {
  const input: Input = {
    ...good,
    id: 'n-1',
    when: 'later',
    sendDate: '2026-11-12',
    acknowledge: true,
    deadlineDate: '2026-11-13',
    files: [{ id: 'f', name: 'a.pdf', size: 1 }],
  };
  expect(toBody(input, zone)).toEqual({
    to: 'all',
    id: 'n-1',
    type: 'notice',
    title: { zh: '运动会', en: '' },
    content: { zh: '', en: '' },
    acknowledge: true,
    sendAt: '2026-11-12T00:00:00.000Z',
    deadline: '2026-11-13T10:00:00.000Z',
    attachments: ['f'],
  });
  const message = toBody({ ...input, kind: 'message', when: 'now' }, zone);
  expect(Object.keys(message)).not.toEqual(expect.arrayContaining(['acknowledge']));
  expect([message.deadline, message.sendAt]).toEqual([undefined, undefined]);
});

test('a copy has texts and audience, but no dates or files', () => {
  const message = {
    type: 'notice',
    to: 'class:金融2601',
    audience: { kind: 'class', code: '', name: '', nameEn: '', students: 0 },
    title: { zh: '运动会', en: 'Sports day' },
    content: { zh: '周五' },
    link: '/message',
    acknowledge: true,
    deadline: '2026-11-12T09:30:00Z',
    attachments: [{ id: 'f', name: 'a.pdf', size: 1, type: '' }],
  } as unknown as Reach['message'];
  const copy = copyOf({ message } as Reach, all, zone);
  expect(copy).toEqual({
    ...blank,
    audience: 'class',
    choice: { id: '金融2601', label: '金融2601' },
    titleZh: '运动会',
    titleEn: 'Sports day',
    contentZh: '周五',
    link: '/message',
    acknowledge: true,
    deadlineTime: '17:30',
  });
  // Advisers may not write to everyone, so they can't copy that audience.
  const adviser: Audiences = { ...all, kinds: ['class', 'list'], classes: [{ name: '金融2602', nameEn: '' }] };
  const own = copyOf({ message: { ...message, to: 'all' } } as Reach, adviser, zone);
  expect([own.audience, own.choice?.id]).toEqual(['class', '金融2602']);
  expect(firstOf(adviser).choice?.id).toBe('金融2602');
});
