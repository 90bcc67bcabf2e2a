import { clockText } from '@/shared/time/length';
import type { WireNote } from './wire';

/** Escapes characters that are markup in Markdown. */
const escape = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/gu, String.raw`\$&`);

/** The notes of a lesson as a Markdown file, in time order, each with a link to its moment. */
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
