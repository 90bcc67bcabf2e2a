import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { viewing } from '@/shared/store/storage';

/** What a device may be told of. */
export const pushKinds = ['changes', 'recordings', 'notices'] as const;

/** One of them. */
export type PushKind = (typeof pushKinds)[number];

/** Why this device cannot be told, or that it can. */
export type Ability = 'able' | 'blocked' | 'unable';

const isKind = (kind: string): kind is PushKind => (pushKinds as readonly string[]).includes(kind);

/**
 * Whether this browser can show what is pushed, and may. Where staff see the portal as a student, it is the
 * device of staff.
 */
export function ability(): Ability {
  if (
    viewing !== null ||
    !('serviceWorker' in navigator) ||
    !('PushManager' in globalThis) ||
    !('Notification' in globalThis)
  ) {
    return 'unable';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

async function manager(): Promise<PushManager | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager;
}

interface Device {
  publicKey: string;
  /** Whether a service worker is there to be told. */
  ready: boolean;
  kinds: readonly PushKind[];
}

const key = ['message', 'push'] as const;

async function readDevice(signal: AbortSignal): Promise<Device> {
  const push = await manager();
  const { publicKey, devices } = await api.get('/api/push', { signal, quiet: true });
  const mine = (await push?.getSubscription())?.endpoint;
  const kinds = devices.find(({ endpoint }) => endpoint === mine)?.kinds ?? [];
  return { publicKey, ready: push !== undefined, kinds: kinds.filter(isKind) };
}

/** What this device is told of; asked only where it can be told at all. */
export function useDevice() {
  return useQuery(
    queryOptions({
      queryKey: key,
      queryFn: ({ signal }) => readDevice(signal),
      enabled: ability() !== 'unable',
    }),
  );
}

/** The key as the bytes that every browser takes. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const bare = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bare, (char) => char.codePointAt(0) ?? 0);
}

type Subscribed = Parameters<typeof api.put<'/api/push'>>[1]['body'];

async function subscribe(push: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) };
  try {
    return await push.subscribe(options);
  } catch {
    // One that was made for another key of the college's stands in the way.
    await (await push.getSubscription())?.unsubscribe();
    return push.subscribe(options);
  }
}

/** Tells the college what this device wants to hear of. The browser asks its owner first; no is an answer. */
async function choose({ publicKey }: Device, kinds: readonly PushKind[]): Promise<void> {
  const push = await manager();
  if (kinds.length === 0) {
    const old = await push?.getSubscription();
    if (old) {
      await api.delete('/api/push', { query: { endpoint: old.endpoint }, quiet: true });
      await old.unsubscribe();
    }
    return;
  }
  if (push === undefined || (await Notification.requestPermission()) !== 'granted') {
    return;
  }
  const made = (await subscribe(push, publicKey)).toJSON();
  const { p256dh = '', auth = '' } = made.keys ?? {};
  const body: Subscribed = { endpoint: made.endpoint ?? '', keys: { p256dh, auth }, kinds: [...kinds] };
  await api.put('/api/push', { body, quiet: true });
}

/** Changes what this device is told of. */
export function useChooseKinds() {
  return useChange(({ device, kinds }: { device: Device; kinds: readonly PushKind[] }) => choose(device, kinds), [key]);
}
