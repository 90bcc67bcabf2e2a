/** Twenty colours that are easy to tell apart, and readable on the tints that both themes derive from them. */
export const courseColours = [
  '#165DFF',
  '#E8590C',
  '#0E9F9A',
  '#C41FC0',
  '#3F8600',
  '#C27803',
  '#8A4DF0',
  '#D0302F',
  '#0B84C6',
  '#8A6D00',
  '#D6246E',
  '#5664E0',
  '#00875A',
  '#B85200',
  '#9656C4',
  '#5B7F00',
  '#0F7490',
  '#BD4A7A',
  '#6B6F1A',
  '#5F7690',
] as const;

/** Charts have ten or twenty data colours, all visible on the cards of both themes. */
export const chartSchemes = { 10: courseColours.slice(0, 10), 20: courseColours } as const;

function hash(text: string): number {
  // FNV-1a: short, and different for ids that differ in one character.
  return Array.from(text).reduce(
    (sum, character) => Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  );
}

/** Assigns colours that depend only on the course's id if possible; no two are the same while there are enough. */
export function assignColours(courses: readonly string[]): ReadonlyMap<string, string> {
  const assigned = new Map<string, string>();
  const taken = new Set<number>();
  for (const course of [...new Set(courses)].toSorted()) {
    let slot = hash(course) % courseColours.length;
    while (taken.has(slot) && taken.size < courseColours.length) {
      slot = (slot + 1) % courseColours.length;
    }
    taken.add(slot);
    assigned.set(course, courseColours[slot] ?? courseColours[0]);
  }
  return assigned;
}
