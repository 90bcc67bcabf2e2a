import { storageKeys } from './keys';
import { storage } from './storage';

/** What the names of drafts in this tab's storage begin with; then come the account and the form. */
export const draftPrefix = 'draft ';

/** Whether this tab keeps a half-filled form. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((name) => name.startsWith(draftPrefix));
  } catch {
    return false;
  }
}

/** Removes this tab's drafts whose names are not spared. */
export function dropDrafts(spare: (name: string) => boolean = () => false): void {
  try {
    Object.keys(sessionStorage)
      .filter((name) => name.startsWith(draftPrefix) && !spare(name))
      .forEach((name) => sessionStorage.removeItem(name));
  } catch {
    // a browser that forbids storage has kept none
  }
}

// Another tab was told to.
storage.subscribe(storageKeys.draftsForgotten, () => dropDrafts());

/**
 * Forgets every half-filled form, in other tabs too. For somebody who logs out on purpose: a session that merely ended
 * takes nothing with it, so that the same person finds their work again.
 */
export function forgetDrafts(): void {
  storage.write(storageKeys.draftsForgotten, String(Date.now()));
}
