import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Received } from '@/testing/server';

beforeEach(() => sessionStorage.clear());
afterEach(() => forgetPortal());

const sent = {
  id: 'n-1',
  type: 'notice',
  messageType: 0,
  state: 'sent',
  origin: 'staff',
  to: 'class:金融2601',
  audience: { kind: 'class', code: '', name: '', nameEn: '', students: 0 },
  title: { zh: '期中考试规定', en: 'Rules for the mid-term exams' },
  subTitle: {},
  content: { zh: '请仔细阅读。', en: 'Please read them with care.' },
  avatar: '',
  link: '/student/timetable',
  acknowledge: true,
  deadline: '2026-11-13T09:00:00Z',
  attachments: [{ id: 'f-1', name: 'rules.pdf', size: 1200, type: 'application/pdf' }],
  sender: 'acc-1',
  senderName: '刘敏',
  sent: '2026-11-10T01:00:00Z',
  expires: '',
  withdrawn: '',
};

const reach = {
  message: sent,
  students: 42,
  readers: 30,
  acknowledged: 28,
  late: 1,
  overdue: false,
  progress: [
    { at: '2026-11-10T01:00:00Z', readers: 0, acknowledged: 0 },
    { at: '2026-11-11T01:00:00Z', readers: 20, acknowledged: 8 },
    { at: '2026-11-12T01:00:00Z', readers: 30, acknowledged: 28 },
  ],
  reminded: [],
  remindFrom: '',
};

const waiting = [
  {
    student: 's-1',
    studentNumber: '20260001',
    name: '林晓雨',
    nameLatin: 'Lin Xiaoyu',
    class: '金融2601',
    read: true,
    account: true,
  },
  {
    student: 's-2',
    studentNumber: '20260002',
    name: '赵思琪',
    nameLatin: 'Zhao Siqi',
    class: '金融2601',
    read: false,
    account: false,
  },
];

const audiences = {
  kinds: ['all', 'campus', 'programme', 'year', 'class', 'course', 'group', 'list'],
  campuses: [{ code: 'north', name: '北校区', nameEn: 'North' }],
  programmes: [{ code: 'FIN', name: '金融学', nameEn: 'Finance' }],
  years: [2026, 2025],
  classes: [],
  groups: [],
};

const own = [{ name: '金融2601', nameEn: 'Finance 2601' }];

const some = [
  { student: 's-1', studentNumber: '20260001', name: '林晓雨', nameLatin: 'Lin Xiaoyu', class: '金融2601' },
];

const open = (path: string, handlers = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/messages': () => ({ messages: [sent], next: '' }),
      'GET /api/admin/messages/counts': () => [{ id: 'n-1', students: 42, readers: 30, acknowledged: 28 }],
      'GET /api/admin/messages/audiences': () => audiences,
      'GET /api/admin/students/classes': () => [{ name: '金融2601', nameEn: 'Finance 2601' }],
      'POST /api/admin/messages/preview': ({ body }: Received) =>
        (JSON.parse(body) as { to: string }).to === 'list'
          ? { students: 1, some, unknown: ['X-1'], subTitle: {} }
          : { students: 84, some, unknown: [], subTitle: {} },
      'GET /api/admin/messages/n-1': () => reach,
      'GET /api/admin/messages/n-1/waiting': () => waiting,
      'POST /api/admin/messages': () => ({ id: 'n-1' }),
      ...handlers,
    },
    { role: 'admin' },
  );

const asked = (received: readonly Received[], path: string): Received | undefined =>
  received.findLast((one) => one.path === path);

describe('the list', () => {
  test('a notice shows its state, audience, numbers and deadline', async () => {
    await open('/admin/notices');
    const row = (await screen.findByRole('link', { name: 'Rules for the mid-term exams' })).closest('tr, li');
    expect(row?.textContent).toContain('Class 金融2601');
    await waitFor(() => expect(row?.textContent).toContain('30 of 42'));
    expect(row?.textContent).toContain('28 of 42');
    expect(row?.textContent).toContain('Sent');
    expect(screen.getByRole('link', { name: 'Write a notice' }).getAttribute('href')).toBe('/admin/notices/new');
  });

  test('state and search are in the URL and sent to the server', async () => {
    const { received, router } = await open('/admin/notices');
    await userEvent.click(await screen.findByRole('button', { name: 'Scheduled' }));
    await userEvent.click(screen.getByRole('button', { name: 'Withdrawn' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search this list' }), {
      target: { value: 'exam' },
    });
    await waitFor(() =>
      expect(asked(received, '/api/admin/messages')?.query).toMatchObject({
        state: 'withdrawn',
        search: 'exam',
        origin: 'staff',
      }),
    );
    expect(router.state.location.href).toContain('state=withdrawn');
  });

  test('a college without notices learns how to send one', async () => {
    await open('/admin/notices', { 'GET /api/admin/messages': () => ({ messages: [], next: '' }) });
    expect(await screen.findByText('No notices yet')).toBeTruthy();
  });
});

describe('one notice', () => {
  test('shows its text in both languages, its numbers, and who hasn’t acknowledged it', async () => {
    await open('/admin/notices/n-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Rules for the mid-term exams' })).toBeTruthy();
    const text = within(screen.getByRole('region', { name: 'Content' }));
    expect(text.getByText('请仔细阅读。')).toBeTruthy();
    expect(text.getByText('Please read them with care.')).toBeTruthy();
    expect(text.getByText('rules.pdf')).toBeTruthy();
    const numbers = screen.getByRole('region', { name: 'Delivery' });
    expect(numbers.textContent).toContain('30 of 42');
    expect(numbers.textContent).toContain('1 of them after the deadline');
    expect(within(numbers).getByRole('table', { name: 'Read over time' })).toBeTruthy();
    expect(within(numbers).getByRole('table', { name: 'Acknowledged over time' })).toBeTruthy();
    expect(await screen.findByText('林晓雨')).toBeTruthy();
    expect(screen.getByText('20260002')).toBeTruthy();
  });

  test('names and states are searched on the server, not only in loaded rows', async () => {
    const { received } = await open('/admin/notices/n-1');
    const card = within(await screen.findByRole('region', { name: 'Not acknowledged' }));
    await userEvent.click(await card.findByRole('button', { name: 'Not read' }));
    fireEvent.change(card.getByRole('searchbox', { name: 'Search this list' }), {
      target: { value: 'lin' },
    });
    await waitFor(() =>
      expect(asked(received, '/api/admin/messages/n-1/waiting')?.query).toMatchObject({
        search: 'lin',
        read: 'no',
      }),
    );
  });

  test('reminds those who haven’t acknowledged, and says why not twice a day', async () => {
    let reminded = false;
    await open('/admin/notices/n-1', {
      'GET /api/admin/messages/n-1': () => ({ ...reach, remindFrom: reminded ? '2026-11-12T20:00:00Z' : '' }),
      'POST /api/admin/messages/n-1/remind': () => {
        reminded = true;
        return { students: 14 };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remind 14 students' }));
    expect(await screen.findByText('14 students reminded.')).toBeTruthy();
    expect(await screen.findByText(/You can remind them again/u)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remind 14 students' }).disabled).toBe(true);
  });

  test('is withdrawn at once, with an undo in the toast', async () => {
    let state = 'sent';
    const { received } = await open('/admin/notices/n-1', {
      'GET /api/admin/messages/n-1': () => ({ ...reach, message: { ...sent, state } }),
      'DELETE /api/admin/messages/n-1': () => {
        state = 'withdrawn';
        return null;
      },
      'POST /api/admin/messages/n-1/restore': () => {
        state = 'sent';
        return null;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('button', { name: 'Publish again' })).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/u }));
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
    expect(asked(received, '/api/admin/messages/n-1/restore')).toBeDefined();
  });

  test('says so if it doesn’t exist', async () => {
    await open('/admin/notices/other', {
      'GET /api/admin/messages/other': () => refusal(404, '[message.not_found] There is no such message.'),
    });
    expect(await screen.findByRole('heading', { name: 'Notice not found' })).toBeTruthy();
  });
});

/** Replaces XMLHttpRequest, which the upload uses for its progress; the test answers it. */
function fakeUploads(answer: () => Response): { requests: number } {
  const made = { requests: 0 };
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    open(): void {
      made.requests += 1;
    }
    setRequestHeader(): void {
      // unused
    }
    send(): void {
      const finish = async (): Promise<void> => {
        const response = answer();
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      };
      void finish();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return made;
}

const type = (name: string, value: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

describe('the composer', () => {
  test('the button shows the number of recipients, and the notice is sent as written', async () => {
    const { received, router } = await open('/admin/notices/new');
    expect(await screen.findByRole('button', { name: 'Send to 84 students' })).toBeTruthy();
    expect(screen.getByText('Lin Xiaoyu and 83 more')).toBeTruthy();
    type('Title in Chinese', '运动会');
    type('Title in English', 'Sports day');
    type('Text in English', 'On Friday.');
    await userEvent.click(screen.getByRole('switch', { name: /Ask students to acknowledge it/u }));
    fireEvent.change(await screen.findByLabelText('Acknowledge by (optional)'), {
      target: { value: '2099-11-13' },
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Send to' }), 'Class');
    expect(await screen.findByText('Choose recipients.')).toBeTruthy();
    await userEvent.type(screen.getByRole('combobox', { name: 'Class' }), '2601');
    await userEvent.click(await screen.findByRole('option', { name: 'Finance 2601' }));
    await screen.findByRole('button', { name: 'Send to 84 students' });
    await userEvent.keyboard('{Control>}{Enter}{/Control}'); // the shortcut of the primary button
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/admin\/notices\/[\w-]{36}$/u));
    const body = JSON.parse(asked(received, '/api/admin/messages')?.body ?? '{}') as Record<string, unknown>;
    expect(body).toMatchObject({
      to: 'class:金融2601',
      type: 'notice',
      title: { zh: '运动会', en: 'Sports day' },
      acknowledge: true,
      deadline: '2099-11-13T10:00:00.000Z',
    });
    expect(router.state.location.pathname).toContain(String(body['id']));
  });

  test('missing and refused values are errors at their fields, and a retry sends the same notice', async () => {
    const { received } = await open('/admin/notices/new', {
      'POST /api/admin/messages': () =>
        refusal(400, '[message.deadline_past] The deadline must be after the notice is sent.'),
    });
    const send = await screen.findByRole('button', { name: 'Send to 84 students' });
    await userEvent.click(send);
    expect(await screen.findByText('Enter a title in at least one language.')).toBeTruthy();
    expect(asked(received, '/api/admin/messages')).toBeUndefined();
    type('Title in English', 'Sports day');
    await userEvent.click(screen.getByRole('switch', { name: /Ask students to acknowledge it/u }));
    fireEvent.change(await screen.findByLabelText('Acknowledge by (optional)'), {
      target: { value: '2020-01-01' },
    });
    await userEvent.click(send);
    const sentence = await screen.findByText('The deadline must be after the notice is sent.');
    const field = screen.getByLabelText('Acknowledge by (optional)');
    expect(field.getAttribute('aria-describedby')).toBe(sentence.id);
    await userEvent.click(send);
    const ids = (): unknown[] =>
      received
        .filter(({ path }) => path === '/api/admin/messages')
        .map(({ body }) => (JSON.parse(body) as { id: string }).id);
    await waitFor(() => expect(ids()).toHaveLength(2));
    expect(ids()[0]).toBe(ids()[1]);
  });

  test('unknown numbers are named at their field', async () => {
    await open('/admin/notices/new');
    const audience = await screen.findByRole('combobox', { name: 'Send to' });
    await userEvent.selectOptions(audience, 'List of student numbers');
    type('Student numbers', '20260001, X-1');
    expect(await screen.findByText(/1 number doesn't belong to a student you can write to: X-1/u)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Send to 1 student' })).toBeTruthy();
  });

  test('a group is found by typing', async () => {
    const { received } = await open('/admin/notices/new', {
      'GET /api/admin/search': () => [
        {
          kind: 'course',
          id: 'c',
          code: 'MKT201',
          name: '市场营销',
          nameEn: 'Marketing',
          detail: '',
          detailEn: '',
        },
        {
          kind: 'group',
          id: 'g',
          code: 'MKT201-1',
          name: '市场营销',
          nameEn: 'Marketing',
          detail: '秋',
          detailEn: 'Autumn',
        },
      ],
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Send to' }), 'Group');
    await userEvent.type(screen.getByRole('combobox', { name: 'Group' }), 'mkt');
    await userEvent.click(await screen.findByRole('option', { name: /MKT201-1 Marketing/u }));
    await screen.findByRole('button', { name: 'Send to 84 students' });
    await waitFor(() =>
      expect(JSON.parse(asked(received, '/api/admin/messages/preview')?.body ?? '{}')).toEqual({
        to: 'group:g',
      }),
    );
  });

  test('a draft survives a reload with its files, and is discarded on request', async () => {
    const uploads = fakeUploads(() =>
      Response.json({
        statusCode: 200,
        succeeded: true,
        data: { id: 'f-9', name: 'plan.pdf', size: 20, type: 'application/pdf' },
        errors: null,
      }),
    );
    const first = await open('/admin/notices/new');
    await screen.findByRole('button', { name: 'Send to 84 students' });
    type('Title in English', 'Sports day');
    await userEvent.upload(screen.getByLabelText('Add files'), new File(['%PDF'], 'plan.pdf'));
    expect(await screen.findByRole('button', { name: 'Remove plan.pdf' })).toBeTruthy();
    expect(uploads.requests).toBe(1);
    first.unmount();
    await open('/admin/notices/new');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title in English' })).value).toBe(
      'Sports day',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove plan.pdf' })).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: /Discard changes/u }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title in English' }).value).toBe(''),
    );
  });

  test('a refused file shows the reason beside it', async () => {
    fakeUploads(() => refusal(415, '[message.attachment_type] Only PDF, pictures and such.'));
    await open('/admin/notices/new');
    await screen.findByRole('button', { name: 'Send to 84 students' });
    await userEvent.upload(screen.getByLabelText('Add files'), new File(['x'], 'page.html'));
    expect(await screen.findByText('page.html: Only PDF, pictures and such.')).toBeTruthy();
  });

  test('an old notice can be copied', async () => {
    await open('/admin/notices/new?from=n-1');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title in Chinese' })).value).toBe(
      '期中考试规定',
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Class' }).value).toBe('金融2601');
    expect(screen.getByText(/The files of the old notice aren't copied/u)).toBeTruthy();
  });

  test('[1.3] a class has its English name for an English reader', async () => {
    await open('/admin/notices/new', {
      'GET /api/admin/messages/audiences': () => ({ ...audiences, kinds: ['class'], classes: own }),
    });
    expect(await screen.findByRole('option', { name: 'Finance 2601' })).toBeTruthy();
    expect(screen.queryByText('金融2601')).toBeNull();
  });

  test('an adviser can only choose their own classes', async () => {
    await open('/admin/notices/new', {
      'GET /api/admin/messages/audiences': () => ({ ...audiences, kinds: ['class', 'list'], classes: own }),
    });
    const audience = within(await screen.findByRole('combobox', { name: 'Send to' }));
    expect(audience.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Class',
      'List of student numbers',
    ]);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Class' }).value).toBe('金融2601');
  });
});
