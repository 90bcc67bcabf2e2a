/** What a parameter of a message may be. Numbers are written the way the language writes them. */
export type Value = string | number;

/** The parameters of a message that has none. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- `keyof` of it must be never
export type None = Record<never, never>;

/**
 * Every message: namespace → key → parameters. Each `locales` folder adds its own namespace in a generated
 * `catalogue.gen.d.ts`, so this file knows no feature.
 */
export interface Catalogue {}

/** A feature's name, `app` or `shared`. */
export type Namespace = keyof Catalogue;

/** A key of one namespace. */
export type Key<N extends Namespace> = keyof Catalogue[N] & string;

/** The arguments after the key: none, or exactly the message's parameters. */
export type Parameters<P> = keyof P extends never ? [] : [parameters: P];

/** Says one message of a namespace in the current language. */
export type Translate<N extends Namespace> = <K extends Key<N>>(
  key: K,
  ...parameters: Parameters<Catalogue[N][K]>
) => string;

/** A message: a text, or one text for each plural category that the language has. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** The messages of one namespace in one language. */
export type Messages = Readonly<Record<string, Message>>;
