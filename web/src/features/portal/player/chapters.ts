import type { Locale } from '@/shared/i18n/locale';
import { titleIn } from '@/shared/i18n/name-in';
import type { Interval } from './intervals';
import type { WireChapter } from './wire';

/** A chapter in the reader's language. */
export interface Chapter {
  start: number;
  end: number;
  title: string;
}

/** The chapters in a language, in time order; untranslated titles stay in the other language. */
export function chaptersIn(locale: Locale, chapters: readonly WireChapter[]): Chapter[] {
  return chapters
    .map(({ start, end, ...chapter }) => ({ start, end, title: titleIn(locale, chapter) }))
    .toSorted((a, b) => a.start - b.start);
}

/** The chapter at a time. */
export function chapterAt(chapters: readonly Chapter[], at: number): Chapter | undefined {
  return chapters.findLast(({ start }) => start <= at);
}

/** The parts into which the chapters divide a recording; the whole recording if there are none. */
export function partsOf(chapters: readonly Chapter[], duration: number): Interval[] {
  const cuts = chapters.map(({ start }) => start).filter((start) => start > 0 && start < duration);
  const starts = [0, ...new Set(cuts)];
  return starts.map((start, index) => [start, starts[index + 1] ?? duration] as const);
}
