// Reads and writes chapters as text: one per line, "1:30 Title", with the English title after a bar. It also reads
// "[00:01:30] Title", "2. 1:30 - 5:00 Title" and "Title 1:30" from other programs.
import { clockText } from '@/shared/time/length';
import type { NewChapter } from './queries';

/** The chapters, or the number of the first invalid line. */
export type ReadChapters = { chapters: NewChapter[] } | { wrong: number };

const stamp = String.raw`\d+(?::[0-5]?\d){1,2}(?![\d:])(?:[.,]\d{1,3})?`;
const timeFirst = new RegExp(
  String.raw`^(?:\d{1,3}[.)、]\s*|[-*•]\s*)?[[(【]?(?<time>${stamp})` +
    String.raw`(?:\s*(?:[-–—~\u81f3\u5230]|-->)\s*${stamp})?[\])】]?[\s,，、:–—-]*(?<titles>\S.*)$`,
  'u',
);
const timeLast = new RegExp(String.raw`^(?<titles>\S.*?)[\s,，:–—-]*[\s([【](?<time>${stamp})[\])】]?$`, 'u');

/** '1:30', or '1:30.5' if a chapter doesn't start on a full second. */
function stampText(seconds: number): string {
  const thousandths = Math.round((seconds % 1) * 1000);
  const part = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0').replace(/0+$/u, '')}`;
  return `${clockText(seconds)}${part}`;
}

/** The chapters as text for editing. */
export function linesOf(chapters: readonly NewChapter[]): string {
  return chapters
    .map(({ start, title, titleEn }) => [`${stampText(start)} ${title}`, titleEn].filter(Boolean).join(' | '))
    .join('\n');
}

function readLine(text: string): NewChapter | undefined {
  const plain = text.replaceAll('：', ':').replaceAll('（', '(').replaceAll('）', ')');
  const { time = '', titles = '' } = (timeFirst.exec(plain) ?? timeLast.exec(plain))?.groups ?? {};
  const [title = '', ...rest] = titles.split('|').map((one) => one.trim());
  const titleEn = rest.join(' | ');
  if (title === '' || title.length > 200 || titleEn.length > 200) {
    return undefined;
  }
  const start = time
    .replace(',', '.')
    .split(':')
    .reduce((sum, digits) => sum * 60 + Number(digits), 0);
  return { start, title, titleEn };
}

/** Reads chapters from text. Each must start after the one before; empty lines are ignored. */
export function readChapters(text: string): ReadChapters {
  const chapters: NewChapter[] = [];
  for (const [index, one] of text.split('\n').entries()) {
    if (one.trim() !== '') {
      const chapter = readLine(one.trim());
      if (chapter === undefined || chapter.start <= (chapters.at(-1)?.start ?? -1)) {
        return { wrong: index + 1 };
      }
      chapters.push(chapter);
    }
  }
  return { chapters };
}
