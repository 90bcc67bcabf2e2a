import type { Codec } from './value';

/** Where the fillers stand in the stored text, in the order in which they are put in. */
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

/** Hides the user id from a glance, not from an attacker: the server never trusts it. */
export function encodeIdentity(id: string): string {
  return fillers.reduce(
    (text, [position, character]) => text.slice(0, position) + character + text.slice(position),
    toBase64(id),
  );
}

/** Undoes encodeIdentity; null when the text was not made by it. */
export function decodeIdentity(text: string): string | null {
  let rest = text;
  for (const [position, character] of fillers.toReversed()) {
    const at = Math.min(position, rest.length - 1); // a short id has its fillers at the end
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

/** The codec of the stored identifier; what cannot be decoded counts as absent. */
export const identityCodec: Codec<string | null> = {
  parse: (text) => (text === null || text === '' ? null : decodeIdentity(text)),
  format: (id) => (id === null || id === '' ? null : encodeIdentity(id)),
};
