import { encodeIdentity } from '@/shared/store/identity';
import { storageKeys } from '@/shared/store/keys';

/** What a view's tab knows of itself. */
interface View {
  /** The student's name. */
  name: string;
  /** When it ends (Unix ms, the server's clock). */
  until: number;
  /** It has ended, and the tab holds nothing else any more. */
  over?: boolean;
}

/** Reads what the tab was given; what cannot be read is over. */
export function parseView(text: string | null): View {
  try {
    return JSON.parse(text ?? '') as View;
  } catch {
    return { name: '', until: 0, over: true };
  }
}

/** Empties the tab, and remembers in it that the view is over: a reload must not show the pages of staff instead. */
export function closeView({ name, until }: View): View {
  const over = { name, until, over: true };
  sessionStorage.clear();
  sessionStorage.setItem(storageKeys.view, JSON.stringify(over));
  return over;
}

/** What the server gave for a view. */
export interface Opened extends View {
  token: string;
  account: string;
}

/** What the view's tab starts with: its session, and the language and theme of whoever looks. */
export function startOf({ token, account, name, until }: Opened, own: Pick<Storage, 'getItem'>): [string, string][] {
  const kept: [string, string | null][] = [
    [storageKeys.view, JSON.stringify({ name, until })],
    [storageKeys.token, token],
    [storageKeys.identity, encodeIdentity(account)],
    ...[storageKeys.locale, storageKeys.theme].map((key): [string, string | null] => [key, own.getItem(key)]),
  ];
  return kept.filter((pair): pair is [string, string] => pair[1] !== null);
}

/**
 * Opens a tab whose own storage holds what it starts with. The token is in no address and in no storage that other tabs
 * read. False when the browser blocks the tab. It uses nothing outside itself: a browser test runs it in the page.
 */
export function openTab(start: [string, string][]): boolean {
  const tab = globalThis.open('', '_blank');
  if (tab === null) {
    return false;
  }
  tab.sessionStorage.clear(); // the browser has copied what this tab holds, drafts included
  start.forEach(([key, value]) => tab.sessionStorage.setItem(key, value));
  tab.location.replace(`${globalThis.location.origin}/student/timetable`);
  return true;
}
