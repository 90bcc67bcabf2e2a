import { storageKeys } from './keys';
import { storage } from './storage';

/** The prefix of drafts in this tab's storage, followed by the account and the form. */
export const draftPrefix = 'draft ';

/** Whether this tab stores a half-filled form. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((name) => name.startsWith(draftPrefix));
  } catch {
    return false;
  }
}

/** Removes this tab's drafts, except those with a spared name. */
export function dropDrafts(spare: (name: string) => boolean = () => false): void {
  try {
    Object.keys(sessionStorage)
      .filter((name) => name.startsWith(draftPrefix) && !spare(name))
      .forEach((name) => sessionStorage.removeItem(name));
  } catch {
    // a browser that blocks storage has stored none
  }
}

// Another tab has called forgetDrafts.
storage.subscribe(storageKeys.draftsForgotten, () => dropDrafts());

/**
 * Deletes all half-filled forms, in other tabs too. Called when someone logs out deliberately: after a session merely
 * expires, the same person finds their work again.
 */
export function forgetDrafts(): void {
  storage.write(storageKeys.draftsForgotten, String(Date.now()));
}
