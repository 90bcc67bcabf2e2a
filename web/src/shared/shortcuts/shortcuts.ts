// All shortcuts of the page, so that one listener serves them and the help can list the active ones.
import { createValue, type Readable } from '@/shared/store/value';
import { isSingle, isTaken, keyName } from './key-name';
import { singleKeys } from './single-keys';

interface Shortcut {
  /** In the page's language, for the list of keys. */
  label: string;
  /** The heading in the list of keys; without one the shortcut belongs to the page. */
  group?: 'go' | 'list' | 'everywhere';
  /** Returns false to pass the key on to an earlier shortcut or the browser. */
  run: (event: KeyboardEvent) => void | boolean;
}

/** Shortcuts by key: 'j', 'g s' (one after the other), 'Ctrl+Enter', 'Shift+x', 'Escape'. */
export type ShortcutMap = Readonly<Record<string, Shortcut>>;

/** One component's shortcuts. */
export interface Slot {
  map: ShortcutMap;
  /** Whether they also work inside dialogs. */
  inDialog: boolean;
}

/** A shortcut as listed in the help. */
export type Listed = Pick<Shortcut, 'label' | 'group'> & { keys: string };

let slots: readonly Slot[] = [];
const listed = createValue<readonly Listed[]>([]);

/** The active shortcuts, each key once. */
export const activeShortcuts: Readable<readonly Listed[]> = listed;

/** Updates the list of shortcuts. Call it when a slot's labels or keys have changed. */
export function listShortcuts(): void {
  // The latest slot wins a key, as when it is pressed; the list keeps the order of the page.
  const byKey = new Map(slots.flatMap(({ map }) => Object.entries(map)));
  const next = [...byKey].map(([keys, { label, group }]) => ({ keys, label, ...(group && { group }) }));
  if (JSON.stringify(next) !== JSON.stringify(listed.get())) {
    listed.set(next);
  }
}

/** How long the second key of 'g s' may take, in ms. */
const sequenceTime = 1500;
let first: { key: string; at: number } | null = null;

function mayRun(keys: string, { inDialog }: Slot, { target, key }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest('dialog') !== null && !inDialog) {
    return false;
  }
  if (/(?:Ctrl|Alt)\+/u.test(keys)) {
    return true;
  }
  const sleeps = isTaken(target, key) && !(inDialog && keys === 'Escape');
  return !sleeps && (!isSingle(keys) || singleKeys.get());
}

/** Offers a key to the slots, latest first; true if one took it. */
function give(keys: string, event: KeyboardEvent): boolean {
  return slots
    .toReversed()
    .some((slot) => mayRun(keys, slot, event) && slot.map[keys] && slot.map[keys].run(event) !== false);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) {
    return;
  }
  const name = keyName(event);
  const before = first !== null && event.timeStamp - first.at < sequenceTime ? first.key : null;
  first = null;
  if ((before !== null && give(`${before} ${name}`, event)) || give(name, event)) {
    event.preventDefault();
    return;
  }
  const begins = (slot: Slot): boolean =>
    Object.keys(slot.map).some((keys) => keys.startsWith(`${name} `) && mayRun(keys, slot, event));
  first = slots.some(begins) ? { key: name, at: event.timeStamp } : null;
}

/** Adds shortcuts and returns the function that removes them. Later ones take precedence. */
export function addShortcuts(slot: Slot): () => void {
  if (slots.length === 0) {
    // On the window, so that listeners on the document, such as the player's, get the key first.
    globalThis.addEventListener('keydown', press);
  }
  slots = [...slots, slot];
  listShortcuts();
  return () => {
    slots = slots.filter((one) => one !== slot);
    listShortcuts();
    if (slots.length === 0) {
      globalThis.removeEventListener('keydown', press);
    }
  };
}
