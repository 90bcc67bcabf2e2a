import { mockCodes, type MockAnswer } from './envelope';
import { mockHandlers, presentTimetable, type MockWorld } from './handlers';
import { createMockWatch } from './watch';

/** The simulated response time: 200 to 900 ms. */
export function mockDelay(random: number): number {
  return 200 + Math.floor(random * 701);
}

const config = {
  college: { 'en-US': 'Hengshan Business College', 'zh-CN': '衡山商学院' },
  clientId: 'mock',
  clientSecret: 'mock',
  scope: 'mock',
  signSecret: 'mock',
  timeZone: 'Asia/Shanghai',
  features: {},
};

/** A mock answer with the fields of both envelopes: the specification's mock one, and the one that the client reads. */
function toResponse(answer: MockAnswer): Response {
  const { status, msg, code } = answer;
  const statusCode = code === mockCodes.success ? 200 : code === mockCodes.notLoggedIn ? 401 : 400;
  const errors = status === 'ok' ? null : [msg];
  return Response.json({ ...answer, statusCode, succeeded: status === 'ok', errors }, { status: statusCode });
}

function bodyOf(init: RequestInit): Record<string, unknown> {
  try {
    return JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Answers the real login call with the mock one. */
function loginAnswer(body: Record<string, unknown>, world: MockWorld): MockAnswer | undefined {
  const answer = mockHandlers['/api/user/login']?.(
    { username: body['phoneNumber'], password: body['password'] },
    world,
  );
  return answer?.status === 'ok' ? { ...answer, data: { id: String(body['phoneNumber']), name: '林夕' } } : answer;
}

/** Answers a request; undefined if it isn't for the server. */
export function mockResponse(path: string, init: RequestInit, world: MockWorld): Response | undefined {
  if (path === '/app-config.json') {
    return Response.json(config);
  }
  if (path === '/api/Identity/connect/token') {
    return Response.json({ access_token: 'mock-token' });
  }
  if (path === '/api/calendar/file') {
    return new Response('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lectern//Mock//EN\r\nEND:VCALENDAR\r\n');
  }
  const body = bodyOf(init);
  const answer =
    path === '/api/Students/Students/Login'
      ? loginAnswer(body, world)
      : (mockHandlers[path]?.(body, world) ?? world.watch(init.method ?? 'GET', path, body));
  if (answer !== undefined) {
    return toResponse(answer);
  }
  const errors = [`[mock.no_handler] ${path}`];
  return path.startsWith('/api/')
    ? Response.json({ statusCode: 404, succeeded: false, data: null, errors }, { status: 404 })
    : undefined;
}

/** Replaces fetch by the mock. */
export function installMock(target: { fetch: typeof fetch } = globalThis): void {
  const real = target.fetch.bind(globalThis);
  const world: MockWorld = {
    loggedIn: () => localStorage.getItem('token') !== null,
    role: () => localStorage.getItem('userRole') ?? 'admin',
    setRole: (role) => localStorage.setItem('userRole', role),
    read: new Set(),
    watch: createMockWatch(presentTimetable),
  };
  target.fetch = async (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, globalThis.location.href);
    const response = mockResponse(pathname, init, world);
    if (response === undefined) {
      return real(input, init);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, mockDelay(Math.random()));
    });
    init.signal?.throwIfAborted();
    return response;
  };
}
