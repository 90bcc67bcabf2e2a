import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { viewing } from '@/shared/store/storage';

/** The kinds of notifications that a device can choose. */
export const pushKinds = ['changes', 'recordings', 'notices'] as const;

export type PushKind = (typeof pushKinds)[number];

/** Whether this device can receive notifications, and why not. */
export type Ability = 'able' | 'blocked' | 'unable';

const isKind = (kind: string): kind is PushKind => (pushKinds as readonly string[]).includes(kind);

/**
 * Whether this browser supports notifications and permits them. Never in the student view: the device belongs to staff.
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
  /** Whether a service worker is active to receive notifications. */
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

/** The device's choice of notifications; fetched only if it can receive any. */
export function useDevice() {
  return useQuery(
    queryOptions({
      queryKey: key,
      queryFn: ({ signal }) => readDevice(signal),
      enabled: ability() !== 'unable',
    }),
  );
}

/** The key as bytes, which every browser accepts. */
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
    // A subscription that was made with an older key of the college blocks a new one.
    await (await push.getSubscription())?.unsubscribe();
    return push.subscribe(options);
  }
}

/** Saves which notifications this device wants. The browser asks its user first, who may refuse. */
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

export function useChooseKinds() {
  return useChange(({ device, kinds }: { device: Device; kinds: readonly PushKind[] }) => choose(device, kinds), [key]);
}
