/** The files of one version of the app; the first one is the page itself. */
export interface AppFiles {
  version: string;
  files: readonly string[];
}

/** An event with waitUntil. */
export interface LongEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends Event {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}

/** The part of a service worker's global scope that is used here; the DOM's types don't have it. */
export interface CacheScope {
  caches: CacheStorage;
  fetch: typeof fetch;
  location: { origin: string };
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ) => void;
}

interface WorkerEvents {
  install: LongEvent;
  activate: LongEvent;
  fetch: FetchEvent;
  message: MessageEvent;
}

const prefix = 'lectern-';

/** Sent to a waiting worker when the user agrees to reload. A type, so that page and worker share no file. */
export type WorkerMessage = 'take-over';

const takeOver: WorkerMessage = 'take-over';

/** Data, media and health checks always go to the server. */
const serverPaths = /^\/(?:api|media|calendar|healthz|readyz|metrics)(?:\/|$)/u;

/** Whether a path is a page of the app, by the server's rule: anything that isn't a file. */
function isPage(path: string): boolean {
  return !serverPaths.test(path) && !/\.\w+$/u.test(path);
}

/** Files with a hash in their name never change, so a copy from an older version's cache is just as good. */
const isHashed = (path: string): boolean => path.startsWith('/assets/');

async function fill({ caches, fetch }: CacheScope, { version, files }: AppFiles): Promise<void> {
  const cache = await caches.open(prefix + version);
  await Promise.all(
    files.map(async (file) => {
      const cached = isHashed(file) ? await caches.match(file) : undefined;
      const response = cached ?? (await fetch(file, { cache: 'no-cache' }));
      if (!response.ok) {
        // fails the whole installation; the browser retries later
        throw new TypeError(`${file}: ${response.status}`);
      }
      await cache.put(file, response);
    }),
  );
}

async function dropOthers({ caches }: CacheScope, { version }: AppFiles): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== prefix + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Answers from the cache, else from the network; files that never change are then cached. */
async function answer(
  { caches, fetch }: CacheScope,
  version: string,
  key: string,
  request: Request,
): Promise<Response> {
  const cache = await caches.open(prefix + version);
  const cached = await cache.match(key);
  if (cached !== undefined) {
    return cached;
  }
  const response = await fetch(request);
  if (response.ok && isHashed(key)) {
    // a full disk must not keep the page from getting its file
    await cache.put(key, response.clone()).catch(() => undefined);
  }
  return response;
}

/** Makes a service worker cache one version of the app. */
export function cacheApp(scope: CacheScope, app: AppFiles): void {
  const [page = '/'] = app.files;
  scope.addEventListener('install', (event) => event.waitUntil(fill(scope, app)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(dropOthers(scope, app).then(() => scope.clients.claim())),
  );
  // A new version waits until all pages of the old one are closed, or until a user agrees to reload.
  scope.addEventListener('message', ({ data }) => {
    if (data === takeOver) {
      void scope.skipWaiting();
    }
  });
  scope.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== scope.location.origin) {
      return;
    }
    if (mode === 'navigate' && isPage(pathname)) {
      event.respondWith(answer(scope, app.version, page, event.request));
    } else if (isHashed(pathname) || app.files.includes(pathname)) {
      event.respondWith(answer(scope, app.version, pathname, event.request));
    }
  });
}
