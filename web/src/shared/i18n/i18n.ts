import type { Catalogue, Key, Message, Messages, Namespace, Parameters, Translate, Value } from './catalogue';
import { chooseLocale, storedLocale, type Locale } from './locale';
import { formatMessage } from './message';

export type Load = (namespace: Namespace, locale: Locale) => Promise<Messages>;

/** The current language and the messages loaded so far. */
export interface I18n {
  locale: () => Locale;
  /** Switches the language once all messages in use are loaded, so that the whole page changes at once. */
  setLocale: (locale: Locale) => Promise<void>;
  /** Loads a namespace in the current language; repeated calls return the same promise, as React's `use` requires. */
  ready: (namespace: Namespace) => Promise<void>;
  isReady: (namespace: Namespace) => boolean;
  /** The translator of a loaded namespace; the same function until the language changes. */
  translator: <N extends Namespace>(namespace: N) => Translate<N>;
  subscribe: (listener: () => void) => () => void;
}

/** Makes an i18n that starts with a language and loads its messages with `load`. */
export function createI18n(initial: Locale, load: Load): I18n {
  let locale = initial;
  const messages = new Map<string, Messages>();
  const loading = new Map<string, Promise<void>>();
  const used = new Set<Namespace>();
  const translators = new Map<string, unknown>();
  const listeners = new Set<() => void>();

  const fetchMessages = (namespace: Namespace, wanted: Locale): Promise<void> => {
    const id = `${wanted} ${namespace}`;
    const known = loading.get(id);
    if (known !== undefined) {
      return known;
    }
    const promise = load(namespace, wanted).then(
      (loaded) => void messages.set(id, loaded),
      (error: unknown) => {
        loading.delete(id); // a later try may succeed
        throw error;
      },
    );
    loading.set(id, promise);
    // React's `use` reads this; then it doesn't suspend even for one tick.
    promise.then(
      () => Object.assign(promise, { status: 'fulfilled', value: undefined }),
      () => undefined,
    );
    return promise;
  };

  const say = (namespace: Namespace, key: string, parameters: Readonly<Record<string, Value>>): string => {
    const message: Message | undefined = messages.get(`${locale} ${namespace}`)?.[key];
    return message === undefined ? key : formatMessage(locale, message, parameters);
  };

  return {
    locale: () => locale,
    async setLocale(next) {
      await Promise.all([...used].map((namespace) => fetchMessages(namespace, next)));
      locale = next;
      listeners.forEach((listener) => listener());
    },
    ready(namespace) {
      used.add(namespace);
      return fetchMessages(namespace, locale);
    },
    isReady: (namespace) => messages.has(`${locale} ${namespace}`),
    translator<N extends Namespace>(namespace: N) {
      const id = `${locale} ${namespace}`;
      const translate: Translate<N> =
        (translators.get(id) as Translate<N> | undefined) ??
        (<K extends Key<N>>(key: K, ...[parameters]: Parameters<Catalogue[N][K]>) =>
          say(namespace, key, parameters ?? {}));
      translators.set(id, translate);
      return translate;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

let load: Load = (namespace) => Promise.reject(new Error(`no messages for ${namespace}`));

/** Sets where messages come from; the app does so once, at the start. */
export function provideMessages(source: Load): void {
  load = source;
}

export const i18n = createI18n(chooseLocale(storedLocale.get(), navigator.languages[0]), (namespace, locale) =>
  load(namespace, locale),
);

/** Switches the page's language and stores the choice. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await i18n.setLocale(locale);
  document.documentElement.lang = locale;
  storedLocale.set(locale);
}
