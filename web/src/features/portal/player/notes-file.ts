import { clockText } from '@/shared/time/length';
import type { WireNote } from './wire';

/** Signs that Markdown would read as its own. */
const escape = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/gu, String.raw`\$&`);

/** The notes of a lesson as a Markdown file, in the order of time, each with a link to its place. */
export function notesFile(
  title: string,
  course: string,
  notes: readonly Pick<WireNote, 'at' | 'text'>[],
  address: (at: number) => string,
): string {
  const lines = notes
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `- [${clockText(at)}](${address(at)}) ${escape(text).replaceAll('\n', '\n  ')}`);
  return [`# ${escape(title)}`, '', escape(course), '', ...lines, ''].join('\n');
}
