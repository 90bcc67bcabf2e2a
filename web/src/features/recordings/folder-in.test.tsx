import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, openPortal } from '@/testing/portal';
import { chosenFiles } from './folder-files';
import { changeFolder, forgetFolder } from './folder-store';

vi.mock('tus-js-client', () => ({
  Upload: class {
    url = '/api/admin/uploads/u-1';
    readonly file: File;
    readonly options: { onUploadUrlAvailable: () => void; onSuccess: () => void };
    constructor(file: File, options: { onUploadUrlAvailable: () => void; onSuccess: () => void }) {
      this.file = file;
      this.options = options;
    }
    start = (): void => {
      if (this.file.name.startsWith('unheard')) {
        return; // no line to the server
      }
      this.options.onUploadUrlAvailable();
      this.options.onSuccess();
    };
  },
}));

afterEach(() => {
  forgetFolder();
  forgetPortal();
});

const place = { lesson: '', course: 'c-1', title: '市场营销 2026-11-02', class: 'm.9' };
const candidate = {
  place,
  beside: { lesson: '', course: 'c-1', title: '市场营销 2026-11-02 (2)', class: '' },
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
  reasons: [{ code: 'recordings.fits_room', text: 'A305 in its name' }],
};
const doubt = {
  kind: 'recording',
  state: 'doubt',
  candidates: [candidate, { ...candidate, code: 'LAW201-1', percent: 38, place: { ...place, class: 'l.9' } }],
  reason: { code: 'recordings.several', text: '2 classes fit.' },
  of: -1,
  language: '',
  known: null,
};
const college = {
  'GET /api/admin/courses': () => [],
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
        place: { lesson: '', course: '', title: '', class: '' },
      },
    },
    { ...doubt, kind: 'captions', state: 'beside', of: 0, language: 'en-US', candidates: [], reason: null },
  ],
  'POST /api/admin/recordings/move': () => ({ done: 1, left: [] }),
};

test('[2.22] a folder is matched in one call, and a number key chooses the class', async () => {
  const { container, received } = await openPortal('/admin/recordings', college, { role: 'admin' });
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, [
    new File(['x'], 'A305_20261102_0801.bin'),
    new File(['y'], 'old.bin'),
    new File(['z'], 'A305_20261102_0801.en.srt'),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Files of the folder' }));
  expect(table.getByText('2 classes fit.')).toBeTruthy();
  expect(table.getByText('Already here, brought in by Chen.')).toBeTruthy();
  expect(table.getByText('with A305_20261102_0801.en.srt')).toBeTruthy();
  expect(received.filter(({ path }) => path.endsWith('/match'))).toHaveLength(1);
  await userEvent.click(table.getByRole('button', { name: 'A305_20261102_0801.bin' }));
  await screen.findByRole('list', { name: 'Places it may belong to' });
  await expectAccessible(container);
  await userEvent.keyboard('2');
  expect(await table.findByText('chosen')).toBeTruthy();
  await waitFor(() => {
    const moved = received.find(({ path }) => path.endsWith('/move'));
    expect(JSON.stringify(moved?.body)).toContain('l.9');
  });
});

test('[2.22] hidden files and folders are passed over', () => {
  const found = chosenFiles([new File([''], 'a.mp4'), new File([''], '.DS_Store')]);
  expect(found.map(({ path }) => path)).toEqual(['a.mp4']);
});

test('[2.22] what the portal has already is uploaded all the same when a person says so', async () => {
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
  expect(table.getByText('not sent')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'Upload it all the same' }));
  expect(await table.findByText('2 classes fit.')).toBeTruthy();
  expect(await table.findByText('uploaded')).toBeTruthy();
  expect(received.filter(({ path }) => path.endsWith('/match'))).toHaveLength(2);
});

test('[2.22] a place that was chosen before the upload began is still chosen after a reload', async () => {
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
  await screen.findByRole('list', { name: 'Places it may belong to' });
  await userEvent.keyboard('2');
  expect(await before.findByText('chosen')).toBeTruthy();
  cleanup();
  changeFolder({ rows: [], phase: 'none' }); // as a reload does
  const after = await drop();
  expect(await after.findByText('chosen')).toBeTruthy();
});

test('[2.22] what is left of all uploads together is said in words', async () => {
  await openPortal(
    '/admin/recordings',
    { ...college, 'POST /api/admin/recordings/match': () => [doubt, doubt] },
    { role: 'admin' },
  );
  await userEvent.upload(await screen.findByLabelText('Choose files'), [
    new File(['x'.repeat(2000)], 'unheard-1.bin'),
    new File(['x'.repeat(3000)], 'unheard-2.bin'),
  ]);
  expect(await screen.findByText(/^2 files with 5 kB left; measuring/u)).toBeTruthy();
});
