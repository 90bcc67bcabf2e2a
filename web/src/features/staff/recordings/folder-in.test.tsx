import { fireEvent, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Received } from '@/testing/server';
import { chosenFiles } from './folder-files';
import { changeFolder, forgetFolder } from './folder-store';
import type * as uploads from './uploads';

/** Holds the creation of uploads whose name starts with 'creating'. */
let creating = Promise.resolve();
const paused: string[] = [];

// Uploads finish at once, unless a test simulates a lost connection or a refusal.
vi.mock('./uploads', async (original) => ({
  ...(await original<typeof uploads>()),
  send: async (...[file, , onChange, , known]: Parameters<typeof uploads.send>) => {
    if (file.name.startsWith('creating')) {
      await creating;
      onChange({ state: 'sending', sent: 0, total: file.size, reason: '' });
      return { pause: () => paused.push(file.name), resume: () => undefined, cancel: async () => undefined };
    }
    if (file.name.startsWith('refused')) {
      onChange({ state: 'failed', sent: file.size, total: file.size, reason: 'No recording.' });
    } else if (!file.name.startsWith('unheard')) {
      known?.onUpload(`u-${file.name}`);
      setTimeout(() => onChange({ state: 'done', sent: file.size, total: file.size, reason: '' }));
    }
    return { pause: () => undefined, resume: () => undefined, cancel: async () => undefined };
  },
}));

afterEach(() => {
  forgetFolder();
  forgetPortal();
});

const place = { lesson: '', course: 'c-1', title: '市场营销 2026-11-02', titleEn: '', class: 'm.9', beside: false };
const candidate = {
  place,
  beside: { lesson: '', course: 'c-1', title: '市场营销 2026-11-02 (2)', titleEn: '', class: 'm.9', beside: true },
  code: 'MKT201-1',
  courseName: '市场营销',
  courseNameEn: 'Marketing',
  position: 0,
  titleEn: '',
  room: 'A305',
  roomEn: 'A305',
  date: '2026-11-02',
  starts: '08:00',
  replaces: '',
  percent: 62,
  reasons: [{ code: 'recordings.fits_room', text: 'A305 in the name' }],
};
const doubt = {
  kind: 'recording',
  state: 'doubt',
  candidates: [candidate, { ...candidate, code: 'LAW201-1', percent: 38, place: { ...place, class: 'l.9' } }],
  reason: { code: 'recordings.several', text: '2 classes match.' },
  of: -1,
  number: 0,
  join: false,
  language: '',
  known: null,
};
const nothingThere = {
  ...{ lesson: '', course: '', class: '', title: '', titleEn: '', published: false },
  ...{ asset: '', file: '', duration: 0, watched: 0 },
};

const college = {
  'GET /api/admin/recordings/place': () => nothingThere,
  'GET /api/admin/recordings/bin': () => ({ removed: [], total: 0 }),
  'GET /api/admin/courses': () => [],
  'GET /api/admin/media/counts': () => ({
    all: 0,
    underway: 0,
    ready: 0,
    failed: 0,
    cancelled: 0,
    unmatched: 0,
  }),
  'GET /api/admin/media': () => [],
  'POST /api/admin/recordings/match': () => [
    doubt,
    {
      ...doubt,
      state: 'here',
      candidates: [],
      reason: { code: 'recordings.here', text: 'Already here, brought in by Chen.' },
      known: {
        asset: 'a-9',
        upload: '',
        lesson: 'l-9',
        title: '',
        code: '',
        by: 'Chen',
        mine: false,
        created: '',
        joined: '',
        place: { lesson: '', course: '', title: '', class: '' },
      },
    },
    { ...doubt, kind: 'captions', state: 'beside', of: 0, language: 'en-US', candidates: [], reason: null },
  ],
  'POST /api/admin/recordings/move': () => ({ done: 1, left: [] }),
};

test('[2.22] a folder is matched in one call, and a number key chooses the class', async () => {
  const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, [
    new File(['x'], 'A305_20261102_0801.bin'),
    new File(['y'], 'old.bin'),
    new File(['z'], 'A305_20261102_0801.en.srt'),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(table.getByText('2 classes match.')).toBeTruthy();
  expect(table.getByText('Already here, brought in by Chen.')).toBeTruthy();
  expect(table.getByText('with A305_20261102_0801.en.srt')).toBeTruthy();
  expect(received.filter(({ path }) => path.endsWith('/match'))).toHaveLength(1);
  await userEvent.click(table.getByRole('button', { name: 'A305_20261102_0801.bin' }));
  await screen.findByRole('list', { name: 'Possible matches' });
  await userEvent.keyboard('2');
  expect(await table.findByText('chosen')).toBeTruthy();
  await waitFor(() => {
    const moved = received.find(({ path }) => path.endsWith('/move'));
    expect(JSON.stringify(moved?.body)).toContain('l.9');
  });
});

test('[2.22] files are filtered, selected by keys and confirmed together', async () => {
  const none = { ...doubt, state: 'none', candidates: [] };
  const { received } = await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt, none, { ...doubt, state: 'sure' }] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['1'], 'one.bin'),
    new File(['2'], 'two.bin'),
    new File(['3'], 'three.bin'),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  await userEvent.click(screen.getByRole('button', { name: 'Unsure 2' }));
  await waitFor(() => expect(table.queryByText('three.bin')).toBeNull());
  await userEvent.keyboard('{ArrowDown}x{ArrowDown}');
  await userEvent.keyboard('{Shift>}X{/Shift}');
  const bar = within(await screen.findByRole('toolbar'));
  expect(bar.getByRole('status').textContent).toBe('2 selected');
  // Only one of the two has a candidate, which the button counts.
  await userEvent.click(bar.getByRole('button', { name: /^Confirm first choice.*1/u }));
  await waitFor(() => expect(received.some(({ path }) => path.endsWith('/move'))).toBe(true));
  expect(received.find(({ path }) => path.endsWith('/move'))?.body).toContain('m.9');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select two.bin' }));
  await userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: "Don't upload" }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(screen.getByRole('button', { name: 'Unsure 0' })).toBeTruthy();
});

test('[2.22] a folder that is too large is refused with a message, and nothing is added', async () => {
  const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
  const one = new File(['x'], 'a.bin');
  const input = await screen.findByLabelText('Choose files');
  fireEvent.change(input, { target: { files: Array.from({ length: 3001 }, () => one) } });
  expect(await screen.findByText(/^3,?001 files are too many; the limit is 3,?000 at once\./u)).toBeTruthy();
  expect(received.some(({ path }) => path.endsWith('/match'))).toBe(false);
  expect(screen.queryByRole('table', { name: 'Files of the folder' })).toBeNull();
});

/** A class in two files, the second one first in the folder; it is certainly a part, or maybe. */
const inParts = (join: boolean) => ({
  ...college,
  'POST /api/admin/recordings/match': () => [
    {
      ...doubt,
      state: 'part',
      candidates: [{ ...candidate, place: candidate.beside, date: '' }],
      reason: { code: 'recordings.part', text: 'Part 2 of one.bin' },
      of: 1,
      number: 2,
      join,
    },
    { ...doubt, state: 'sure', candidates: [{ ...candidate, percent: 98 }], reason: null },
  ],
  'POST /api/admin/recordings/join': () => ({ asset: 'a-joined' }),
});

async function bringParts(join: boolean, [first, second]: readonly string[] = ['one.bin', 'two.bin']) {
  const portal = await openPortal('/admin/recordings', inParts(join), { role: 'admin' });
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['xx'], second ?? ''),
    new File(['x'], first ?? ''),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  const joins = () =>
    portal.received.filter(({ path }) => path.endsWith('/join')).map(({ body }) => JSON.parse(body) as object);
  return { ...portal, table, joins };
}

test('[2.22] a certain part is joined with the first, in an order that can be changed', async () => {
  const { table, joins, received } = await bringParts(true);
  expect(table.getByText('Join with one.bin as part 2')).toBeTruthy();
  expect(table.queryByText(/needs? checking/u)).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /Confirm 2 sure matches/u }));
  await waitFor(() => expect(joins()).toHaveLength(1));
  expect(joins()[0]).toEqual({
    parts: ['u-one.bin', 'u-two.bin'],
    course: 'c-1',
    title: place.title,
    class: 'm.9',
  });
  expect(received.filter(({ path }) => path.endsWith('/move'))).toEqual([]);

  await userEvent.click(table.getByRole('button', { name: 'two.bin' }));
  const parts = within(await screen.findByRole('list', { name: 'Parts in playing order' }));
  await userEvent.click(parts.getByRole('button', { name: 'Move two.bin up' }));
  await waitFor(() => expect(joins()).toHaveLength(2));
  expect(joins()[1]).toMatchObject({ parts: ['u-two.bin', 'u-one.bin'] });
  expect(await parts.findByText(/Part 1: two\.bin/u)).toBeTruthy();

  // It can still be kept beside the first.
  await userEvent.keyboard('2');
  await waitFor(() => {
    const moved = received.find(({ path }) => path.endsWith('/move'));
    expect(JSON.stringify(moved?.body)).toContain('(2)');
  });
});

test('[2.22] a possible part waits until someone joins it with a key', async () => {
  const { table, joins } = await bringParts(false);
  expect(table.getByText('Part 2 of one.bin')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /Confirm 1 sure match/u }));
  await userEvent.click(table.getByRole('button', { name: 'two.bin' }));
  await screen.findByRole('list', { name: 'Possible matches' });
  expect(joins()).toEqual([]);
  await userEvent.keyboard('1');
  await waitFor(() => expect(joins()).toHaveLength(1));
  expect(joins()[0]).toMatchObject({ parts: ['u-one.bin', 'u-two.bin'] });
});

test.each([
  ['a part', ['one.bin', 'unheard.bin'], 'u-one.bin'],
  ['the first part', ['unheard.bin', 'two.bin'], 'u-two.bin'],
])('[2.22] if %s is skipped during the upload, the other one gets its place', async (_, names, other) => {
  const { joins, received } = await bringParts(true, names);
  await userEvent.click(await screen.findByRole('button', { name: /Confirm 2 sure matches/u }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select unheard.bin' }));
  await userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: "Don't upload" }));
  await waitFor(() => {
    const moved = received.findLast(({ path }) => path.endsWith('/move'));
    expect(moved?.body).toContain(`"id":"${other}"`);
    expect(moved?.body).toContain('m.9');
  });
  expect(joins()).toEqual([]);
});

test('[2.22] hidden files and folders are ignored', () => {
  const found = chosenFiles([new File([''], 'a.mp4'), new File([''], '.DS_Store')]);
  expect(found.map(({ path }) => path)).toEqual(['a.mp4']);
});

test('[2.22] a file uploaded before is uploaded again on request', async () => {
  const { received } = await openPortal(
    '/admin/recordings',
    {
      ...college,
      'POST /api/admin/recordings/match': ({ body }) =>
        body.includes('"anew":true') ? [doubt] : [college['POST /api/admin/recordings/match']()[1]],
    },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [new File(['y'], 'old.bin')]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(table.getByText('not uploaded')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'Upload anyway' }));
  expect(await table.findByText('2 classes match.')).toBeTruthy();
  expect(await table.findByText('uploaded')).toBeTruthy();
  expect(received.filter(({ path }) => path.endsWith('/match'))).toHaveLength(2);
});

test('[2.22] the folder says how many are shown to students at once, and one switch changes it', async () => {
  const sure = { ...doubt, state: 'sure', candidates: [{ ...candidate, published: true, percent: 98 }], reason: null };
  const hidden = { ...sure, candidates: [{ ...candidate, published: false, place: { ...place, class: 'm.8' } }] };
  const { received } = await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [sure, hidden] },
    { role: 'admin' },
  );
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, [new File(['a'], 'one.bin'), new File(['b'], 'two.bin')]);
  expect(await screen.findByText('1 is shown to students at once')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Show to students'), 'At once');
  expect(screen.getByText('2 are shown to students at once')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Show to students'), 'Keep hidden');
  expect(screen.getByText('Students see none of them yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Confirm 2 sure matches/u }));
  await waitFor(() => {
    const moves = received
      .filter(({ path }) => path.endsWith('/move'))
      .flatMap(({ body }) => (JSON.parse(body ?? '') as { moves: { hide?: boolean }[] }).moves);
    expect(moves.map(({ hide }) => hide)).toEqual([true, true]);
  });
});

test('[2.22] a place chosen before the upload starts survives a reload', async () => {
  const one = {
    ...college,
    'POST /api/admin/recordings/match': () => [doubt],
  };
  const drop = async () => {
    await openPortal('/admin/recordings', one, { role: 'admin' });
    const file = new File(['x'], 'unheard.bin', { lastModified: 1 });
    await userEvent.upload(await screen.findByLabelText('Choose files'), [file]);
    return within(await screen.findByRole('table', { name: 'Files of the folder' }));
  };
  const before = await drop();
  await userEvent.click(before.getByRole('button', { name: 'unheard.bin' }));
  await screen.findByRole('list', { name: 'Possible matches' });
  await userEvent.keyboard('2');
  expect(await before.findByText('chosen')).toBeTruthy();
  cleanup();
  changeFolder({ rows: [], phase: 'none' }); // like a reload
  const after = await drop();
  expect(await after.findByText('chosen')).toBeTruthy();
});

test('[2.22] the time left for all uploads is shown as text', async () => {
  await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt, doubt] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['x'.repeat(2000)], 'unheard-1.bin'),
    new File(['x'.repeat(3000)], 'unheard-2.bin'),
  ]);
  expect(await screen.findByText(/^2 files with 5 kB left; estimating/u)).toBeTruthy();
});

test('[2.22] an upload that is being created is paused too', async () => {
  let created = (): void => undefined;
  creating = new Promise((resolve) => (created = resolve));
  await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [new File(['x'], 'creating-1.bin')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Pause all' }));
  created();
  await waitFor(() => expect(paused).toEqual(['creating-1.bin']));
});

test('[2.22] a stopped file doesn’t count as remaining', async () => {
  await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt] },
    { role: 'admin' },
  );
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, [new File(['x'.repeat(2000)], 'refused-1.bin')]);
  expect(await screen.findByText('No recording.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull();
  cleanup();
  changeFolder({ rows: [], phase: 'none' });
  await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt, doubt] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['x'.repeat(2000)], 'refused-1.bin'),
    new File(['x'.repeat(3000)], 'unheard-2.bin'),
  ]);
  expect(await screen.findByText(/^1 file with 3 kB left; estimating/u)).toBeTruthy();
});

test('[2.22] a text file that can’t be added says why, and chapters name the line', async () => {
  const here = {
    ...doubt,
    state: 'here',
    candidates: [],
    known: {
      ...{ asset: 'a-9', upload: '', lesson: 'l-9', title: '', code: '', by: 'Chen', mine: true },
      ...{ created: '', joined: '', place: { lesson: '', course: '', title: '', class: '' } },
    },
  };
  const beside = { ...doubt, state: 'beside', of: 0, candidates: [], reason: null };
  await openPortal(
    '/admin/recordings',
    {
      ...college,
      'GET /api/lessons/l-9': () => ({ media: null, attachments: [] }),
      'POST /api/admin/recordings/match': () => [
        here,
        { ...beside, kind: 'chapters' },
        { ...beside, kind: 'captions', language: 'zh-CN' },
      ],
      'PUT /api/admin/media/a-9/captions/zh-CN': () => refusal(400, 'This is no SRT or WebVTT file.'),
    },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['x'], 'old.bin'),
    new File(['0:00 Beginning\nlater'], 'old.txt'),
    new File(['no captions'], 'old.srt'),
  ]);
  expect(await screen.findByText(/^Couldn't add old\.txt\. Line 2: .* in the list below\.$/u)).toBeTruthy();
  expect(await screen.findByText(/^Couldn't add old\.srt\. This is no SRT or WebVTT file\./u)).toBeTruthy();
});

test('[2.22] an uploaded recording without a lesson gets its place without being sent again', async () => {
  const known = {
    ...{ asset: 'a-7', upload: '', lesson: '', title: '', code: '', by: 'Chen', mine: false },
    ...{ created: '', joined: '', place: { lesson: '', course: '', title: '', class: '' } },
  };
  const { received } = await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [{ ...doubt, known }] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [new File(['x'], 'unheard.bin')]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(table.getByText('uploaded')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'unheard.bin' }));
  await screen.findByRole('list', { name: 'Possible matches' });
  await userEvent.keyboard('1');
  await waitFor(() => {
    const moved = received.find(({ path }) => path.endsWith('/move'));
    expect(JSON.stringify(moved?.body)).toContain('a-7');
  });
});

test('[2.22] files added later join their recordings, and dropping the same folder again adds nothing', async () => {
  // Like the server: captions belong to the recording with the same file name.
  const match = ({ body }: Received) => {
    const { files } = JSON.parse(body) as { files: { path: string }[] };
    return files.map(({ path }) => {
      if (path.endsWith('.bin')) {
        return doubt;
      }
      const of = files.findIndex((file) => file.path === path.replace('.srt', '.bin'));
      const state = of < 0 ? 'left' : 'beside';
      const reason = of < 0 ? { code: 'recordings.alone', text: 'Nothing is called like it.' } : null;
      return { ...doubt, kind: 'captions', state, of, language: 'en-US', candidates: [], reason };
    });
  };
  await openPortal('/admin/recordings', { ...college, 'POST /api/admin/recordings/match': match }, { role: 'admin' });
  const input = await screen.findByLabelText('Choose files');
  const recording = new File(['x'], 'one.bin', { lastModified: 1 });
  const captions = new File(['z'], 'one.srt', { lastModified: 1 });
  await userEvent.upload(input, [new File(['y'], 'two.srt', { lastModified: 1 }), recording]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(await screen.findByText('two.srt: Nothing is called like it.')).toBeTruthy();
  await userEvent.upload(input, [captions]);
  expect(await table.findByText('with one.srt')).toBeTruthy();
  await userEvent.upload(input, [recording, captions, new File(['y'], 'two.bin', { lastModified: 1 })]);
  expect(await table.findByText('with two.srt')).toBeTruthy();
  expect(screen.queryByText(/Nothing is called like it/u)).toBeNull();
  expect(table.getAllByText(/^with one\.srt$/u)).toHaveLength(1);
});

test('[2.22] a waiting file that a colleague starts uploading is not sent', async () => {
  const theirs = {
    ...{ asset: '', upload: 'u-9', lesson: '', title: '', code: '', by: 'Chen', mine: false },
    ...{ created: '', joined: '', place: { lesson: '', course: '', title: '', class: '' } },
  };
  const coming = { code: 'recordings.coming', text: 'Chen is uploading this very file.' };
  const match = ({ body }: Received) => {
    const { files } = JSON.parse(body) as { files: unknown[] };
    return files.map(() => (files.length === 1 ? { ...doubt, known: theirs, reason: coming } : doubt));
  };
  await openPortal('/admin/recordings', { ...college, 'POST /api/admin/recordings/match': match }, { role: 'admin' });
  const files = ['one.bin', 'two.bin', 'three.bin', 'four.bin'].map((name) => new File([name], name));
  await userEvent.upload(await screen.findByLabelText('Choose files'), files);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(await table.findByText('Chen is uploading this very file.')).toBeTruthy();
  expect(table.getAllByText('uploaded')).toHaveLength(3);
});
