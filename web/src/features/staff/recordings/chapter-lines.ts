// Chapters as staff write them: one line each, "1:30 Title", with the English title behind a bar if there is one. Other
// programs write "[00:01:30] Title", "2. 1:30 - 5:00 Title" or "Title 1:30".
import { clockText } from '@/shared/time/length';
import type { NewChapter } from './queries';

/** The chapters that were read, or the number of the first line that is none. */
export type ReadChapters = { chapters: NewChapter[] } | { wrong: number };

const stamp = String.raw`\d+(?::[0-5]?\d){1,2}(?![\d:])(?:[.,]\d{1,3})?`;
const timeFirst = new RegExp(
  String.raw`^(?:\d{1,3}[.)、]\s*|[-*•]\s*)?[[(【]?(?<time>${stamp})` +
    String.raw`(?:\s*(?:[-–—~\u81f3\u5230]|-->)\s*${stamp})?[\])】]?[\s,，、:–—-]*(?<titles>\S.*)$`,
  'u',
);
const timeLast = new RegExp(String.raw`^(?<titles>\S.*?)[\s,，:–—-]*[\s([【](?<time>${stamp})[\])】]?$`, 'u');

/** '1:30', and '1:30.5' where a chapter does not begin with a second. */
function stampText(seconds: number): string {
  const thousandths = Math.round((seconds % 1) * 1000);
  const part = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0').replace(/0+$/u, '')}`;
  return `${clockText(seconds)}${part}`;
}

/** The lines of the chapters, to be edited. */
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

/** What the lines say; each chapter begins after the one before, and empty lines do not count. */
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
