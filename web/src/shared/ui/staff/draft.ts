import { draftPrefix, dropDrafts } from '@/shared/store/drafts';
import { identity } from '@/shared/store/session';
import { createStorage } from '@/shared/store/storage';

type Values = Readonly<Record<string, unknown>>;

/** A half-filled form, and what it began with. */
interface Draft {
  began: Values;
  values: Values;
}

const tab = createStorage(() => sessionStorage, new EventTarget());

const nameOf = (form: string): string => `${draftPrefix}${identity.get() ?? ''} ${form}`;

/** Keeps what was typed in this tab, under the account's name. */
export function keepDraft(form: string, draft: Draft): void {
  if (identity.get() !== null) {
    tab.write(nameOf(form), JSON.stringify(draft));
  }
}

/** Drops it, once it is saved or given up. */
export function dropDraft(form: string): void {
  tab.write(nameOf(form), null);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was typed before, put over the present values; undefined when there is nothing. Only what was changed counts:
 * the rest may have been changed by somebody else meanwhile.
 */
export function readDraft<T extends Values>(form: string, now: T): T | undefined {
  dropDrafts((name) => name.startsWith(nameOf(''))); // those of whoever was here before
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
