/** A parameter of a message. Numbers are formatted for the language. */
export type Value = string | number;

/** The parameters of a message without any. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- `keyof` of it must be never
export type None = Record<never, never>;

/**
 * All messages: namespace → key → parameters. Each `locales` folder adds its namespace in a generated
 * `catalogue.gen.d.ts`, so this file depends on no feature.
 */
export interface Catalogue {}

/** A feature's name, `app` or `shared`. */
export type Namespace = keyof Catalogue;

export type Key<N extends Namespace> = keyof Catalogue[N] & string;

/** The arguments after the key: none, or exactly the message's parameters. */
export type Parameters<P> = keyof P extends never ? [] : [parameters: P];

/** Translates a message of a namespace into the current language. */
export type Translate<N extends Namespace> = <K extends Key<N>>(
  key: K,
  ...parameters: Parameters<Catalogue[N][K]>
) => string;

/** A message: one text, or a text for each plural category of the language. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** The messages of one namespace in one language. */
export type Messages = Readonly<Record<string, Message>>;
