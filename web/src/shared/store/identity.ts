import type { Codec } from './value';

/** The positions of the filler characters in the stored text, in the order of insertion. */
const fillers: readonly (readonly [position: number, character: string])[] = [
  [2, 'L'],
  [5, 'c'],
  [9, 't'],
  [14, 'R'],
];

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

function fromBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Obfuscates the user id. Not a protection: the server never trusts it. */
export function encodeIdentity(id: string): string {
  return fillers.reduce(
    (text, [position, character]) => text.slice(0, position) + character + text.slice(position),
    toBase64(id),
  );
}

/** Undoes encodeIdentity; null for any other text. */
export function decodeIdentity(text: string): string | null {
  let rest = text;
  for (const [position, character] of fillers.toReversed()) {
    const at = Math.min(position, rest.length - 1); // fillers of a short id are at its end
    if (rest[at] !== character) {
      return null;
    }
    rest = rest.slice(0, at) + rest.slice(at + 1);
  }
  try {
    return fromBase64(rest);
  } catch {
    return null;
  }
}

/** The codec of the stored identifier; invalid text counts as absent. */
export const identityCodec: Codec<string | null> = {
  parse: (text) => (text === null || text === '' ? null : decodeIdentity(text)),
  format: (id) => (id === null || id === '' ? null : encodeIdentity(id)),
};
