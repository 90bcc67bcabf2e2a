import { beforeEach, expect, test, vi } from 'vitest';
import { events } from '@/shared/api/events';
import { md5 } from '@/shared/api/md5';
import { identity, isLoggedIn, token } from '@/shared/store/session';
import { forgetUser, user } from '@/shared/access/user';
import { fakeServer, refusal } from '@/testing/server';
import { login } from './login';

const tokenPath = 'POST /api/Identity/connect/token';
const loginPath = 'POST /api/Students/Students/Login';
const giveToken = () => Response.json({ access_token: 'T1', token_type: 'Bearer', expires_in: 600 });

beforeEach(() => {
  forgetUser();
  token.set(null);
  identity.set(null);
});

test('[4.7] client token first, then phone and password with it, then id and name stored', async () => {
  const heard = vi.fn();
  const stop = events.on('login', heard);
  const received = fakeServer({
    [tokenPath]: giveToken,
    [loginPath]: () => ({ id: 'stu-1', name: 'Lin Xi' }),
  });
  await login(' 13800000001 ', '12345X');
  stop();
  expect(received.map(({ path }) => path)).toEqual(['/api/Identity/connect/token', '/api/Students/Students/Login']);
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    client_id: 'student-mini-program',
    client_secret: 'public',
    grant_type: 'client_credentials',
    scope: 'student',
  });
  expect(received[1]?.headers.get('Authorization')).toBe('Bearer T1');
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({ phoneNumber: '13800000001', password: '12345X' });
  expect([token.get(), identity.get(), user.get().name, isLoggedIn()]).toEqual(['T1', 'stu-1', 'Lin Xi', true]);
  expect(heard).toHaveBeenCalledOnce();
});

test('[7.6] the token call carries timestamp and signature like every other', async () => {
  const received = fakeServer({ [tokenPath]: giveToken, [loginPath]: () => ({ id: 'stu-1', name: 'Lin' }) });
  await login('13800000001', 'x');
  const [asked, loggedIn] = received.map(({ headers }) => {
    const number = atob(headers.get('X-Timestamp') ?? '');
    expect(number).toMatch(/^\d{13}$/u);
    expect(headers.get('X-Signature')).toBe(md5(`${number}sign`));
    return Number(number);
  });
  expect(loggedIn).toBeGreaterThan(asked ?? Infinity);
});

test('[3.3] the stored identity is sent with every later call, and no older one before', async () => {
  identity.set('somebody-else');
  const received = fakeServer({ [tokenPath]: giveToken, [loginPath]: () => ({ id: 'stu-1', name: 'Lin' }) });
  await login('13800000001', 'x');
  expect(received.map(({ headers }) => headers.get('MiniProgramIdentity'))).toEqual([null, null]);
});

test.each([
  ['the token is refused', { [tokenPath]: () => Response.json({ error: 'invalid_client' }, { status: 401 }) }, 401],
  [
    'the password is wrong',
    { [tokenPath]: giveToken, [loginPath]: () => refusal(400, '[account.bad_credentials] Wrong.') },
    400,
  ],
  ['too many tries', { [tokenPath]: giveToken, [loginPath]: () => refusal(429, '[account.throttled] Wait.') }, 429],
])('[4.7] %s: the token is cleared and the error passed on', async (_title, handlers, status) => {
  const unauthorized = vi.fn();
  const stop = events.on('unauthorized', unauthorized);
  fakeServer(handlers);
  await expect(login('13800000001', 'x')).rejects.toMatchObject({ status });
  stop();
  expect({ ...localStorage }).not.toHaveProperty('token');
  expect(token.get()).toBeNull();
  expect(unauthorized).not.toHaveBeenCalled();
});

test('[4.7] the server goes away between the two calls', async () => {
  fakeServer({
    [tokenPath]: giveToken,
    [loginPath]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await expect(login('13800000001', 'x')).rejects.toMatchObject({ reason: 'unreachable' });
  expect(token.get()).toBeNull();
});
