import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { isUnderWay } from './queries';
import { mayRetry, reasonIn } from './uploads';

afterEach(() => forgetPortal());

const asset = {
  id: 'a-1',
  lesson: 'l-1',
  title: '渠道',
  titleEn: 'Channels',
  course: 'c-1',
  code: 'MKT201',
  group: '',
  groupCode: '',
  class: '',
  published: false,
  preview: false,
  state: 'ready',
  percent: 100,
  reason: '',
  file: 'channels.mp4',
  size: 1_900_000,
  duration: 8,
  width: 640,
  height: 360,
  current: true,
  publish: false,
  renditions: [],
  silent: false,
  files: [],
  blank: false,
  modified: 0,
  created: '',
  updated: '',
  replacedBy: '',
  until: '',
};

const lesson = {
  id: 'l-1',
  position: 1,
  title: '渠道',
  titleEn: 'Channels',
  class: '',
  group: '',
  preview: false,
  published: false,
  percent: 0,
  done: false,
  duration: 8,
};

const held = {
  id: 'm.2',
  group: 'g-1',
  groupCode: 'MKT201-01',
  groupName: '1 班',
  groupNameEn: 'Group 1',
  week: 2,
  date: '2026-09-17',
  starts: '10:00',
  ends: '11:40',
};

const about = {
  asset: 'a-2',
  code: 'MKT201',
  title: '渠道',
  titleEn: 'Channels',
  file: 'channels.mp4',
  height: 720,
  reason: '',
};
const job = {
  id: 'j-1',
  kind: 'media.rendition',
  state: 'running',
  created: '2026-11-12T01:00:00Z',
  due: '2026-11-12T01:10:00Z',
  attempts: 1,
  maxAttempts: 3,
  progress: 64,
  error: '',
  worker: 'node-a',
  lostBy: '',
  cost: 2,
  begun: '2026-11-12T01:00:00Z',
  left: 360,
  about,
};
const node = {
  id: 'n-1',
  name: 'node-a',
  version: '1',
  started: '2026-11-12T00:00:00Z',
  seen: new Date().toISOString(),
  state: 'alive',
  role: 'jobs',
  kinds: ['media'],
  slots: 2,
  cores: 8,
  logins: { hashing: 0, waiting: 0, places: 1 },
  disk: { free: 1, size: 2 },
  lost: [],
};

const nothingThere = {
  ...{ lesson: '', course: '', class: '', title: '', titleEn: '', published: false },
  ...{ asset: '', file: '', duration: 0, watched: 0 },
};

const college = {
  'GET /api/admin/recordings/place': () => nothingThere,
  'GET /api/admin/recordings/bin': () => ({ removed: [], total: 0 }),
  'GET /api/admin/system/work': () => ({
    nodes: [
      node,
      { ...node, id: 'n-2', name: 'node-c', state: 'silent', lost: [{ ...job, id: 'j-2', state: 'done' }] },
    ],
    jobs: [
      job,
      {
        ...job,
        id: 'j-3',
        state: 'dead',
        error: 'exit status 1',
        about: { ...about, asset: 'a-3', reason: 'The disk is full.' },
      },
    ],
    waiting: 11,
    storage: { free: 90_000_000_000, size: 1_000_000_000_000 },
  }),
  'GET /api/admin/courses': () => [{ id: 'c-1', code: 'MKT201', name: '市场营销', nameEn: 'Marketing' }],
  'GET /api/admin/courses/c-1/lessons': () => [lesson],
  'GET /api/admin/courses/c-1/classes': () => [held, { ...held, id: 'm.3', week: 3, date: '2026-09-24' }],
  'GET /api/admin/media/counts': () => ({
    all: 3,
    underway: 1,
    ready: 1,
    failed: 1,
    cancelled: 0,
    unmatched: 0,
  }),
  'GET /api/admin/media': () => [
    asset,
    { ...asset, id: 'a-2', state: 'preparing', percent: 40, current: false },
    {
      ...asset,
      id: 'a-3',
      state: 'failed',
      reason: 'There is no picture and no sound in it.',
      current: false,
    },
  ],
  'POST /api/admin/media/a-3/retry': () => true,
  'PUT /api/admin/lessons/l-1': () => lesson,
};

describe('recordings', () => {
  test('[2.22] staff see the state of each recording and why one failed, and retry it', async () => {
    const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const rows = await screen
      .findAllByRole('listitem')
      .then((all) => all.filter((row) => row.textContent.includes('channels.mp4')));
    expect(rows).toHaveLength(3);
    expect(rows[0]?.textContent).toContain('ReadyNot publishedMKT201 · channels.mp4 · 1.9 MB · 0:08');
    expect(rows[1]?.textContent).toContain('Preparing, 40%');
    const failed = within(rows[2] as HTMLElement);
    expect(failed.getByText('There is no picture and no sound in it.')).toBeTruthy();
    await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/a-3/retry'))).toBe(true));
  });

  test('[2.22] workers show their job and the time left, and a silent one where its job went', async () => {
    const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Workers' }));
    expect(card.getByText('1 of 2 busy')).toBeTruthy();
    expect(card.getByRole('progressbar', { name: 'MKT201 Channels' }).getAttribute('aria-valuenow')).toBe('64');
    expect(card.getByText('720p')).toBeTruthy();
    expect(card.getByText('about 6 min left')).toBeTruthy();
    expect(card.getByText(/^no contact since/u)).toBeTruthy();
    expect(card.getByText('MKT201 Channels moved to node-a. Nothing was lost.')).toBeTruthy();
    expect(card.getByText('11 jobs waiting · 1 failed')).toBeTruthy();
    expect(card.getByText('The disk is full.')).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Try again: MKT201 Channels' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/a-3/retry'))).toBe(true));
  });

  test('[2.22] captioning shows no made-up progress, and a failed program is run again', async () => {
    const writing = { ...job, kind: 'media.transcribe', progress: 0, left: 0 };
    const { received } = await openPortal(
      '/admin/recordings',
      {
        ...college,
        'GET /api/admin/system/work': () => ({
          ...college['GET /api/admin/system/work'](),
          jobs: [writing, { ...writing, id: 'j-9', state: 'dead', error: 'no model' }],
        }),
      },
      { role: 'admin' },
    );
    const card = within(await screen.findByRole('region', { name: 'Workers' }));
    expect(card.getByText('captions')).toBeTruthy();
    expect(card.queryByRole('progressbar')).toBeNull();
    expect(card.getByText("Couldn't generate captions: no model")).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Try again: MKT201 Channels' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/retry'))).toBe(true));
  });

  test('[2.22] the disk usage is shown, with advice when space is low', async () => {
    await openPortal('/admin/recordings', college, { role: 'admin' });
    const card = within(await screen.findByRole('region', { name: 'Storage' }));
    expect(card.getByText('90 GB of 1 TB free')).toBeTruthy();
    expect(card.getByRole('progressbar', { name: 'Used' }).getAttribute('aria-valuenow')).toBe('91');
    expect(card.getByText(/^Storage is almost full/u)).toBeTruthy();
  });

  test('[2.22] a playable recording lists the qualities still being prepared, and retries a failed one', async () => {
    const { received } = await openPortal(
      '/admin/recordings',
      {
        ...college,
        'GET /api/admin/media': () => [
          {
            ...asset,
            renditions: [
              { height: 360, state: 'ready', percent: 100, reason: '' },
              { height: 720, state: 'preparing', percent: 40, reason: '' },
              { height: 1080, state: 'failed', percent: 0, reason: 'It broke.' },
            ],
          },
        ],
        'POST /api/admin/media/a-1/retry': () => true,
      },
      { role: 'admin' },
    );
    expect(await screen.findByText('playable; 720p 40% in progress')).toBeTruthy();
    expect(screen.getByText('1080p failed It broke.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/a-1/retry'))).toBe(true));
  });

  test('[2.22] a lesson is published from its recording', async () => {
    const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const boxes = await screen.findAllByRole('switch', { name: 'Publish to students' });
    expect(boxes).toHaveLength(1); // only one of the lesson's three recordings shows its switches
    await userEvent.click(boxes[0] as HTMLElement);
    await waitFor(() => expect(received.some(({ method }) => method === 'PUT')).toBe(true));
    expect(JSON.parse(received.find(({ method }) => method === 'PUT')?.body ?? '')).toMatchObject({
      title: '渠道',
      published: true,
      preview: false,
    });
  });

  test('[2.22] a lesson is assigned to a class by group and date', async () => {
    const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const [more] = await screen.findAllByRole('button', { name: 'More: Channels' });
    await userEvent.click(more as HTMLElement);
    const group = await screen.findByRole('combobox', { name: 'Group' });
    await within(group).findByRole('option', { name: 'MKT201-01 Group 1' });
    await userEvent.selectOptions(group, 'g-1');
    const date = await screen.findByRole('combobox', { name: 'Class date' });
    await userEvent.selectOptions(date, 'Week 3, Thu, Sep 24 10:00');
    await waitFor(() => expect(received.some(({ body }) => body.includes('"class":"m.3"'))).toBe(true));
    expect(received.find(({ body }) => body.includes('"class":"m.3"'))).toMatchObject({
      method: 'PUT',
      body: expect.stringContaining('"group":"g-1"') as unknown,
    });
  });

  test('[2.22] an unpublished recording is not called playing, and its switch says what it does', async () => {
    await openPortal('/admin/recordings', college, { role: 'admin' });
    expect(await screen.findByText('Not published')).toBeTruthy();
    expect(screen.queryByText('Current')).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Published' })).toBeNull();
  });

  test('[2.22] a published recording is called playing', async () => {
    await openPortal(
      '/admin/recordings',
      { ...college, 'GET /api/admin/media': () => [{ ...asset, published: true }] },
      { role: 'admin' },
    );
    expect(await screen.findByText('Current')).toBeTruthy();
    expect(screen.queryByText('Not published')).toBeNull();
  });

  test('[2.22] a file is chosen or dropped, and its name and size are shown', async () => {
    const { container } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const input = await screen.findByLabelText('File');
    const zone = container.querySelector(`label[for="${input.id}"]`) as HTMLElement;
    expect(zone.textContent).toContain('Drop a recording here or choose a file');
    expect(screen.getByText('Choose a file first, then a course and lesson.')).toBeTruthy();
    await userEvent.upload(input, new File(['x'.repeat(2000)], 'chosen.mp4', { type: 'video/mp4' }));
    expect(zone.textContent).toContain('chosen.mp42 kB');
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['xyz'], 'dropped.mp4')] } });
    expect(zone.textContent).toContain('dropped.mp43 bytes');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Upload' })).disabled).toBe(true);
    expect(screen.getByText('Choose a course.')).toBeTruthy();
  });

  test('[2.22] a college without courses is told what to import before a recording is uploaded', async () => {
    const server = { ...college, 'GET /api/admin/courses': () => [] };
    await openPortal('/admin/recordings', server, { role: 'admin' });
    expect(await screen.findByText(/^There are no courses yet\. Import courses first/u)).toBeTruthy();
  });

  test('the search shows each letter at once, before the router has followed the address', async () => {
    const { router } = await openPortal('/admin/recordings', college, { role: 'admin' });
    const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search recordings' });
    for (const letters of ['z', 'zh', 'zho']) {
      fireEvent.input(box, { target: { value: letters } });
      expect(box.value).toBe(letters);
    }
    expect(router.history.location.search).toBe('?q=zho');
  });

  test('students have no access', async () => {
    const { router } = await openPortal('/admin/recordings', college);
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
  });
});

describe('uploads', () => {
  test.each([
    [undefined, true],
    [0, true],
    [409, true],
    [423, true],
    [503, true],
    [400, false],
    [403, false],
    [413, false],
  ])('[2.22] retries after %s: %s', (status, again) => {
    expect(mayRetry(status)).toBe(again);
  });

  test.each([
    [
      '{"statusCode":413,"succeeded":false,"data":null,"errors":["[media.too_large] Too large."]}',
      'Too large. [media.too_large]',
    ],
    ['<html>', undefined],
    [undefined, undefined],
  ])('[2.22] the reason in the error %s is %s', (body, reason) => {
    expect(reasonIn(body)).toBe(reason);
  });

  test('[2.22] the list is polled while something is being prepared', () => {
    expect(isUnderWay([{ state: 'ready' }, { state: 'waiting' }])).toBe(true);
    expect(isUnderWay([{ state: 'ready' }, { state: 'failed' }])).toBe(false);
  });
});

test.each([
  ['failed', { state: 'failed' }, "Recordings that couldn't be prepared"],
  ['unmatched', { unmatched: 'true' }, 'Recordings without a lesson'],
  ['hidden', { hidden: 'true' }, 'Ready, not published'],
])('the desk links to recordings that are %s, and one click shows all again', async (show, query, title) => {
  const { received } = await openPortal(
    `/admin/recordings?show=${show}`,
    { ...college, 'GET /api/admin/media': () => [] },
    { role: 'admin' },
  );
  expect(await screen.findByRole('region', { name: title })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'None left' })).toBeTruthy();
  const asked = received.find(({ path }) => path === '/api/admin/media');
  expect(asked?.query).toMatchObject(query);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('region', { name: 'All recordings' })).toBeTruthy();
});

describe('the list', () => {
  const many = (query: Readonly<Record<string, string>>) =>
    Array.from({ length: 50 }, (_, index) => {
      const number = 20_134 - Number(query['skip'] ?? 0) - index;
      return {
        ...asset,
        id: `a-${String(number)}`,
        lesson: `l-${String(number)}`,
        title: '',
        file: `${String(number)}.mp4`,
      };
    });
  const long = {
    ...college,
    'GET /api/admin/media/counts': () => ({
      all: 20_134,
      underway: 12,
      ready: 20_114,
      failed: 3,
      cancelled: 5,
      unmatched: 7,
    }),
    'GET /api/admin/media': ({ query }: { query: Readonly<Record<string, string>> }) => many(query),
  };

  test('[2.22] selects the page, then as many as a bulk action allows', async () => {
    const { received } = await openPortal(
      '/admin/recordings',
      {
        ...long,
        'GET /api/admin/media': ({ query }) =>
          many(query).flatMap((one) =>
            query['size'] === '200' ? Array.from({ length: 4 }, (_, n) => ({ ...one, id: `${one.id}-${n}` })) : [one],
          ),
        'POST /api/admin/recordings/show': ({ body }) => {
          const { assets } = JSON.parse(body) as { assets: string[] };
          return { done: assets.length, left: [] };
        },
      },
      { role: 'admin' },
    );
    const page = await screen.findByRole('checkbox', { name: 'Select these 50' });
    await userEvent.click(page);
    expect(await screen.findByText('50 selected')).toBeTruthy();
    await userEvent.click(page);
    expect(screen.queryByText('50 selected')).toBeNull();
    await userEvent.click(page);
    await userEvent.click(screen.getByRole('button', { name: 'Select the newest 500' }));
    expect(await screen.findByText('550 selected')).toBeTruthy();
    expect(received.filter(({ query }) => query['size'] === '200').map(({ query }) => query['skip'])).toEqual([
      '0',
      '200',
      '400',
    ]);
  });

  test('[2.22] has pages, and the URL has the current one', async () => {
    const { received, router } = await openPortal('/admin/recordings', long, { role: 'admin' });
    expect(await screen.findByText('1–50 of 20,134')).toBeTruthy();
    const pages = within(screen.getByRole('navigation', { name: 'Pages of the list' }));
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Newer' }).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select 20134.mp4' }));
    await userEvent.click(pages.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('20084.mp4')).toBeTruthy();
    expect(router.state.location.search).toMatchObject({ page: '2' });
    expect(received.findLast(({ path }) => path === '/api/admin/media')?.query).toMatchObject({ skip: '50' });
    expect(screen.getByRole('toolbar').textContent).toContain('1 selected'); // across pages
    await userEvent.click(pages.getByRole('button', { name: 'Last page' }));
    expect(await screen.findByText(/^20,101–/u)).toBeTruthy();
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Older' }).disabled).toBe(true);
  });

  test('[2.22] is searched and filtered by the server, from the first page', async () => {
    const { received, router } = await openPortal(
      '/admin/recordings?page=3',
      { ...long, 'GET /api/admin/media': () => [asset] },
      { role: 'admin' },
    );
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search recordings' }), 'A305 tue');
    await waitFor(() =>
      expect(received.findLast(({ path }) => path === '/api/admin/media')?.query).toMatchObject({
        search: 'A305 tue',
      }),
    );
    expect(received.findLast(({ path }) => path === '/api/admin/media')?.query['skip']).toBeUndefined();
    await userEvent.click(await screen.findByRole('button', { name: 'In progress 12' }));
    await waitFor(() =>
      expect(received.findLast(({ path }) => path === '/api/admin/media')?.query).toMatchObject({
        search: 'A305 tue',
        state: 'underway',
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Course' }));
    await userEvent.click(await screen.findByRole('button', { name: 'MKT201 Marketing' }));
    await waitFor(() =>
      expect(received.findLast(({ path }) => path === '/api/admin/media/counts')?.query).toMatchObject({
        search: 'A305 tue',
        course: 'c-1',
      }),
    );
    expect(router.state.location.search).toMatchObject({ q: 'A305 tue', show: 'underway', course: 'c-1' });
  });
});

test('[2.22] two recordings of one class are joined from the list, in an order that can be changed', async () => {
  const first = { ...asset, id: 'p-1', lesson: 'l-1', class: 'm.2', file: 'cam_1.mp4' };
  const second = { ...asset, id: 'p-2', lesson: 'l-2', class: 'm.2', file: 'cam_2.mp4', current: false };
  const other = { ...asset, id: 'p-3', lesson: 'l-3', class: 'm.9', title: '', file: 'other.mp4' };
  const { received } = await openPortal(
    '/admin/recordings',
    {
      ...college,
      'GET /api/admin/media': () => [second, first, other],
      'POST /api/admin/recordings/join': () => ({ asset: 'p-9' }),
    },
    { role: 'admin' },
  );
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?:Channels|other)/u });
  await userEvent.click(boxes[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const alone = await screen.findByRole<HTMLButtonElement>('menuitem', { name: /^Join/u });
  expect(alone.disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(boxes[1] as HTMLElement);
  await userEvent.click(boxes[2] as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Join/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Join recordings' }));
  const parts = dialog.getByRole('list', { name: 'Parts in playing order' });
  expect(parts.textContent).toMatch(/^Part 1: cam_1\.mp4.*Part 2: cam_2\.mp4/u);
  await userEvent.click(dialog.getByRole('button', { name: 'Move cam_2.mp4 up' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Join 2 parts' }));
  await waitFor(() => expect(received.some(({ path }) => path.endsWith('/join'))).toBe(true));
  expect(JSON.parse(received.find(({ path }) => path.endsWith('/join'))?.body ?? '')).toMatchObject({
    parts: ['p-2', 'p-1'],
    lesson: 'l-1',
  });
});

test('[2.22] a recording without a lesson is assigned to one of its matches', async () => {
  const place = { lesson: '', course: 'c-1', title: '渠道 2026-09-17', titleEn: '', class: 'm.2', beside: false };
  const candidate = {
    ...{ place, beside: { ...place, beside: true }, code: 'MKT201-1', courseName: '市场营销' },
    ...{ courseNameEn: 'Marketing', position: 0, titleEn: '', room: 'A305', roomEn: 'A305' },
    ...{ date: '2026-09-17', starts: '10:00', replaces: '', percent: 62, reasons: [] },
  };
  const match = {
    ...{ kind: 'recording', state: 'doubt', candidates: [candidate], of: -1, number: 0, join: false },
    ...{ reason: { code: 'recordings.several', text: '2 classes match.' }, language: '', known: null },
  };
  const { received } = await openPortal(
    '/admin/recordings',
    {
      ...college,
      'GET /api/admin/media': () => [{ ...asset, lesson: '', title: '', titleEn: '', current: false }],
      'POST /api/admin/recordings/match': () => [match],
      'POST /api/admin/recordings/move': () => ({ done: 1, left: [] }),
    },
    { role: 'admin' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'More: channels.mp4' }));
  const places = within(await screen.findByRole('list', { name: 'Possible matches' }));
  expect(screen.getByText('2 classes match.')).toBeTruthy();
  await userEvent.click(places.getByRole('button', { name: /MKT201-1 Marketing/u }));
  await waitFor(() => {
    const moved = received.find(({ path }) => path.endsWith('/move'));
    expect(JSON.parse(moved?.body ?? '')).toEqual({
      moves: [{ id: 'a-1', course: 'c-1', title: '渠道 2026-09-17', class: 'm.2' }],
    });
  });
});
