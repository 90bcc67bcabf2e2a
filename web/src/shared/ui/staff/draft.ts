import { draftPrefix, dropDrafts } from '@/shared/store/drafts';
import { identity } from '@/shared/store/session';
import { createStorage } from '@/shared/store/storage';

type Values = Readonly<Record<string, unknown>>;

/** A half-filled form and its initial values. */
interface Draft {
  began: Values;
  values: Values;
}

const tab = createStorage(() => sessionStorage, new EventTarget());

const nameOf = (form: string): string => `${draftPrefix}${identity.get() ?? ''} ${form}`;

/** Stores what was typed in this tab, under the account's name. */
export function storeDraft(form: string, draft: Draft): void {
  if (identity.get() !== null) {
    tab.write(nameOf(form), JSON.stringify(draft));
  }
}

/** Deletes the draft once it is saved or discarded. */
export function dropDraft(form: string): void {
  tab.write(nameOf(form), null);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The draft's changes applied to the current values; undefined if there is no draft. Unchanged fields keep the current
 * values, which someone else may have changed since.
 */
export function readDraft<T extends Values>(form: string, now: T): T | undefined {
  dropDrafts((name) => name.startsWith(nameOf(''))); // drafts of accounts that used this tab before
  try {
    const { began, values } = JSON.parse(tab.read(nameOf(form)) ?? '{}') as Partial<Draft>;
    const changed = Object.entries(values ?? {}).filter(
      ([key, value]) => key in now && !same(value, began?.[key]) && !same(value, now[key]),
    );
    return changed.length === 0 ? undefined : { ...now, ...Object.fromEntries(changed) };
  } catch {
    return undefined;
  }
}
