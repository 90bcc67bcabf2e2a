import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { notices } from '@/shared/store/notices';
import { forgetPortal, lin, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { emptyTimetable } from '@/testing/timetable';
import { deviceOf } from '@/shared/access/device';
import { securityTaskOf } from './security-notice';
import { isGoodPassword } from './password-rule';
import { pictureFault } from './picture';
import { checkProfile, countryOptions, toEdit } from './profile';

afterEach(() => forgetPortal());

const good = {
  nickname: 'Lin',
  email: 'lin@example.edu',
  countryRegion: 'CN',
  area: '430405',
  introduction: '',
};

describe('profile', () => {
  test.each(['nickname', 'email', 'countryRegion', 'area'] as const)('[5.2] %s is required', (field) => {
    expect(checkProfile({ ...good, [field]: '  ' })).toEqual({ [field]: 'profile.required' });
  });

  test.each([
    ['no more than 200 words pass', Array.from({ length: 200 }, () => 'w').join(' '), {}],
    ['201 do not', Array.from({ length: 201 }, () => 'w').join(' '), { introduction: 'profile.tooLong' }],
    ['nor 201 Chinese characters', '学'.repeat(201), { introduction: 'profile.tooLong' }],
  ])('[5.2] %s', (_, introduction, wrong) => {
    expect(checkProfile({ ...good, introduction })).toEqual(wrong);
  });

  test('[5.2] an e-mail address needs its parts', () => {
    expect(checkProfile({ ...good, email: 'lin@example' })).toEqual({ email: 'profile.emailWrong' });
  });

  test.each([
    ['430405', 'CN'],
    ['939200', 'JP'],
    ['', ''],
  ])('[3.9] the area %s is in %s', (location, country) => {
    expect(toEdit({ ...lin, location, countryRegion: '' }).countryRegion).toBe(country);
  });

  test('[3.9] China leads the countries, each is there once', () => {
    const options = countryOptions('en-US');
    expect(options[0]).toEqual({ value: 'CN', label: 'China' });
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  });
});

test.each([
  ['Abc123', true],
  ['Abc12', false],
  ['abc123', false],
  ['ABC123', false],
  ['Abcdef', false],
  ['Abc 123', false],
  ['', false],
])('[5.3] the password %j is good: %s', (password, isGood) => {
  expect(isGoodPassword(password)).toBe(isGood);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18 Mobile Safari/604.1', 'Safari iPhone true'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537.36 Edg/140.0', 'Edge Windows false'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari MicroMessenger/8', 'WeChat Android true'],
  ['curl/8.0', '  false'],
])('a session of %s is shown as %s', (agent, told) => {
  const { browser, system, phone } = deviceOf(agent);
  expect(`${browser} ${system} ${phone}`).toBe(told);
});

describe('user centre', () => {
  test('[1.5] [2.6] [3.2] shows the account and its facts', async () => {
    await openPortal('/user/info');
    expect(await screen.findByRole('heading', { name: 'User centre', level: 1 })).toBeTruthy();
    expect(await screen.findByText('linxi@example.edu')).toBeTruthy();
    expect(screen.getByText('School of Finance')).toBeTruthy();
    expect(screen.getByText('September 1, 2025')).toBeTruthy();
    expect(screen.getByText('Not given')).toBeTruthy(); // the website
  });
});

describe('user settings', () => {
  test('[2.13] three tabs; the chosen one is in the address', async () => {
    const { router } = await openPortal('/user/setting');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Basic info',
      'Security settings',
      'Certification',
    ]);
    await userEvent.click(await screen.findByRole('tab', { name: 'Certification' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'certification' }));
    expect(await screen.findByText('Enrolled')).toBeTruthy();
  });

  test('[2.13] [5.2] the profile is checked here and stored on the server', async () => {
    const { received } = await openPortal('/user/setting', { 'PATCH /api/user/info': () => lin });
    const nickname = await screen.findByRole('textbox', { name: 'Nickname' });
    await userEvent.clear(nickname);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Fill this in')).toBeTruthy();
    await userEvent.type(nickname, 'Xi');
    expect(await screen.findByRole('combobox', { name: 'District' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile saved')).toBeTruthy();
    const sent = received.find(({ method }) => method === 'PATCH');
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      nickname: 'Xi',
      countryRegion: 'CN',
      area: '430405',
    });
  });

  test('[8.1] an error of the server appears at its field with its code, and nowhere else', async () => {
    await openPortal('/user/setting', {
      'PATCH /api/user/info': () =>
        refusal(400, '[account.country_malformed] Choose one.', '[student.bad_email] No such address.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const country = await screen.findByRole('combobox', { name: 'Country/region' });
    await waitFor(() => expect(country.getAttribute('aria-invalid')).toBe('true'));
    const said = (field: HTMLElement): string | null | undefined =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said(country)).toBe('Choose one.[account.country_malformed]');
    expect(said(screen.getByRole('textbox', { name: 'Email' }))).toBe('No such address.[student.bad_email]');
    expect(notices.get()).toEqual([]);
    await userEvent.selectOptions(country, 'JP');
    await waitFor(() => expect(screen.queryByText('Choose one.')).toBeNull());
  });

  test('[8.1] an error about no field appears under the form', async () => {
    await openPortal('/user/setting', {
      'PATCH /api/user/info': () => refusal(503, '[http.busy] Try again in a moment.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const told = await screen.findByText('Try again in a moment.');
    expect(told.textContent).toContain('[http.busy]');
    expect(told.closest('form')).not.toBeNull();
    expect(notices.get()).toEqual([]);
  });

  test('[5.3] a new password must follow the rule; the server’s errors are shown', async () => {
    const { received } = await openPortal('/user/setting?tab=security', {
      'GET /api/user/sessions': () => [],
      'PUT /api/user/password': () => refusal(400, '[account.bad_credentials] The old one is wrong.'),
    });
    await userEvent.type(await screen.findByLabelText('Current password'), 'old');
    await userEvent.type(screen.getByLabelText('New password'), 'abcdef');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(
      await screen.findByText('At least six characters with digits, upper and lower case letters, no spaces'),
    ).toBeTruthy();
    expect(received.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.type(screen.getByLabelText('New password'), 'A1');
    await userEvent.type(screen.getByLabelText('Confirm new password'), 'abcdefA1');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The old one is wrong.')).toBeTruthy();
  });

  test.each([true, false])('a new password offers a new calendar address; chosen: %s', async (chosen) => {
    const { received } = await openPortal('/user/setting?tab=security', {
      'GET /api/user/sessions': () => [],
      'GET /api/calendar': () => ({
        active: true,
        path: '/calendar/x.ics',
        language: 'en-US',
        created: '',
        fetched: '',
      }),
      'POST /api/calendar': () => ({
        active: true,
        path: '/calendar/y.ics',
        language: 'en-US',
        created: '',
        fetched: '',
      }),
      'PUT /api/user/password': () => null,
    });
    const offer = await screen.findByRole('checkbox', { name: 'Also replace my calendar address' });
    if (chosen) {
      await userEvent.click(offer);
    }
    await userEvent.type(screen.getByLabelText('Current password'), 'old');
    await userEvent.type(screen.getByLabelText('New password'), 'Abc12345');
    await userEvent.type(screen.getByLabelText('Confirm new password'), 'Abc12345');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Password changed. Your other devices have been logged out.')).toBeTruthy();
    const said = chosen ? await screen.findByText(/^Calendar address replaced/u) : null;
    expect(said !== null).toBe(chosen);
    expect(received.some(({ method, path }) => method === 'POST' && path === '/api/calendar')).toBe(chosen);
  });

  test.each([
    ['account.password_common', 'New password'],
    ['account.password_personal', 'New password'],
    ['account.password_wrong', 'Current password'],
  ])(
    '[5.3] [8.1] the refusal %s stands at its field, which gets the focus, until it is edited',
    async (code, label) => {
      await openPortal('/user/setting?tab=security', {
        'GET /api/user/sessions': () => [],
        'PUT /api/user/password': () => refusal(400, `[${code}] Another one, please.`),
      });
      await userEvent.type(await screen.findByLabelText('Current password'), 'old');
      await userEvent.type(screen.getByLabelText('New password'), 'Abc123');
      await userEvent.type(screen.getByLabelText('Confirm new password'), 'Abc123');
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
      expect(await screen.findAllByText('Another one, please.')).toHaveLength(1);
      const field = screen.getByLabelText(label);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      await waitFor(() => expect(document.activeElement).toBe(field));
      await userEvent.type(field, '4');
      await waitFor(() => expect(screen.queryByText('Another one, please.')).toBeNull());
    },
  );

  test('sessions are listed and one can be ended', async () => {
    const session = (id: string, current: boolean) => ({
      id,
      address: '10.0.0.1',
      agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
      started: '2026-11-12T01:00:00Z',
      seen: '2026-11-12T02:00:00Z',
      ends: '2026-11-12T12:00:00Z',
      current,
      viewer: '',
      reason: '',
    });
    const { received } = await openPortal('/user/setting?tab=security', {
      'GET /api/user/sessions': () => [session('s1', true), session('s2', false)],
      'DELETE /api/user/sessions/s2': () => null,
    });
    expect(await screen.findByText('This device')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Log out device: Chrome · Linux' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Log out this device?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Log out device' }));
    await waitFor(() => expect(received.some(({ path }) => path === '/api/user/sessions/s2')).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a view by staff is listed with who looks, why and until when, and can be ended', async () => {
    const view = {
      ...{ id: 's3', address: '', agent: '', current: false, viewer: '王老师', reason: '来电核对课表' },
      ...{ started: '2026-11-12T01:00:00Z', seen: '2026-11-12T01:00:00Z', ends: '2026-11-12T01:15:00Z' },
    };
    const { received } = await openPortal('/user/setting?tab=security', {
      'GET /api/user/sessions': () => [view],
      'DELETE /api/user/sessions/s3': () => null,
    });
    expect(await screen.findByText(/^Read-only until .*09:15 · 来电核对课表$/u)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'End session: 王老师 (staff) is viewing your pages' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End this session?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End session' }));
    await waitFor(() => expect(received.some(({ path }) => path === '/api/user/sessions/s3')).toBe(true));
  });

  test('[6.1] two-step verification is offered to staff only', async () => {
    await openPortal('/user/setting?tab=security', { 'GET /api/user/sessions': () => [] });
    expect(await screen.findByRole('region', { name: 'Password' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Two-step verification' })).toBeNull();
  });
});

describe('security task', () => {
  test.each([
    [{ firstPassword: true }, 'task.firstPassword'],
    [{ firstPassword: true, mustChangePassword: true }, 'task.mustChange'],
    [{ mustEnrolFactor: true }, 'task.mustEnrol'],
    [{}, null],
  ] as const)('%j asks for %s', (flags, duty) => {
    expect(securityTaskOf({ ...lin, ...flags })).toBe(duty);
  });

  test('the first password is mentioned on every page, with a link to change it', async () => {
    const { router } = await openPortal('/student/timetable', {
      'GET /api/user/info': () => ({ ...lin, firstPassword: true }),
      'GET /api/user/sessions': () => [],
    });
    const banner = await screen.findByRole('complementary', { name: 'Account security' });
    await userEvent.click(within(banner).getByRole('link', { name: 'Go to security settings' }));
    await waitFor(() => expect(router.state.location.href).toBe('/user/setting?tab=security'));
  });

  test('the reminder can be dismissed for a day on every page, but not if it is required', async () => {
    let forced = false;
    const college = {
      'GET /api/user/info': () => ({ ...lin, firstPassword: true, mustChangePassword: forced }),
      'GET /api/user/sessions': () => [],
    };
    await openPortal('/student/timetable', college);
    const banner = await screen.findByRole('complementary', { name: 'Account security' });
    await userEvent.click(within(banner).getByRole('button', { name: 'Remind me tomorrow' }));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Account security' })).toBeNull());
    expect(localStorage.getItem('task-put-away')).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
    forced = true;
    cleanup();
    await openPortal('/student/timetable', college);
    const required = await screen.findByRole('complementary', { name: 'Account security' });
    expect(within(required).queryByRole('button')).toBeNull();
  });

  test.each([
    ['acc-1', true],
    ['acc-2', false],
  ])('the notice is shown before the server has answered, for %s: %s', async (account, there) => {
    localStorage.setItem('account-task', `task.firstPassword ${account}`);
    localStorage.setItem(
      'timetable-kept',
      JSON.stringify({ shape: 1, account: 'acc-1', terms: { at: 0, data: null }, timetables: [] }),
    );
    await openPortal('/student/timetable', { 'GET /api/user/info': () => new Promise(() => undefined) });
    expect(screen.queryByRole('complementary', { name: 'Account security' }) !== null).toBe(there);
  });
});

test('a required task leads to the security settings, and back when it is done', async () => {
  let forced = true;
  const { router } = await openPortal('/student/timetable?week=3', {
    'GET /api/user/info': () => ({ ...lin, firstPassword: forced, mustChangePassword: forced }),
    'GET /api/timetable': () =>
      forced ? refusal(403, '[account.change_password_first] Change it first.') : emptyTimetable,
    'GET /api/user/sessions': () => [],
    'PUT /api/user/password': () => {
      forced = false;
      return null;
    },
  });
  expect(await screen.findByRole('heading', { name: 'User settings' })).toBeTruthy();
  expect(router.state.location.href).toBe('/user/setting?tab=security');
  expect(screen.getByText(/change your first password/iu)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Current password'), 'old');
  await userEvent.type(screen.getByLabelText('New password'), 'Abc12345');
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'Abc12345');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(router.state.location.href).toBe('/student/timetable?week=3'));
  expect(await screen.findByRole('heading', { name: 'My courses' })).toBeTruthy();
  expect(screen.queryByText('Change it first.')).toBeNull();
});

describe('picture', () => {
  const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'me', { type });

  test.each([
    [file('image/png'), null],
    [file('image/gif'), 'picture.type'],
    [file('image/webp', 21 * 1024 * 1024), 'picture.tooLarge'],
  ])('a file is refused before it is sent: %#', (given, fault) => {
    expect(pictureFault(given)).toBe(fault);
  });

  test('[3.2] is chosen, previewed and sent, and appears in the shell', async () => {
    let avatar = '';
    const { container, received } = await openPortal('/user/setting', {
      'GET /api/user/info': () => ({ ...lin, avatar }),
      'POST /api/user/avatar': () => {
        avatar = '/media/avatars/new.png';
        return { avatar };
      },
    });
    await userEvent.upload(await screen.findByLabelText('Picture file'), file('image/png'));
    expect(await screen.findByText('This is how it will look.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use this picture' }));
    expect(await screen.findByText('Picture saved')).toBeTruthy();
    expect(received.filter(({ path }) => path === '/api/user/avatar')).toHaveLength(1);
    await waitFor(() => expect(container.querySelectorAll(`img[src="${avatar}"]`).length).toBeGreaterThan(1));
  });

  test('the server’s error about it is shown', async () => {
    await openPortal('/user/setting', {
      'POST /api/user/avatar': () => refusal(400, '[account.avatar_unreadable] The picture is damaged.'),
    });
    await userEvent.upload(await screen.findByLabelText('Picture file'), file('image/png'));
    await userEvent.click(await screen.findByRole('button', { name: 'Use this picture' }));
    expect(await screen.findByText('The picture is damaged.')).toBeTruthy();
  });

  test('one that is too large is refused with its size', async () => {
    await openPortal('/user/setting');
    await userEvent.upload(await screen.findByLabelText('Picture file'), file('image/png', 21 * 1024 * 1024));
    expect(
      await screen.findByText('The picture can be up to 20 MB. This one is 21 MB. Choose a smaller one.'),
    ).toBeTruthy();
  });
});

test('two-step verification is set up by scanning a code or typing the key', async () => {
  await openPortal(
    '/user/setting?tab=security',
    {
      'GET /api/user/sessions': () => [],
      'POST /api/user/factor': () => ({
        secret: 'JBSWY3DPEHPK3PXP',
        url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
      }),
    },
    { role: 'admin' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up two-step verification' }));
  expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeTruthy();
  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
});
