import { encodeIdentity } from '@/shared/store/identity';
import { storageKeys } from '@/shared/store/keys';

/** What the tab stores about its student view. */
interface View {
  /** The student's name. */
  name: string;
  /** When it ends, in Unix ms of the server's clock. */
  until: number;
  /** It has ended, and the tab has nothing else stored. */
  over?: boolean;
}

/** Reads what the tab stores; anything unreadable counts as ended. */
export function parseView(text: string | null): View {
  try {
    return JSON.parse(text ?? '') as View;
  } catch {
    return { name: '', until: 0, over: true };
  }
}

/** Clears the tab's storage but marks the view as over, so that a reload doesn't show the staff pages instead. */
export function closeView({ name, until }: View): View {
  const over = { name, until, over: true };
  sessionStorage.clear();
  sessionStorage.setItem(storageKeys.view, JSON.stringify(over));
  return over;
}

/** The server's response to a new view. */
export interface Opened extends View {
  token: string;
  account: string;
}

/** What the view's tab starts with: its session, and the viewer's language and theme. */
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
 * Opens a tab with its own storage, so that the token is neither in a URL nor in storage other tabs can read. Returns
 * false if the browser blocks it. It must not use outer variables: an e2e test runs it in the page.
 */
export function openTab(start: [string, string][]): boolean {
  const tab = globalThis.open('', '_blank');
  if (tab === null) {
    return false;
  }
  tab.sessionStorage.clear(); // the browser has copied this tab's storage, including drafts
  start.forEach(([key, value]) => tab.sessionStorage.setItem(key, value));
  tab.location.replace(`${globalThis.location.origin}/student/timetable`);
  return true;
}
