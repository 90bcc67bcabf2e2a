import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheApp, type AppFiles, type CacheScope } from './cache-app';

const origin = 'https://college.example';
const first: AppFiles = {
  version: '1',
  files: ['/', '/favicon.svg', '/assets/app-1.js', '/assets/react-1.js'],
};
const second: AppFiles = {
  version: '2',
  files: ['/', '/favicon.svg', '/assets/app-2.js', '/assets/react-1.js'],
};

let stores: Map<string, Map<string, Response>>;
let network: ReturnType<typeof vi.fn<(input: string | Request) => Promise<Response>>>;

const match = (store: Map<string, Response> | undefined, key: string) => store?.get(key)?.clone();

function fakeCaches(): CacheStorage {
  return {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (key: string) => match(store, key),
        put: async (key: string, response: Response) => void store.set(key, response),
      };
    },
    match: async (key: string) => [...stores.values()].map((store) => match(store, key)).find(Boolean),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage;
}

/** A service worker of one version, with a fake browser around it. */
function worker(app: AppFiles) {
  const listeners = new Map<string, (event: never) => void>();
  const skipWaiting = vi.fn(async () => undefined);
  const claim = vi.fn(async () => undefined);
  cacheApp(
    {
      caches: fakeCaches(),
      fetch: network as unknown as typeof fetch,
      location: { origin },
      skipWaiting,
      clients: { claim },
      addEventListener: (type, listener) => void listeners.set(type, listener),
    } satisfies CacheScope,
    app,
  );
  const tell = async (type: 'install' | 'activate'): Promise<unknown> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) } as never);
    return work;
  };
  const ask = async (path: string, how: { mode?: string; method?: string } = {}): Promise<string | null> => {
    let answer: Promise<Response> | undefined;
    const request = { method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...how };
    listeners.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => (answer = given),
    } as never);
    return answer === undefined ? null : (await answer).text();
  };
  const say = (data: unknown): void => listeners.get('message')?.({ data } as never);
  return { tell, ask, say, skipWaiting, claim };
}

beforeEach(() => {
  stores = new Map();
  network = vi.fn(async (input) => new Response(`${typeof input === 'string' ? input : input.url} fresh`));
});

async function installed(kept = first) {
  const one = worker(kept);
  await one.tell('install');
  await one.tell('activate');
  network.mockClear();
  return one;
}

describe('without a network', () => {
  test.each(['/', '/student/timetable?week=3', '/login', '/apinions', '/no/such/page'])(
    'the page %s is the kept one',
    async (path) => {
      const { ask } = await installed();
      network.mockRejectedValue(new TypeError('offline'));
      expect(await ask(path, { mode: 'navigate' })).toBe('/ fresh');
    },
  );

  test('cached files are available, others are not', async () => {
    const { ask } = await installed();
    network.mockRejectedValue(new TypeError('offline'));
    expect(await ask('/assets/app-1.js')).toBe('/assets/app-1.js fresh');
    await expect(ask('/assets/message-page-1.js')).rejects.toThrow('offline');
  });
});

test.each([
  ['/api/user/info', {}],
  ['/api/timetable', { mode: 'navigate' }],
  ['/media/lesson.m3u8', {}],
  ['/calendar/secret.ics', { mode: 'navigate' }],
  ['/healthz', { mode: 'navigate' }],
  ['/app-config.json', {}],
  ['/robots.txt', { mode: 'navigate' }],
  ['/student/timetable', { mode: 'navigate', method: 'POST' }],
  ['https://elsewhere.example/assets/app-1.js', {}],
])('%s %j is the server’s own and never touched', async (path, how) => {
  const { ask } = await installed();
  expect(await ask(path, how)).toBeNull();
});

test('a file with a hash in its name is fetched once and cached', async () => {
  const { ask } = await installed();
  await ask('/assets/message-page-1.js');
  await ask('/assets/message-page-1.js');
  expect(network).toHaveBeenCalledOnce();
});

test('a missing file is not cached', async () => {
  const { ask } = await installed();
  network.mockImplementation(async () => new Response('', { status: 404 }));
  await ask('/assets/gone-1.js');
  await ask('/assets/gone-1.js');
  expect(network).toHaveBeenCalledTimes(2);
});

test('a new version waits beside the old one, fetches new files and takes over on request', async () => {
  const old = await installed();
  const next = worker(second);
  await next.tell('install');
  expect(network.mock.calls.map(([file]) => file)).toEqual(['/', '/favicon.svg', '/assets/app-2.js']);
  expect(await old.ask('/assets/app-1.js')).toBe('/assets/app-1.js fresh');
  expect(next.skipWaiting).not.toHaveBeenCalled();
  next.say('hello');
  expect(next.skipWaiting).not.toHaveBeenCalled();
  next.say('take-over');
  expect(next.skipWaiting).toHaveBeenCalledOnce();
  await next.tell('activate');
  expect([...stores.keys()]).toEqual(['lectern-2']);
  expect(next.claim).toHaveBeenCalledOnce();
});

test('an incomplete version is not used', async () => {
  const next = worker(second);
  network.mockImplementation(async (input) => new Response('', { status: input === '/favicon.svg' ? 503 : 200 }));
  await expect(next.tell('install')).rejects.toThrow('/favicon.svg: 503');
});
