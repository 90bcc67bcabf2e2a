import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler } from '@/testing/server';
import { heldAccount, staffRecord, studentHandlers } from '@/testing/students';
import { fieldOf } from './fields';

afterEach(() => {
  forgetPortal();
  sessionStorage.clear();
});

const open = (handlers: Record<string, Handler> = {}, scope: 'registrar' | 'adviser' = 'registrar') =>
  openPortal('/admin/students/s-1', { ...studentHandlers, ...handlers }, { role: 'admin', scope });

const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('everything staff need during a call is on one page', async () => {
  await open({
    'GET /api/admin/students/s-1/courses': () => [
      {
        ...{
          id: 'c',
          code: 'FIN201',
          name: '公司金融',
          nameEn: 'Corporate Finance',
          credits: 3,
          group: 'g-1',
        },
        ...{ term: 't', state: 'confirmed', progress: 48, progressAt: '', lessons: [] },
        ...{ from: '2026-09-07', until: '', changedAt: 0 },
      },
    ],
    'GET /api/admin/students/s-1/messages': () => [
      {
        ...{ id: 'm', type: 'notice', title: 'Exam rules', subTitle: '', avatar: '', content: '', link: '' },
        ...{ time: '2026-11-10T00:00:00Z', messageType: 0, status: 1, acknowledge: true, acknowledged: '' },
        ...{ deadline: '', attachments: [], cursor: 'm' },
      },
    ],
    'GET /api/admin/students/s-1/history': () => ({
      items: [
        {
          ...{
            id: 'e-4',
            seq: 4,
            at: '2026-11-12T02:05:00Z',
            account: 'x',
            accountName: '刘敏',
            role: 'admin',
            address: '',
          },
          ...{ action: 'student.update', object: 's-1', objectName: '林夕' },
          ...{ before: { class: 'A' }, after: { class: 'B' } },
        },
        {
          ...{
            id: 'e-3',
            seq: 3,
            at: '2026-11-11T02:05:00Z',
            account: 'x',
            accountName: '刘敏',
            role: 'admin',
            address: '',
          },
          ...{ action: 'course.enrol', object: 's-1', objectName: '林夕' },
          ...{ after: { group: 'MKT201-2', state: 'confirmed' } },
        },
      ],
      next: '',
    }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: /林夕/u })).toBeTruthy();
  expect((await card('Account')).getByText('Still uses the first password')).toBeTruthy();
  expect((await card('Account')).getByText('WeChat · iPhone')).toBeTruthy();
  expect(await (await card('Courses')).findByText('Corporate Finance')).toBeTruthy();
  expect((await card('Courses')).getByRole('progressbar', { name: 'Progress in Corporate Finance' })).toBeTruthy();
  expect(await (await card('Messages')).findByText('Read, not acknowledged')).toBeTruthy();
  expect(await (await card('History')).findByText(/changed the record of/u)).toBeTruthy();
  expect((await card('History')).getByText('MKT201-2')).toBeTruthy();
  expect((await card('Record')).getByText('1101**********')).toBeTruthy();
});

describe('a record', () => {
  const change = async (field: string, text: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: `Change ${field}` }));
    const box = await screen.findByRole('textbox', { name: field });
    await userEvent.clear(box);
    await userEvent.type(box, text);
  };

  test('old and new values are shown, and all changes are saved together with the version, and undone', async () => {
    const { received } = await open({
      'PATCH /api/admin/students/s-1': ({ body }) =>
        body.includes('"version":1')
          ? staffRecord({ version: 2, phone: '18621015530' }, { phone: '18621015530', email: 'x@example.edu' })
          : staffRecord({ version: 3 }),
    });
    await change('Phone', '18621015530');
    await change('Email', 'x@example.edu');
    const record = await card('Record');
    expect(record.getByText('13800000001').closest('s')).toBeTruthy();
    expect(record.getByText(/logs in with the new number/u)).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const sent = (): unknown[] =>
      received.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
    await waitFor(() =>
      expect(sent()).toEqual([
        { version: 1, changes: { phone: '18621015530', email: 'x@example.edu' } },
        { version: 2, changes: { phone: '13800000001', email: 'linxi@example.edu.cn' } },
      ]),
    );
  });

  test('errors of the page and of the server appear at their fields', async () => {
    await open({
      'PATCH /api/admin/students/s-1': () =>
        refusal(409, '[student.phone_taken] Another student has this phone number.'),
    });
    await change('Phone', '12');
    await userEvent.click(screen.getByRole('button', { name: /^Save 1 change/u }));
    expect(await screen.findByText('Use 11 digits, or + and the country code.')).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Phone' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone' }), '18621015530');
    await userEvent.click(screen.getByRole('button', { name: /^Save 1 change/u }));
    expect(await screen.findByText('Another student has this phone number.')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Phone' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('a stale one shows both values and overwrites nothing unseen', async () => {
    let version = 1;
    const { received } = await open({
      'GET /api/admin/students/s-1': () =>
        version === 1 ? staffRecord() : staffRecord({ version }, { phone: '13977124406' }),
      'PATCH /api/admin/students/s-1': ({ body }) => {
        if (body.includes('"version":1')) {
          version = 2;
          return refusal(409, '[student.stale] Somebody else has changed this record meanwhile.');
        }
        return staffRecord({ version: 3 }, { phone: '18621015530' });
      },
    });
    await change('Phone', '18621015530');
    await userEvent.click(screen.getByRole('button', { name: /^Save 1 change/u }));
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('row', { name: /Phone/u }).textContent).toContain('13977124406');
    expect(table.getByRole('row', { name: /Phone/u }).textContent).toContain('18621015530');
    // The second save waits for a decision, which is beside its button.
    const save = screen.getByRole<HTMLButtonElement>('button', { name: /^Save 1 change/u });
    expect(save.disabled).toBe(true);
    expect(save.closest('form > div')?.contains(screen.getByText(/^Choose a version for each field/u))).toBe(true);
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    expect(received.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    await userEvent.click(table.getByRole('button', { name: 'Keep mine' }));
    await userEvent.click(save);
    await waitFor(() =>
      expect(JSON.parse(received.findLast(({ method }) => method === 'PATCH')?.body ?? '')).toEqual({
        version: 2,
        changes: { phone: '18621015530' },
      }),
    );
  });

  test('unsaved text survives a reload', async () => {
    const { unmount } = await open();
    await change('Email', 'half@');
    unmount();
    await open();
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })).value).toBe('half@');
    expect(screen.getByText('Your unsaved input has been restored.')).toBeTruthy();
  });
});

test('on a phone fields are edited one at a time, in a sheet', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { received } = await open({
    'PATCH /api/admin/students/s-1': () => staffRecord({ version: 2 }, { address: '1 College Road' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Address' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Address' }));
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.type(sheet.getByRole('textbox', { name: 'Address' }), '1 College Road');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 change saved')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(received.findLast(({ method }) => method === 'PATCH')?.body).toBe(
    '{"version":1,"changes":{"address":"1 College Road"}}',
  );
});

test('an adviser can only read and hand out codes', async () => {
  await open({}, 'adviser');
  const account = await card('Account');
  expect(await account.findByRole('button', { name: 'Reset to one-time code' })).toBeTruthy();
  expect(account.queryByRole('button', { name: /^End/u })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Change/u })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Enrol in group' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Imports' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Reset to one-time code',
  ]);
});

test('one session is ended', async () => {
  const { received } = await open({ 'DELETE /api/admin/students/s-1/sessions/x-1': () => null });
  await userEvent.click(await screen.findByRole('button', { name: 'End session on WeChat · iPhone' }));
  expect(await screen.findByText('Session ended')).toBeTruthy();
  expect(received.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('leaving the college says what follows, and undo restores the status', async () => {
  const { received } = await open({ 'POST /api/admin/students/status': () => ({ done: 1, left: [] }) });
  await screen.findByText('WeChat · iPhone');
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change status' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change status' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^New status/u }), 'Withdrawn');
  expect(dialog.getByText(/the student has left the college/u)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Change status' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(
      received.filter(({ path }) => path.endsWith('/status')).map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([
      { students: ['s-1'], status: 'withdrawn' },
      { students: ['s-1'], status: 'enrolled' },
    ]),
  );
});

test('a group is searched on the server, and the student is notified', async () => {
  const { received } = await open({
    'GET /api/admin/groups': () => ({
      items: [
        {
          ...{ id: 'g-9', code: 'LAW201-1', name: '', nameEn: '', size: 40, teachers: [] },
          course: { code: 'LAW201', name: '商法', nameEn: 'Commercial Law' },
        },
      ],
      next: '',
    }),
    'POST /api/admin/students/enrol': () => ({ done: 1, left: [] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Enrol in group' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enrol in group' }));
  expect(dialog.getByText(/the student is notified/u)).toBeTruthy();
  await userEvent.type(dialog.getByRole('combobox', { name: /^Group/u }), 'law');
  await userEvent.click(await screen.findByRole('option', { name: /Commercial Law/u }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enrol 1 student' }));
  expect(await screen.findByText('1 student enrolled and notified')).toBeTruthy();
  expect(JSON.parse(received.find(({ path }) => path.endsWith('/enrol'))?.body ?? '')).toMatchObject({
    students: ['s-1'],
    group: 'g-9',
  });
});

test('without an account one is created from the phone number, and its code is shown once', async () => {
  const { received } = await open({
    'GET /api/admin/students/s-1/account': () => ({ account: null }),
    'POST /api/admin/accounts': () => ({ id: 'a-9', code: 'K7QM-22' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create account' }));
  expect(await screen.findByRole('alertdialog', { name: '1 one-time code' })).toBeTruthy();
  expect(JSON.parse(received.find(({ path }) => path === '/api/admin/accounts')?.body ?? '')).toMatchObject({
    phone: '13800000001',
    student: 's-1',
    role: 'user',
  });
});

test('a closed account says why, and opens again at once', async () => {
  const { received } = await open({
    'GET /api/admin/students/s-1/account': () => heldAccount({ enabled: false, closedReason: 'Phone lost' }),
    'POST /api/admin/students/enabled': () => ({ done: 1, left: [] }),
  });
  expect(await screen.findByText('Closed: Phone lost')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reopen account' }));
  expect(await screen.findByText('1 account reopened')).toBeTruthy();
  expect(received.some(({ body }) => body.includes('"enabled":true'))).toBe(true);
});

describe('two records of one person', () => {
  const menu = async (item: string): Promise<void> => {
    await screen.findByText('WeChat · iPhone');
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('a preview shows what moves before merging', async () => {
    const { received } = await open({
      'GET /api/admin/students/s-2': () => staffRecord({ id: 's-2' }, { studentNumber: '777', address: 'Hengyang' }),
      'POST /api/admin/students/s-1/merge/preview': () => ({
        moved: [{ what: 'messages', moved: 4, dropped: 1 }],
        fields: ['address'],
      }),
      'POST /api/admin/students/s-1/merge': () => ({ moved: [], fields: [] }),
    });
    await menu('Merge duplicate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge duplicate' }));
    const duplicate = dialog.getByRole<HTMLInputElement>('combobox', { name: /^Duplicate record/u });
    expect(duplicate.placeholder).toContain('pinyin');
    await userEvent.type(duplicate, 'lin');
    await userEvent.click(await screen.findByRole('option', { name: /林2/u }));
    expect(await dialog.findByText('Messages: 4 will be moved, 1 already here')).toBeTruthy();
    expect(await dialog.findByText('was empty, now Hengyang')).toBeTruthy();
    expect(dialog.getByText('keeps 20250101001, discards 777')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText("林2's record was merged into this one")).toBeTruthy();
    expect(JSON.parse(received.find(({ path }) => path.endsWith('/merge'))?.body ?? '')).toEqual({
      other: 's-2',
      version: 1,
    });
  });

  test('a record in use is not deleted and says why; an unused one is', async () => {
    let used = true;
    const { router } = await open({
      'DELETE /api/admin/students/s-1': () =>
        used ? refusal(409, '[student.has_logged_in] The student has logged in before.') : null,
    });
    await menu('Delete record');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete record' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    expect(await dialog.findByText('The student has logged in before.')).toBeTruthy();
    used = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/students'));
  });
});

test('[ and ] move through the list the user came from', async () => {
  const { router } = await openPortal(
    '/admin/students',
    {
      ...studentHandlers,
      'GET /api/admin/students/s-2': () => staffRecord({ id: 's-2', name: '陈浩' }),
      'GET /api/admin/students/s-2/account': () => heldAccount(),
    },
    { role: 'admin' },
  );
  await userEvent.click(await screen.findByRole('link', { name: /林1/u }));
  await screen.findByText('1 of 3 in the list');
  await userEvent.keyboard(']');
  expect(await screen.findByRole('heading', { level: 1, name: /陈浩/u })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/admin/students/s-2');
  await userEvent.keyboard('[[');
  expect(await screen.findByRole('heading', { level: 1, name: /林夕/u })).toBeTruthy();
});

test('a student who doesn’t exist is reported as missing', async () => {
  await openPortal('/admin/students/nobody', studentHandlers, { role: 'admin' });
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
});

test.each([
  ['student.number_taken', 'Another student has the number 7.', 'studentNumber'],
  ['student.bad_date', 'graduation must be a date, for example 2027-06-30.', 'expectedGraduation'],
  ['student.field_required', 'name不能为空。', 'name'],
  ['nationalid.check', 'The last character is wrong.', 'nationalId'],
  ['student.stale', 'Somebody else has changed this record.', undefined],
])('the error %s (%s) belongs to %s', (code, text, field) => {
  expect(fieldOf({ code, text })).toBe(field);
});

describe('the photo', () => {
  const file = () => new File(['PNG'], 'me.png', { type: 'image/png' });
  const photoAt = '/api/admin/students/s-1/photo';

  const withPhoto = (photo: string) => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
    return {
      'GET /api/admin/students/s-1': () => staffRecord({ photo }),
      [`GET ${photoAt}`]: () => new Response('JPEG'),
      [`PUT ${photoAt}`]: () => staffRecord({ photo: (photo = photoAt) }),
      [`DELETE ${photoAt}`]: () => staffRecord({ photo: (photo = '') }),
    };
  };

  const writes = (received: { method: string; path: string }[]): string[] =>
    received.filter(({ method, path }) => path === photoAt && method !== 'GET').map(({ method }) => method);

  test('one is added, with an undo', async () => {
    const { container, received } = await open(withPhoto(''));
    await userEvent.upload(await screen.findByLabelText('Choose a photo'), file());
    expect(await screen.findByText('Photo saved.')).toBeTruthy();
    await waitFor(() => expect(container.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(writes(received)).toEqual(['PUT', 'DELETE']));
    await waitFor(() => expect(container.querySelectorAll('img[src="blob:photo"]')).toHaveLength(0));
  });

  test('one is removed, with an undo', async () => {
    const { container, received } = await open(withPhoto(photoAt));
    await waitFor(() => expect(container.querySelectorAll('img[src="blob:photo"]')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Photo…' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(await screen.findByText('Photo removed.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(writes(received)).toEqual(['DELETE', 'PUT']));
  });

  test('an error appears beside it', async () => {
    await open({
      [`PUT ${photoAt}`]: () => refusal(415, '[account.avatar_type] Choose a JPEG, PNG or WebP picture.'),
    });
    await userEvent.upload(await screen.findByLabelText('Choose a photo'), file());
    const said = await screen.findByText('Choose a JPEG, PNG or WebP picture.');
    expect(said.closest('[role="alert"]')).toBeTruthy();
    expect(screen.queryByText('Photo saved.')).toBeNull();
  });

  test('an adviser only sees it', async () => {
    await open(withPhoto(photoAt), 'adviser');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Photo…' })).toBeNull();
  });
});
