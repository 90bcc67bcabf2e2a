// By code point, so that a character outside the basic plane isn't cut in half.
const first = (text: string): string => /^./u.exec(text)?.[0] ?? '';

/** The text of an avatar: two initials of a Western name, the family name of a Chinese one. */
export function initials(name: string): string {
  const trimmed = name.trim();
  if (/^\p{Script=Han}/u.test(trimmed)) {
    return first(trimmed);
  }
  const words = trimmed.split(/\s+/u);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => first(word ?? '').toUpperCase()).join('');
}
