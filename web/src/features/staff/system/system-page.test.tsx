import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events } from '@/shared/api/events';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';

const load = { hashing: 0, waiting: 0, places: 17 };
const disk = { free: 40e9, size: 100e9 };
const node = {
  id: 'n1',
  name: 'node-a',
  version: '1.2.0',
  started: '2026-11-12T00:00:00Z',
  seen: '2026-11-12T02:05:00Z',
  state: 'here',
  role: 'all',
  kinds: ['media'],
  slots: 1,
  cores: 4,
  logins: load,
  disk,
  lost: [],
};
const about = { asset: '', code: '', title: '', titleEn: '', file: '', height: 0, reason: '' };
const job = {
  id: 'j1',
  kind: 'push.send',
  state: 'dead',
  created: '2026-11-12T01:00:00Z',
  due: '2026-11-12T01:10:00Z',
  attempts: 6,
  maxAttempts: 6,
  progress: 0,
  error: 'push: the push service answered 500',
  worker: 'node-a',
  lostBy: '',
  cost: 1,
  begun: '',
  left: 0,
  about,
};
const system = {
  version: '1.2.0',
  findings: [
    { kind: 'disk', state: 'problem', text: 'Only 0.4 GiB free. Free some space before writes start to fail.' },
    { kind: 'backup', state: 'note', text: 'None was ever written' },
    { kind: 'keys', state: 'ok', text: 'fingerprint ab12' },
  ],
  nodes: [
    {
      ...node,
      id: 'n2',
      name: 'node-b',
      state: 'silent',
      lost: [
        {
          ...job,
          id: 'j4',
          state: 'done',
          about: { ...about, asset: 'a', code: 'MKT201', title: '渠道', titleEn: 'Channels' },
        },
      ],
    },
    node,
  ],
  jobs: [
    job,
    { ...job, id: 'j2', kind: 'media.prepare', state: 'running', progress: 40, error: '' },
    { ...job, id: 'j3', state: 'waiting', attempts: 0, error: '' },
  ],
  counts: { dead: 1, running: 1, waiting: 1 },
  disk,
  database: { engine: 'SQLite', version: '3.50.4', size: 12e6, schema: 43 },
  media: '/srv/lectern/blobs',
  backup: '',
  push: { failed: 1, retrying: 0, error: 'push: the push service answered 500' },
  logins: load,
  settings: [
    { name: 'LECTERN_LISTEN', value: ':8080', secret: false, set: true, from: 'flag' },
    { name: 'LECTERN_SIGN_SECRET', value: '', secret: true, set: true, from: 'environment' },
    { name: 'LECTERN_PUBLIC_URL', value: '', secret: false, set: false, from: 'default' },
  ],
};

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
);
afterEach(() => {
  forgetPortal();
  events.emit('logout');
});

const open = (path = '/admin/system', handlers = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/system': () => system,
      'POST /api/admin/jobs/j1/retry': () => null,
      'POST /api/admin/jobs/j3/retry': () => null,
      'DELETE /api/admin/jobs/j3': () => null,
      ...handlers,
    },
    { role: 'admin' },
  );

test('problems come first with what to do, and passed checks are collapsed', async () => {
  await open();
  const card = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const [first, second] = card.getAllByRole('listitem');
  expect(first?.textContent).toBe('ProblemDiskOnly 0.4 GiB free. Free some space before writes start to fail.');
  expect(second?.textContent).toBe('NoteBackupNone was ever written');
  expect(card.getByText('1 check passed')).toBeTruthy();
});

test('a silent node shows since when, and secrets only that they are set', async () => {
  await open();
  const nodes = within(await screen.findByRole('region', { name: 'Instances' }));
  expect(
    nodes
      .getAllByRole('listitem')
      .filter(({ textContent }) => /^(?:No contact|This instance)/u.test(textContent))
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^No contactnode-b.*last contact.*MKT201 Channels moved to node-a\. Nothing was lost\.$/u),
    expect.stringMatching(/^This instancenode-a.*1 job.*Prepare a recording40 %/u),
  ]);
  const settings = within(screen.getByRole('region', { name: 'Configuration' }));
  expect(settings.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ':8080command line',
    'setenvironment',
    'not setdefault',
  ]);
});

test('a failed job can be retried; a running one has no buttons', async () => {
  const { received } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Run again: Send to one device' }));
  expect(await screen.findByText('Queued again: Send to one device')).toBeTruthy();
  await waitFor(() => expect(received.filter(({ path }) => path === '/api/admin/system').length).toBe(2));
  expect(received.some(({ method, path }) => method === 'POST' && path === '/api/admin/jobs/j1/retry')).toBe(true);
  expect(screen.queryByRole('button', { name: /: Prepare a recording$/u })).toBeNull();
  expect(screen.getByText("This job is running. Wait until it's done.")).toBeTruthy();
});

test('a waiting job is deleted at once, with an undo', async () => {
  const { received } = await open('/admin/system?state=waiting');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard: Send to one device' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['DELETE /api/admin/jobs/j3', 'POST /api/admin/jobs/j3/retry']),
    ),
  );
});

test('the desk links to failed jobs only', async () => {
  await open('/admin/system?state=dead');
  expect(await screen.findByRole('button', { name: 'Run again: Send to one device' })).toBeTruthy();
  expect(screen.queryByText("This job is running. Wait until it's done.")).toBeNull();
});

test('an error is shown', async () => {
  await open('/admin/system', {
    'DELETE /api/admin/jobs/j1': () => refusal(409, '[job.running] This job is running.'),
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /^Discard/u }))[0] as HTMLElement);
  expect(await screen.findByText(/This job is running/u)).toBeTruthy();
});
