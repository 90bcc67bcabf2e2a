// What someone chose for files before their upload starts; from then on the server stores it. Kept per account in this
// tab, so that it survives a reload.
import { draftPrefix } from '@/shared/store/drafts';
import { identity } from '@/shared/store/session';
import { createStorage } from '@/shared/store/storage';
import type { Chosen } from './places';

interface Choice {
  place?: Chosen;
  /** Import it even though it has been uploaded before. */
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

export const choiceOf = (key: string): Choice => readAll()[key] ?? {};

/** Stores a choice for a file and keeps its other choices. */
export function rememberChoice(key: string, choice: Choice): void {
  const all = readAll();
  writeAll({ ...all, [key]: { ...all[key], ...choice } });
}

/** Forgets where a file goes, because the server has stored or refused it. */
export function forgetPlace(key: string): void {
  const { [key]: choice = {}, ...others } = readAll();
  writeAll(choice.anew === true ? { ...others, [key]: { anew: true } } : others);
}

export const forgetChoices = (): void => writeAll({});
