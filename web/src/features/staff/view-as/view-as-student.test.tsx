import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodeIdentity } from '@/shared/store/identity';
import { identity, token } from '@/shared/store/session';
import { expectAccessible } from '@/testing/axe';
import { fakeServer, refusal, type Received } from '@/testing/server';
import { ViewAsStudent } from './view-as-student';

const path = '/api/admin/students/stu-9/view';
const view = { token: 'VIEW', account: 'acc-9', session: 's9', name: '林晓雨', until: 1_900_000_000_000 };

/** An opened tab, with the storage the browser has copied from this one. */
function fakeTab() {
  const kept = new Map([['draft acc-1 note', 'half a sentence']]);
  const tab = {
    kept,
    sessionStorage: {
      clear: () => kept.clear(),
      setItem: (key: string, value: string) => kept.set(key, value),
    },
    location: { replace: vi.fn<(address: string) => void>() },
  };
  return tab;
}

let opened: ReturnType<typeof vi.fn<(url?: string, target?: string) => unknown>>;

beforeEach(() => {
  token.set('STAFF');
  identity.set('acc-1');
  localStorage.setItem('arco-locale', 'en-US');
  opened = vi.fn<(url?: string, target?: string) => unknown>();
  vi.stubGlobal('open', opened);
});

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function ask(handler: (received: Received) => unknown) {
  const received = fakeServer({ [`POST ${path}`]: handler });
  render(
    <Suspense>
      <ViewAsStudent student="stu-9" name="林晓雨" />
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'View as student (read-only)' }));
  return { received, dialog: await screen.findByRole('dialog', { name: 'View as 林晓雨' }) };
}

const confirm = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Open for 15 minutes' }));

test('it asks for a reason and opens the view in a tab with a separate session', async () => {
  const tab = fakeTab();
  opened.mockReturnValue(tab);
  const { received, dialog } = await ask(() => view);
  await expectAccessible(dialog);
  await confirm();
  expect(await screen.findByText('Enter a reason')).toBeTruthy();
  expect(received).toHaveLength(0);

  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/u }), ' asked by phone ');
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ reason: 'asked by phone' }]);
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(`${location.origin}/student/timetable`);
  const { 'user-identity': who = '', ...kept } = Object.fromEntries(tab.kept);
  expect(decodeIdentity(who)).toBe('acc-9');
  expect(kept).toEqual({
    'view-of': JSON.stringify({ name: '林晓雨', until: view.until }),
    token: 'VIEW',
    'arco-locale': 'en-US',
  });
  expect(token.get()).toBe('STAFF');
  expect(Object.values({ ...localStorage, ...sessionStorage }).join(' ')).not.toContain('VIEW');
});

test('it asks for a two-step code when the server needs one', async () => {
  opened.mockReturnValue(fakeTab());
  const answers: [string | undefined, unknown][] = [
    [undefined, refusal(400, '[account.factor_required] Please enter the code.')],
    ['000000', refusal(400, '[account.factor_wrong] This code is not right.')],
    ['492039', view],
  ];
  const { received } = await ask(() => answers[received.length - 1]?.[1]);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/u }), 'x');
  expect(screen.queryByRole('textbox', { name: /^Code/u })).toBeNull();
  await confirm();
  const code = await screen.findByRole('textbox', { name: /^Authenticator app code/u });
  await userEvent.type(code, '000000');
  await confirm();
  expect(await screen.findByText(/This code is not right/u)).toBeTruthy();
  await userEvent.clear(code);
  await userEvent.type(code, '492039');
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const codes = received.map(({ body }) => (JSON.parse(body) as { code?: string }).code);
  expect(codes).toEqual(answers.map(([sent]) => sent));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('492039');
});

test('a server error appears in the dialog', async () => {
  await ask(() => refusal(409, '[account.view_closed] This student cannot log in at present.'));
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/u }), 'x');
  await confirm();
  expect(await screen.findByText(/This student cannot log in at present/u)).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
});

test('a blocked tab can be opened with a button', async () => {
  opened.mockReturnValueOnce(null);
  const { received } = await ask(() => view);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/u }), 'x');
  await confirm();
  expect(await screen.findByText(/Your browser blocked the new tab/u)).toBeTruthy();
  const tab = fakeTab();
  opened.mockReturnValue(tab);
  await userEvent.click(screen.getByRole('button', { name: 'Open tab' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(tab.kept.get('token')).toBe('VIEW');
  expect(received).toHaveLength(1);
});
