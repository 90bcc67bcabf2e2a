import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { checkProfile, toEdit } from '@/features/portal/account/profile';
import type { UserInfo } from '@/shared/access/user-info';
import { createMockWatch } from './watch';
import { mockLessons, mockMedia } from './recordings';
import type { MockAnswer } from './envelope';
import { mockHandlers, phonePattern, type MockWorld } from './handlers';
import { sampleTimetable } from '@/testing/timetable';
import { installMock, mockDelay, mockResponse } from './install';

function world(over: Partial<MockWorld> = {}): MockWorld {
  return {
    loggedIn: () => true,
    role: () => 'admin',
    setRole: () => undefined,
    read: new Set(),
    watch: createMockWatch(() => sampleTimetable()),
    ...over,
  };
}

const ask = (path: string, body: Record<string, unknown> = {}, on = world()) => mockHandlers[path]?.(body, on);

describe('mock handlers', () => {
  test.each([
    ['/api/user/login', { username: '', password: 'x' }, '用户名不能为空'],
    ['/api/user/login', { username: 'admin' }, '密码不能为空'],
    ['/api/user/login', { username: 'admin', password: 'no' }, '账号或者密码错误'],
    ['/api/user/captcha', {}, '手机号不能为空'],
    ['/api/user/captcha', { tel: '2380000000' }, '无效手机号'],
  ])('[5.6] [8.8] %s with %j fails with %s and code 50000', (path, body, msg) => {
    expect(ask(path, body)).toEqual({ data: null, status: 'fail', msg, code: 50_000 });
  });

  test('[7.10] login, logout, menu and captcha answer in the mock envelope with code 20000', () => {
    expect(ask('/api/user/login', { username: 'admin', password: 'admin' })).toMatchObject({
      data: { token: '12345' },
      status: 'ok',
      code: 20_000,
    });
    expect(ask('/api/user/logout')).toMatchObject({ data: null, status: 'ok', code: 20_000 });
    expect(ask('/api/user/menu')).toMatchObject({
      data: [{ name: 'Admin' }, { name: 'Student' }, ...Array.from({ length: 9 }, () => ({}))],
    });
    expect(ask('/api/user/captcha', { tel: '13800000001' })).toMatchObject({ data: { captcha: '468213' } });
  });

  test('[6.2] user info has the role of local storage, and fails with 50008 when not logged in', () => {
    expect(ask('/api/user/info', {}, world({ role: () => 'user' }))).toMatchObject({
      data: { role: 'user' },
    });
    expect(ask('/api/user/info', {}, world({ loggedIn: () => false }))).toEqual({
      data: null,
      status: 'fail',
      msg: '未登录',
      code: 50_008,
    });
  });

  test('[7.10] a message goes from unread to read once its id is marked', () => {
    const on = world();
    const statusOf = (id: string): unknown => {
      const list = ask('/api/message/list', {}, on)?.data as { id: string; status: number }[] | undefined;
      return list?.find((one) => one.id === id)?.status;
    };
    expect(statusOf('1')).toBe(0);
    expect(ask('/api/message/read', { ids: ['1'] }, on)?.data).toBe(true);
    expect([statusOf('1'), statusOf('3')]).toEqual([1, 0]);
  });

  test.each([
    ['13800000001', true],
    ['23800000001', false],
    ['1380000000', false],
    ['138000000011', false],
    ['1380000000a', false],
  ])('[9.3] %s is a captcha phone: %s', (tel, good) => {
    expect(phonePattern.test(tel)).toBe(good);
  });
});

describe('mock mode', () => {
  test('[7.10] answers take 200 to 900 ms', () => {
    expect([0, 0.5, 0.999_999].map(mockDelay)).toEqual([200, 550, 900]);
  });

  test('[6.2] the role defaults to admin; the client reads the answer as from the server', async () => {
    vi.useFakeTimers();
    localStorage.setItem('token', 'T');
    const target = { fetch: vi.fn<typeof fetch>() };
    installMock(target);
    const answer = target.fetch('/api/user/info', {});
    await vi.advanceTimersByTimeAsync(900);
    expect(await (await answer).json()).toMatchObject({
      statusCode: 200,
      succeeded: true,
      data: { role: 'admin' },
    });
    localStorage.removeItem('token');
    const refused = target.fetch('/api/user/info', {});
    await vi.advanceTimersByTimeAsync(900);
    expect((await refused).status).toBe(401);
    expect(await (await refused).json()).toMatchObject({
      statusCode: 401,
      succeeded: false,
      errors: ['未登录'],
    });
    vi.useRealTimers();
  });

  test('[7.10] [8.8] what is sent carries the mock envelope too: data, status, msg and code', async () => {
    const sent = (path: string, init: RequestInit, on = world()): unknown => mockResponse(path, init, on)?.json();
    expect(await sent('/api/user/info', {}, world({ loggedIn: () => false }))).toMatchObject({
      data: null,
      status: 'fail',
      msg: '未登录',
      code: 50_008,
    });
    expect(await sent('/api/user/login', { method: 'POST', body: '{}' })).toMatchObject({
      status: 'fail',
      msg: '用户名不能为空',
      code: 50_000,
    });
    expect(await sent('/api/user/logout', { method: 'POST' })).toMatchObject({
      data: null,
      status: 'ok',
      code: 20_000,
    });
  });

  test('[6.2] [5.2] the user of mock mode has a profile that can be checked and kept', () => {
    const account = ask('/api/user/info')?.data as UserInfo;
    expect(checkProfile(toEdit(account))).toEqual({});
  });

  test('[7.10] the real login works in it, unknown calls are refused, other files pass', async () => {
    const init = { method: 'POST', body: JSON.stringify({ phoneNumber: '13800000001', password: '123456' }) };
    const answer = mockResponse('/api/Students/Students/Login', init, world());
    expect(await answer?.json()).toMatchObject({ succeeded: true, data: { id: '13800000001' } });
    expect(mockResponse('/api/nothing', {}, world())?.status).toBe(404);
    expect(mockResponse('/assets/x.js', {}, world())).toBeUndefined();
  });
});

describe('watching in mock mode', () => {
  const data = (answer: MockAnswer | undefined): Record<string, unknown> => answer?.data as Record<string, unknown>;

  test('[2.22] a recorded class leads to its lesson, which has something to play', () => {
    const watch = createMockWatch(() => sampleTimetable());
    expect(data(watch('GET', '/api/lessons/l-m0.10', {}))).toMatchObject({
      lesson: { id: 'l-m0.10', class: 'm0.10' },
      course: { id: 'FIN201', enrolled: true },
      access: 'granted',
      state: 'ready',
      media: { playlist: expect.stringMatching(/^\/media\/[\w-]+\/master\.m3u8$/u) },
    });
    expect(data(watch('GET', '/api/classes/m0.10/watch', {}))).toMatchObject({ lesson: { id: 'l-m0.10' } });
    expect(data(watch('GET', '/api/classes/m0.11/watch', {}))).toMatchObject({ lesson: null, state: 'none' });
    expect(watch('GET', '/api/previews', {})?.data).toHaveLength(1);
    expect(watch('GET', '/api/lessons/nothing', {})?.status).toBe('fail');
    expect(watch('GET', '/api/elsewhere', {})).toBeUndefined();
  });

  test('[2.22] what is reported counts once, for the lesson, the course and the week', () => {
    const watch = createMockWatch(
      () => sampleTimetable(),
      () => Date.parse('2026-11-12T01:35:00Z'),
    );
    const report = { player: 'p', speed: 1, position: 30, intervals: [[0, 30]] };
    const first = data(watch('POST', '/api/lessons/l-m0.1/watching', report));
    expect(first).toMatchObject({ seconds: 30, percent: 50, done: false, accepted: 30 });
    expect(data(watch('POST', '/api/lessons/l-m0.1/watching', report))).toMatchObject({ accepted: 0 });
    const whole = { ...report, position: 60, intervals: [[30, 60]] };
    const last = data(watch('POST', '/api/lessons/l-m0.1/watching', whole));
    expect(last).toMatchObject({ percent: 100, done: true });
    const courses = watch('GET', '/api/courses', {})?.data as {
      id: string;
      progress: number;
      lessons: unknown[];
    }[];
    const course = courses.find(({ id }) => id === 'FIN201');
    expect(course?.progress).toBe(last['courseProgress']);
    expect(course?.lessons).toContainEqual(expect.objectContaining({ class: 'm0.1', percent: 100, done: true }));
    expect(data(watch('GET', '/api/watching', {}))).toMatchObject({
      recent: [{ lesson: 'l-m0.1', done: true }],
      week: expect.arrayContaining([{ date: '2026-11-12', seconds: 60 }]) as unknown,
    });
  });

  test('[2.22] notes are written, changed and deleted', () => {
    const watch = createMockWatch(() => sampleTimetable());
    const list = (): unknown => watch('GET', '/api/lessons/l-m0.1/notes', {})?.data;
    const { id } = data(watch('POST', '/api/lessons/l-m0.1/notes', { at: 9, text: 'a' }));
    watch('PUT', `/api/lessons/l-m0.1/notes/${String(id)}`, { at: 9, text: 'b' });
    expect(list()).toMatchObject([{ id, at: 9, text: 'b' }]);
    watch('DELETE', `/api/lessons/l-m0.1/notes/${String(id)}`, {});
    expect(list()).toEqual([]);
  });

  test('every recording that mock mode names is among the sample college’s', () => {
    const urls = mockLessons(sampleTimetable()).flatMap((lesson) => {
      const { playlist, audio, poster, sprite } = mockMedia(lesson);
      return [playlist, audio, poster, sprite];
    });
    expect([...new Set(urls)]).toHaveLength(12);
    const missing = urls.filter((url) => !existsSync(path.resolve('../internal/sample', `.${url}`)));
    expect(missing).toEqual([]);
  });
});
