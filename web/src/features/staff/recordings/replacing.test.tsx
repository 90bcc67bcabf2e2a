import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';

afterEach(() => forgetPortal());

const asset = {
  ...{ id: 'a-1', lesson: '', title: '', titleEn: '', course: '', code: '', group: '', groupCode: '', class: '' },
  ...{ published: false, preview: false, state: 'ready', percent: 100, reason: '', file: 'new.mp4', size: 1 },
  ...{ duration: 7, width: 0, height: 0, current: false, publish: false, renditions: [], silent: false, files: [] },
  ...{ blank: false, modified: 0, created: '', updated: '', replacedBy: '', until: '' },
};
const lesson = { lesson: 'l-1', course: 'c-1', title: '渠道', titleEn: 'Channels', class: 'm.2', beside: false };
const match = {
  ...{ kind: 'recording', state: 'likely', of: -1, number: 0, join: false, language: '', known: null, reason: null },
  candidates: [
    {
      ...{ place: lesson, beside: { ...lesson, lesson: '', beside: true }, code: 'MKT201-1', courseName: '市场营销' },
      ...{ courseNameEn: 'Marketing', position: 1, titleEn: 'Channels', room: '', roomEn: '', date: '', starts: '' },
      ...{ replaces: 'old.mp4', published: true, percent: 80, reasons: [] },
    },
  ],
};
const removed = {
  ...{ kind: 'replaced', id: 'a-0', file: 'old.mp4', title: '渠道', titleEn: 'Channels', code: 'MKT201', by: 'Chen' },
  ...{ at: new Date().toISOString(), until: new Date(Date.now() + 86_400_000).toISOString() },
  ...{ replacedBy: 'new.mp4', plays: 'new.mp4' },
};
const college = {
  'GET /api/admin/courses': () => [],
  'GET /api/admin/media': () => [asset],
  'GET /api/admin/media/counts': () => ({
    ...{ all: 1, underway: 0, ready: 1, hidden: 0, failed: 0, cancelled: 0, unmatched: 1 },
  }),
  'GET /api/admin/recordings/bin': () => ({ removed: [removed], total: 1 }),
  'GET /api/admin/recordings/place': () => ({
    ...{ lesson: 'l-1', course: 'c-1', class: 'm.2', title: '渠道', titleEn: 'Channels', published: true },
    ...{ asset: 'a-0', file: 'old.mp4', duration: 42, watched: 3 },
  }),
  'POST /api/admin/recordings/match': () => [match],
  'POST /api/admin/recordings/move': () => ({ done: 1, left: [] }),
  'POST /api/admin/recordings/restore': () => ({ done: 1, left: [] }),
};

type Received = Awaited<ReturnType<typeof openPortal>>['received'];

const bodiesOf = (received: Received, end: string): unknown[] =>
  received.filter(({ path }) => path.endsWith(end)).map(({ body }) => JSON.parse(body ?? '') as unknown);

async function choose() {
  const portal = await openPortal('/admin/recordings', college, { role: 'admin' });
  await userEvent.click(await screen.findByRole('button', { name: 'More: new.mp4' }));
  await userEvent.click(await screen.findByRole('button', { name: /MKT201-1, lesson “Channels”/u }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Replace the recording?' });
  expect(dialog.textContent).toContain('“Channels” plays old.mp4 now (0:42). 3 students have watched it.');
  expect(dialog.textContent).toContain('Students see the new recording as soon as it is ready.');
  expect(bodiesOf(portal.received, '/move')).toEqual([]);
  return { ...portal, dialog };
}

test('[2.22] replacing a recording says what plays and who has watched it, and can be undone', async () => {
  const { received, dialog } = await choose();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(() =>
    expect(bodiesOf(received, '/move')).toEqual([{ moves: [{ id: 'a-1', lesson: 'l-1', replace: 'a-0' }] }]),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/u }));
  await waitFor(() => expect(bodiesOf(received, '/restore')).toEqual([{ assets: ['a-0'] }]));
  expect(bodiesOf(received, '/move')[1]).toEqual({ moves: [{ id: 'a-1' }] });
});

test('[2.22] both recordings can be kept', async () => {
  const { received, dialog } = await choose();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep both' }));
  const move = { id: 'a-1', course: 'c-1', title: '渠道', titleEn: 'Channels', class: 'm.2', beside: true };
  await waitFor(() => expect(bodiesOf(received, '/move')).toEqual([{ moves: [move] }]));
});

test('[2.22] the bin says who replaced what until when, and asks before it replaces again', async () => {
  const { received } = await openPortal('/admin/recordings', college, { role: 'admin' });
  const button = await screen.findByRole('button', { name: 'Put back old.mp4' });
  expect(
    screen.getByText(/Replaced by new\.mp4 · by Chen · MKT201 Channels · deleted for good tomorrow/u),
  ).toBeTruthy();
  await userEvent.click(button);
  const dialog = await screen.findByRole('alertdialog', { name: 'Put back “old.mp4”?' });
  expect(dialog.textContent).toContain('The lesson plays new.mp4 now.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Put back' }));
  await waitFor(() => expect(bodiesOf(received, '/restore')).toEqual([{ assets: ['a-0'] }]));
});

test('[2.22] several recordings get lessons of their own and replace nothing', async () => {
  const { received } = await openPortal(
    '/admin/recordings',
    {
      ...college,
      'GET /api/admin/media': () => [asset, { ...asset, id: 'a-2', file: 'second.mp4' }],
      'GET /api/admin/courses': () => [{ id: 'c-1', code: 'MKT201', name: '市场营销', nameEn: 'Marketing' }],
      'GET /api/admin/courses/c-1/classes': () => [],
      'GET /api/admin/courses/c-1/lessons': () => [
        { id: 'l-1', position: 1, title: '渠道', titleEn: 'Channels', class: '', group: '', published: true },
      ],
    },
    { role: 'admin' },
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select new.mp4' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select second.mp4' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Move or replace/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move or replace' }));
  expect(dialog.getByText(/Each recording gets a new lesson that students don't see/u)).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Course'), 'c-1');
  await waitFor(() => expect(dialog.getByRole('option', { name: '1. Channels' })).toBeTruthy());
  await userEvent.selectOptions(dialog.getByLabelText('Lesson'), 'l-1');
  await userEvent.click(dialog.getByRole('button', { name: 'Choose this' }));
  const move = { course: 'c-1', title: '渠道', titleEn: 'Channels', class: 'm.2', beside: true };
  await waitFor(() =>
    expect(bodiesOf(received, '/move')).toEqual([
      {
        moves: [
          { id: 'a-1', ...move },
          { id: 'a-2', ...move },
        ],
      },
    ]),
  );
});
