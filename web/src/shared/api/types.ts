/* oxlint-disable typescript/no-generated-empty-object-type -- "extends {}" detects optional keys */
// Derives from the generated `paths` which paths a method has, what they take and what they return.
import type { paths as Paths } from './schema.gen';

/** The client's methods. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof Paths];

type Operation<M extends Method, P extends keyof Paths> = Paths[P] extends Record<M, infer O> ? O : never;

type JsonOf<C> = C extends { content: { 'application/json': infer B } } ? B : undefined;

type Good<R> = R extends { 200: infer A } ? A : R extends { 201: infer A } ? A : R extends { 204: infer A } ? A : never;

/** The body of a successful answer, including the envelope. */
type BodyOf<M extends Method, P extends keyof Paths> =
  Operation<M, P> extends { responses: infer R } ? JsonOf<Good<R>> : never;

/** The data in the envelope, or the body itself without an envelope. */
export type DataOf<M extends Method, P extends keyof Paths> =
  BodyOf<M, P> extends { succeeded: boolean } & { data?: infer D } ? D : BodyOf<M, P>;

/** PUT and PATCH return the whole answer; the others return the data of the envelope. */
export type AnswerOf<M extends Method, P extends keyof Paths> = M extends 'put' | 'patch' ? BodyOf<M, P> : DataOf<M, P>;

type Part<O, Name extends string> = O extends { parameters: infer A }
  ? A extends { [K in Name]: infer V }
    ? V
    : A extends { [K in Name]?: infer V }
      ? V
      : never
  : never;

type Field<Name extends string, V> = [V] extends [never]
  ? unknown
  : [Exclude<V, undefined>] extends [never]
    ? unknown
    : Record<never, never> extends V
      ? { [K in Name]?: V }
      : { [K in Name]: V };

/** Allows dates for text; the client formats them. */
type Sendable<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly unknown[]
    ? { [K in keyof T]: Sendable<T[K]> }
    : T extends object
      ? { [K in keyof T]: Sendable<T[K]> }
      : T;

type BodyIn<C> = C extends { 'application/json': infer B }
  ? { body: Sendable<B> }
  : C extends { 'application/x-www-form-urlencoded': infer B }
    ? { form: B }
    : C extends { 'multipart/form-data': unknown }
      ? { body: FormData }
      : unknown;

type BodyField<O> = O extends { requestBody: { content: infer C } }
  ? BodyIn<C>
  : O extends { requestBody?: { content: infer C } }
    ? Partial<BodyIn<C>>
    : unknown;

/** Options of a call; the defaults are the specification's. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds until the call fails; 10 s by default. */
  timeout?: number;
  /** How often to retry a call that got no answer; 0 by default. */
  retry?: number;
  /** Shows no error notice: the caller does. */
  quiet?: boolean;
  /** Treats a 401 as an ordinary error that raises no event. */
  mayBeUnauthorized?: boolean;
  /** Changes nothing, although it isn't a GET: its body is part of its address, and an identical one replaces it. */
  question?: boolean;
  /** Lets the request outlive the page, for a small body sent while it closes. */
  keepalive?: boolean;
}

/** The options of a call to a path. */
type OptionsOf<M extends Method, P extends keyof Paths> = CallOptions &
  Field<'query', Part<Operation<M, P>, 'query'>> &
  Field<'path', Part<Operation<M, P>, 'path'>> &
  BodyField<Operation<M, P>>;

/** The options are optional if none of them is required. */
export type Arguments<M extends Method, P extends keyof Paths> =
  Record<never, never> extends OptionsOf<M, P> ? [options?: OptionsOf<M, P>] : [options: OptionsOf<M, P>];
