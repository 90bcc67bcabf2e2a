import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events } from '@/shared/api/events';
import { identity } from '@/shared/store/session';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler } from '@/testing/server';

const account = {
  id: 'a1',
  name: '周海燕',
  phone: '13800000011',
  role: 'admin',
  scope: 'adviser',
  classes: ['市营2501'],
  student: '',
  teacher: '',
  teacherName: '',
  teacherNameEn: '',
  teacherNumber: '',
  enabled: true,
  email: '',
  organization: '',
  organizationName: '',
  registered: '2026-09-01T02:05:00Z',
  lastLogin: '2026-11-12T02:05:00Z',
  firstPassword: false,
  secondFactor: true,
  closedReason: '',
  onlyRegistrar: false,
};
const registrar = {
  ...account,
  id: 'a2',
  name: '刘敏',
  scope: 'registrar',
  classes: [],
  onlyRegistrar: true,
};
const closed = {
  ...account,
  id: 'a3',
  name: '何静',
  scope: 'media',
  enabled: false,
  closedReason: 'On leave',
};

const teacher = {
  ...account,
  id: 'a4',
  name: '吴启航',
  role: 'user',
  scope: '',
  classes: [],
  teacher: 'T007',
  teacherName: '吴启航',
  teacherNameEn: 'Wu Qihang',
  teacherNumber: 'T031',
};

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
);
afterEach(() => {
  sessionStorage.clear();
  forgetPortal();
  events.emit('logout');
});

const open = (path = '/admin/accounts', handlers: Readonly<Record<string, Handler>> = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/accounts': ({ query }) =>
        query['teachers'] === 'true' ? [teacher] : [account, registrar, closed],
      'GET /api/admin/students/classes': ({ query }) =>
        ['市营2501', '市营2502']
          .filter((name) => name.includes(query['search'] ?? ''))
          .map((name) => ({ name, nameEn: '' })),
      ...handlers,
    },
    { role: 'admin' },
  );

const panel = async () => within(await screen.findByRole('complementary', { name: /./u }));
const sent = (received: { method: string; path: string; body: string }[]) =>
  received.filter(({ path, method }) => path.startsWith('/api/admin/accounts') && method !== 'GET');

test('the list shows responsibility, classes and state, and the URL opens an account', async () => {
  const { router } = await open('/admin/accounts?scope=adviser');
  const row = await screen.findByRole('row', { name: /周海燕/u });
  expect(row.textContent).toContain('Adviser市营2501');
  expect(screen.queryByText('刘敏')).toBeNull();
  await userEvent.click(screen.getByText('周海燕'));
  await waitFor(() => expect(router.state.location.href).toContain('account=a1'));
  expect((await panel()).getByText('Chosen by the owner')).toBeTruthy();
});

test('a new adviser needs a class; the code is shown once', async () => {
  const { received } = await open('/admin/accounts?account=new', {
    'POST /api/admin/accounts': () => ({ id: 'a9', code: 'K7QP-M2XD' }),
  });
  const form = within(await screen.findByRole('form', { name: 'New account' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Name/u }), '唐薇');
  await userEvent.type(form.getByRole('textbox', { name: /^Phone/u }), '13800000012');
  await userEvent.click(form.getByRole('button', { name: 'Create account' }));
  expect(await form.findByText('Choose at least one class.')).toBeTruthy();
  await userEvent.click(await form.findByRole('checkbox', { name: '市营2502' }));
  await userEvent.click(form.getByRole('button', { name: 'Create account' }));
  const code = within(await screen.findByRole('alertdialog', { name: 'One-time code' }));
  expect(code.getByText('K7QP-M2XD')).toBeTruthy();
  expect(JSON.parse(sent(received)[0]?.body ?? '')).toEqual({
    name: '唐薇',
    phone: '13800000012',
    role: 'admin',
    scope: 'adviser',
    classes: ['市营2502'],
  });
  await userEvent.click(code.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('K7QP-M2XD')).toBeNull();
});

test('a phone number in use is an error at its field', async () => {
  await open('/admin/accounts?account=new', {
    'POST /api/admin/accounts': () => refusal(409, '[account.exists] There is an account with this phone number.'),
  });
  const form = within(await screen.findByRole('form', { name: 'New account' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Name/u }), 'x');
  await userEvent.type(form.getByRole('textbox', { name: /^Phone/u }), '13800000011');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Responsibility' }), 'Auditor');
  await userEvent.click(form.getByRole('button', { name: 'Create account' }));
  expect(await form.findByText('There is an account with this phone number.')).toBeTruthy();
});

test('another responsibility drops the classes', async () => {
  const { received } = await open('/admin/accounts?account=a1', {
    'PUT /api/admin/accounts/a1/role': () => null,
  });
  const form = within(await screen.findByRole('form', { name: 'Responsibility' }));
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'Responsibility' }).value).toBe('adviser');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Responsibility' }), 'Media');
  await userEvent.click(form.getByRole('button', { name: 'Save responsibility' }));
  expect(await screen.findByText("周海燕's responsibility was changed.")).toBeTruthy();
  expect(JSON.parse(sent(received)[0]?.body ?? '')).toEqual({ role: 'admin', scope: 'media', classes: [] });
});

test('a new code and a reset of two-step verification first say what they do', async () => {
  const { received } = await open('/admin/accounts?account=a1', {
    'POST /api/admin/accounts/a1/password-reset': () => ({ id: 'a1', code: 'AAAA-BBBB' }),
    'DELETE /api/admin/accounts/a1/factor': () => null,
    'DELETE /api/admin/accounts/a1/sessions': () => null,
  });
  const beside = await panel();
  await userEvent.click(beside.getByRole('button', { name: 'Reset two-step verification' }));
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toContain("a message that can't be unsent");
  expect(sent(received)).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Reset two-step verification' }));
  expect(await screen.findByText(/has been reset, and they've been notified/u)).toBeTruthy();
  await userEvent.click(beside.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('All sessions of 周海燕 ended.')).toBeTruthy();
  await userEvent.click(beside.getByRole('button', { name: 'New one-time code' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create one-time code' }));
  expect(await screen.findByText('AAAA-BBBB')).toBeTruthy();
});

test('closing asks for the reason, and can be undone', async () => {
  const { received } = await open('/admin/accounts?account=a1', {
    'PUT /api/admin/accounts/a1/enabled': () => null,
  });
  await userEvent.click((await panel()).getByRole('button', { name: 'Close account' }));
  const dialog = within(screen.getByRole('dialog', { name: "Close 周海燕's account" }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close account' }));
  expect(dialog.getByText('Enter a reason. They see it when they try to log in.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/u }), 'Left the college');
  await userEvent.click(dialog.getByRole('button', { name: 'Close account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent(received).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { enabled: false, reason: 'Left the college' },
      { enabled: true },
    ]),
  );
});

test('a closed account says why and can be opened', async () => {
  await open('/admin/accounts?account=a3', { 'PUT /api/admin/accounts/a3/enabled': () => null });
  const beside = await panel();
  expect(beside.getByText('On leave')).toBeTruthy();
  expect(beside.queryByRole('button', { name: 'New one-time code' })).toBeNull();
  await userEvent.click(beside.getByRole('button', { name: 'Reopen account' }));
  expect(await screen.findByText("何静's account is open again.")).toBeTruthy();
});

test('the only registrar and your own account say why there is no button', async () => {
  await open('/admin/accounts?account=a2');
  const beside = await panel();
  expect(beside.getByText(/^The only registrar's account can't be closed/u)).toBeTruthy();
  expect(beside.getByText(/^The only registrar can't change responsibility/u)).toBeTruthy();
  expect(beside.queryByRole('button', { name: 'Close account' })).toBeNull();
});

test('you can’t close your own account', async () => {
  await open('/admin/accounts', {
    'GET /api/admin/accounts': () => [{ ...account, id: identity.get() ?? '' }, registrar],
  });
  await userEvent.click(await screen.findByText('周海燕'));
  const beside = await panel();
  expect(beside.getByText(/^You can't close your own account/u)).toBeTruthy();
  expect(beside.queryByRole('button', { name: 'New one-time code' })).toBeNull();
});

test('a teacher’s account names the teacher, has no responsibility, and is unlinked', async () => {
  const { received } = await open('/admin/accounts?account=a4', {
    'PUT /api/admin/accounts/a4/teacher': () => null,
  });
  const beside = await panel();
  expect(beside.getByText('Linked to the teacher Wu Qihang · T031.')).toBeTruthy();
  expect(beside.queryByRole('form', { name: 'Responsibility' })).toBeNull();
  const row = await screen.findByRole('row', { name: /吴启航/u });
  expect(row.textContent).toContain('Teacher');
  await userEvent.click(beside.getByRole('button', { name: 'Unlink teacher' }));
  expect(await screen.findByText("吴启航's account is no longer linked to a teacher.")).toBeTruthy();
  expect(JSON.parse(sent(received)[0]?.body ?? '')).toEqual({ teacher: '' });
});

test('a new teacher gets a code and is linked in the next step', async () => {
  const unlinked = { ...teacher, id: 'a5', name: '高岚', teacher: '', teacherName: '', teacherNameEn: '' };
  let made = false;
  const { received } = await open('/admin/accounts?account=new', {
    'GET /api/admin/accounts': ({ query }) => (query['teachers'] === 'true' ? (made ? [unlinked] : []) : [registrar]),
    'POST /api/admin/accounts': () => {
      made = true;
      return { id: 'a5', code: 'K7QP-M2XD' };
    },
    'GET /api/admin/planning/options': () => [
      { id: 'T008', name: '高岚', nameEn: 'Gao Lan', detail: 'T008 · BDA301' },
      { id: 'T109', name: '高岚', nameEn: 'Gao Lan', detail: 'T109' },
    ],
    'PUT /api/admin/accounts/a5/teacher': () => null,
  });
  const form = within(await screen.findByRole('form', { name: 'New account' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Name/u }), '高岚');
  await userEvent.type(form.getByRole('textbox', { name: /^Phone/u }), '13800000013');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Responsibility' }), 'Teacher');
  await userEvent.click(form.getByRole('button', { name: 'Create account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
  const box = await screen.findByRole('combobox', { name: 'Link to a teacher' });
  await userEvent.type(box, 'Gao');
  await userEvent.click(await screen.findByRole('option', { name: 'Gao Lan · T008 · BDA301' }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Link to a teacher' }).value).toBe(
    'Gao Lan · T008 · BDA301',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }));
  expect(await screen.findByText("高岚's account is now linked to Gao Lan · T008 · BDA301.")).toBeTruthy();
  expect(sent(received).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { name: '高岚', phone: '13800000013', role: 'user' },
    { teacher: 'T008' },
  ]);
});
