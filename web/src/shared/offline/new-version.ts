import { createValue, type Value } from '@/shared/store/value';
import type { WorkerMessage } from '@/worker/cache-app';

/** Whether a newer version of the app is on this device and waits for a reload. */
export const newVersion: Value<boolean> = createValue(false);

const workerFile = '/sw.js';

/** The part of Trusted Types that is used here; what it returns may stand where the address of a script is wanted. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string };
}

/**
 * The worker's address as the page's content policy wants it. The one policy that is allowed gives no other address.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('lectern', { createScriptURL: () => workerFile });
  return policy?.createScriptURL(workerFile) ?? workerFile;
}

const takeOver: WorkerMessage = 'take-over';
const hour = 3_600_000;

// Undefined where the page is not served safely (plain http on another machine) or the browser forbids it.
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** Resolves when a worker has cached its files, or failed to. */
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

/** Registers the service worker that caches the app, and finds out when there is a newer version. */
export async function registerWorker(now: () => number = Date.now): Promise<void> {
  let asked = now();
  try {
    const registration = await workers()?.register(workerAddress(), { updateViaCache: 'none' });
    if (registration === undefined) {
      return;
    }
    registration.addEventListener('updatefound', () => void watch(registration));
    await watch(registration);
    // An installed app may stay open for weeks; coming back to it is a good time to check.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && now() - asked > hour) {
        asked = now();
        registration.update().catch(() => undefined);
      }
    });
  } catch {
    // Blocked by the browser, or no network: the portal works as before, only not offline.
  }
}

/**
 * Reloads into the newest version. Without one the worker is unregistered, since its cache may be the very thing that
 * is broken; the next visit registers it again.
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
    // The server cannot be asked: a reload is all there is.
  }
  globalThis.location.reload();
}
