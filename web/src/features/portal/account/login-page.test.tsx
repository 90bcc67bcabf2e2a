import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { token } from '@/shared/store/session';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { sampleWatch } from '@/testing/watch';

const handlers = {
  'POST /api/Identity/connect/token': () => Response.json({ access_token: 'T1' }),
  'POST /api/Students/Students/Login': () => ({ id: 'acc-1', name: 'Lin Xi' }),
};

const open = (more = {}, path = '/login') => openPortal(path, { ...handlers, ...more }, { anonymous: true });
const phone = (): HTMLElement => screen.getByLabelText('Phone number');
const password = (): HTMLElement => screen.getByLabelText('Password');
const submit = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

async function logIn(): Promise<void> {
  await userEvent.type(phone(), '13800000001');
  await userEvent.type(password(), '12345X');
  await submit();
}

afterEach(() => forgetPortal());

describe('login page', () => {
  test('[1.1] [2.2] [2.11] has its title, the hint and fields that phones and password managers know', async () => {
    await open();
    expect(
      await screen.findByRole('heading', { name: 'Login to Hengshan Business College student side' }),
    ).toBeTruthy();
    expect(document.title).toBe('Login to Hengshan Business College student side');
    expect(phone().getAttribute('placeholder')).toBe('Phone number');
    expect([phone().getAttribute('inputmode'), phone().getAttribute('autocomplete')]).toEqual(['tel', 'username']);
    expect(password().getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByText('First time here? Your password is the last six digits of your national ID.')).toBeTruthy();
  });

  test('[1.3] [2.2] [4.13] switches to Chinese with one press, and confirms it', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: '简体中文' }));
    expect(await screen.findByRole('heading', { name: '登录衡山商学院学生端' })).toBeTruthy();
    expect(await screen.findByText('首次登录密码为身份证号后六位')).toBeTruthy();
    expect(await screen.findByText('语言已切换为简体中文')).toBeTruthy();
  });

  test('[5.1] empty fields are marked and the first of them gets the focus', async () => {
    const { received } = await open();
    await submit();
    expect(await screen.findByText('Username cannot be empty')).toBeTruthy();
    expect(screen.getByText('Password cannot be empty')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(phone()));
    await userEvent.type(phone(), '1');
    expect(screen.queryByText('Username cannot be empty')).toBeNull();
    expect(received).toEqual([]);
  });

  test('[1.2] [2.11] [4.7] success says welcome and lands on the timetable', async () => {
    const { router, received } = await open();
    await logIn();
    expect(await screen.findByText('welcome to use')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
    expect(received.slice(0, 2).map(({ path }) => path)).toEqual([
      '/api/Identity/connect/token',
      '/api/Students/Students/Login',
    ]);
  });

  test('[4.3] after login the remembered page opens', async () => {
    const { router } = await open({}, '/login?redirect=UserSetting&tab=security');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/user/setting?tab=security'));
  });

  test('[2.8] [4.3] the path behind /redirect/ is followed too, with its query', async () => {
    const { router } = await open({}, '/redirect/user/setting?tab=security');
    expect(router.state.location.pathname).toBe('/login');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/user/setting?tab=security'));
  });

  test('[2.9] an unknown address leads to login, and then to the landing page', async () => {
    const { router } = await open({}, '/no/such/page');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/student/timetable'));
  });

  test('[4.7] [9.1] a login without an answer ends after ten seconds, and can be tried again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    let silent = true;
    await open({
      'POST /api/Students/Students/Login': () =>
        silent ? new Promise(() => undefined) : { id: 'acc-1', name: 'Lin Xi' },
    });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.type(phone(), '13800000001');
    await user.type(password(), '12345X');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByText(/^The portal took too long/u)).toBeTruthy();
    expect(token.get()).toBeNull();
    silent = false;
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('welcome to use')).toBeTruthy();
    vi.useRealTimers();
  });

  test('[4.7] [8.1] the server’s error is on the page and the token is gone', async () => {
    await open({
      'POST /api/Students/Students/Login': () => refusal(400, '[account.bad_credentials] Not right.'),
    });
    await logIn();
    expect(await screen.findByText('Not right.')).toBeTruthy();
    expect(token.get()).toBeNull();
  });

  test('a disabled account gets an explanation', async () => {
    await open({
      'POST /api/Students/Students/Login': () => refusal(403, '[account.disabled] This account is disabled.'),
    });
    await logIn();
    expect(await screen.findByText('This account is disabled.')).toBeTruthy();
  });

  test('[5.1] a server error is shown as a login error', async () => {
    const proxy = (): Response => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
    await open({ 'POST /api/Students/Students/Login': proxy });
    await logIn();
    expect(await screen.findByText('Login error, refresh and try again')).toBeTruthy();
  });

  test('[8.1] a text without a code is shown as received', async () => {
    await open({ 'POST /api/Students/Students/Login': () => refusal(400, 'Ask at the desk.') });
    await logIn();
    expect(await screen.findByText('Ask at the desk.')).toBeTruthy();
  });

  test('throttling is explained in plain words with the wait, which counts down', async () => {
    await open({
      'POST /api/Students/Students/Login': () =>
        Response.json(
          { statusCode: 429, succeeded: false, data: null, errors: ['[account.too_many_tries] Too many.'] },
          { status: 429, headers: { 'Retry-After': '65' } },
        ),
    });
    await logIn();
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toBe('Too many attempts. Try again in 1 minute and 5 seconds.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(true);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 66_000);
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(false);
  });

  test('staff with two-step verification are asked for a code', async () => {
    const bodies: string[] = [];
    const { router } = await open({
      'POST /api/Students/Students/Login': ({ body }: { body: string }) => {
        bodies.push(body);
        return body.includes('factorCode')
          ? { id: 'acc-1', name: 'Lin Xi' }
          : refusal(400, '[account.factor_required] Code, please.');
      },
    });
    await logIn();
    await userEvent.type(await screen.findByLabelText('Authenticator app code'), '123456');
    await submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
    expect(JSON.parse(bodies[1] ?? '{}')).toMatchObject({ factorCode: '123456' });
  });
});

test.each([
  ['the bar on top', 0],
  ['the page', 1],
])('[2.5] watch opens without login, and the login of %s comes back to the lesson', async (_where, at) => {
  const { router } = await open(
    { 'GET /api/lessons/7': () => sampleWatch({ access: 'login', media: null, watching: null }) },
    '/student/watch?lesson=7',
  );
  expect(await screen.findByRole('heading', { name: 'Log in to watch' })).toBeTruthy();
  const links = screen.getAllByRole('link', { name: 'Log in' });
  expect(links).toHaveLength(2);
  await act(async () => links[at]?.click());
  await waitFor(() => expect(router.state.location.href).toBe('/login?lesson=7&redirect=Watch'));
  await logIn();
  await waitFor(() => expect(router.state.location.href).toBe('/student/watch?lesson=7'));
});
