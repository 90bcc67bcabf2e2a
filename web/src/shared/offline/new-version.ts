import { createValue, type Value } from '@/shared/store/value';
import type { WorkerMessage } from '@/worker/cache-app';

/** Whether this device has downloaded a newer version of the app that waits for a reload. */
export const newVersion: Value<boolean> = createValue(false);

const workerFile = '/sw.js';

/** The part of Trusted Types that is used here; the result may be used as a script's address. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string };
}

/**
 * The worker's address as a TrustedScriptURL, which the page's content policy requires. This policy allows no other
 * address.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('lectern', { createScriptURL: () => workerFile });
  return policy?.createScriptURL(workerFile) ?? workerFile;
}

const takeOver: WorkerMessage = 'take-over';
const hour = 3_600_000;

// Undefined if the page isn't in a secure context (plain http on another host) or the browser blocks workers.
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** Resolves when a worker has cached its files or failed. */
async function settled(worker: ServiceWorker): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (worker.state !== 'installing') {
        resolve();
      }
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

async function watch(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.installing !== null) {
    await settled(registration.installing);
  }
  // The very first version also waits for a moment, before it becomes active.
  if (registration.waiting !== null && registration.active !== null) {
    newVersion.set(true);
  }
}

/** Registers the service worker that caches the app, and detects newer versions. */
export async function registerWorker(now: () => number = Date.now): Promise<void> {
  let asked = now();
  try {
    const registration = await workers()?.register(workerAddress(), { updateViaCache: 'none' });
    if (registration === undefined) {
      return;
    }
    registration.addEventListener('updatefound', () => void watch(registration));
    await watch(registration);
    // An installed app may stay open for weeks, so check whenever it becomes visible.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && now() - asked > hour) {
        asked = now();
        registration.update().catch(() => undefined);
      }
    });
  } catch {
    // Blocked by the browser, or offline: the portal works, just not offline.
  }
}

/**
 * Reloads into the newest version. If there is none, the worker is unregistered, because its cache may be the problem;
 * the next visit registers it again.
 */
export async function reloadApp(): Promise<void> {
  const container = workers();
  try {
    const registration = await container?.getRegistration();
    await registration?.update();
    if (registration?.installing) {
      await settled(registration.installing);
    }
    const waiting = registration?.waiting;
    if (container !== undefined && waiting) {
      container.addEventListener('controllerchange', () => globalThis.location.reload(), { once: true });
      waiting.postMessage(takeOver);
      return;
    }
    await registration?.unregister();
  } catch {
    // The server can't be reached: reloading is all we can do.
  }
  globalThis.location.reload();
}
