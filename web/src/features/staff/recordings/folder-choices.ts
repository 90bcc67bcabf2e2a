// What a person chose for files whose upload the server does not know yet. It outlives a reload of this tab, under the
// account's name; once the upload has begun, the server keeps it.
import { draftPrefix } from '@/shared/store/drafts';
import { identity } from '@/shared/store/session';
import { createStorage } from '@/shared/store/storage';
import type { Place } from './queries';

/** What is remembered of a file. */
interface Choice {
  place?: Place;
  /** It is brought in although the portal has it. */
  anew?: boolean;
}

const tab = createStorage(() => sessionStorage, new EventTarget());

const name = (): string => `${draftPrefix}${identity.get() ?? ''} recordings-folder`;

function readAll(): Readonly<Record<string, Choice>> {
  try {
    return JSON.parse(tab.read(name()) ?? '{}') as Readonly<Record<string, Choice>>;
  } catch {
    return {};
  }
}

const writeAll = (choices: Readonly<Record<string, Choice>>): void =>
  tab.write(name(), Object.keys(choices).length === 0 ? null : JSON.stringify(choices));

/** What was chosen for a file, by its key. */
export const choiceOf = (key: string): Choice => readAll()[key] ?? {};

/** Remembers what was chosen for a file, beside what was chosen before. */
export function rememberChoice(key: string, choice: Choice): void {
  const all = readAll();
  writeAll({ ...all, [key]: { ...all[key], ...choice } });
}

/** Forgets the place of a file: the server has it, or has refused it. */
export function forgetPlace(key: string): void {
  const { [key]: choice = {}, ...others } = readAll();
  writeAll(choice.anew === true ? { ...others, [key]: { anew: true } } : others);
}

/** Forgets all: the folder is closed. */
export const forgetChoices = (): void => writeAll({});
