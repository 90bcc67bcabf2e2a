/** The files of one version of the app; the first is the page itself. */
export interface Kept {
  version: string;
  files: readonly string[];
}

/** An event that waits for what it is given. */
export interface LongEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

/** A request of a page. */
interface FetchEvent extends Event {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}

/** The part of a service worker's global scope that is used here; the DOM's types do not have it. */
export interface WorkerScope {
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

/** What a page says to a waiting worker when its reader agrees to reload. A type, so that the page and the worker share no file. */
export type Order = 'take-over';

const takeOver: Order = 'take-over';

/** What is the server's own: data, media and its state are never answered from here. */
const served = /^\/(?:api|media|calendar|healthz|readyz|metrics)(?:\/|$)/u;

/** Whether a path is a page of the app, as the server decides it too: everything that is no file. */
function isPage(path: string): boolean {
  return !served.test(path) && !/\.\w+$/u.test(path);
}

/** Files with a hash in their name never change, so that one that an older version kept is as good as a new one. */
const isHashed = (path: string): boolean => path.startsWith('/assets/');

async function fill({ caches, fetch }: WorkerScope, { version, files }: Kept): Promise<void> {
  const cache = await caches.open(prefix + version);
  await Promise.all(
    files.map(async (file) => {
      const known = isHashed(file) ? await caches.match(file) : undefined;
      const response = known ?? (await fetch(file, { cache: 'no-cache' }));
      if (!response.ok) {
        throw new TypeError(`${file}: ${response.status}`); // half a version is none; the browser tries again later
      }
      await cache.put(file, response);
    }),
  );
}

async function dropOthers({ caches }: WorkerScope, { version }: Kept): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== prefix + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Answers from what is kept, else from the network; what can never change is kept from then on. */
async function answer(
  { caches, fetch }: WorkerScope,
  version: string,
  key: string,
  request: Request,
): Promise<Response> {
  const cache = await caches.open(prefix + version);
  const known = await cache.match(key);
  if (known !== undefined) {
    return known;
  }
  const response = await fetch(request);
  if (response.ok && isHashed(key)) {
    await cache.put(key, response.clone()).catch(() => undefined); // a full disk must not keep the page from its file
  }
  return response;
}

/** Wires a service worker that keeps one version of the app. */
export function keepApp(scope: WorkerScope, kept: Kept): void {
  const [page = '/'] = kept.files;
  scope.addEventListener('install', (event) => event.waitUntil(fill(scope, kept)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(dropOthers(scope, kept).then(() => scope.clients.claim())),
  );
  // A new version waits until no page of the old one is open, or until a reader agrees to reload.
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
      event.respondWith(answer(scope, kept.version, page, event.request));
    } else if (isHashed(pathname) || kept.files.includes(pathname)) {
      event.respondWith(answer(scope, kept.version, pathname, event.request));
    }
  });
}
