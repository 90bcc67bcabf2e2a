import { lessonHref } from '@/shared/course/lesson';
import type { Lecture } from './queries';

/** A page of the menu. */
export interface MenuPage {
  href: string;
  label: string;
}

/** One line of the list: a moment of a lecture, or a page. */
export type Hit =
  | { id: string; href: string; kind: Lecture['kind']; lecture: Lecture; at: number; text: string }
  | { id: string; href: string; kind: 'page'; text: string };

/** The hits in lectures, one line each. */
export function lectureHits(lectures: readonly Lecture[]): Hit[] {
  return lectures.flatMap((lecture, index) =>
    lecture.hits.map(({ at, text }, place) => ({
      id: `${index}-${place}`,
      href: lessonHref(lecture.lesson, at),
      kind: lecture.kind,
      lecture,
      at,
      text,
    })),
  );
}

/** The pages whose name or address contains a text. */
export function pageHits(pages: readonly MenuPage[], text: string): Hit[] {
  const wanted = text.trim().toLowerCase();
  return pages
    .filter(
      ({ label, href }) =>
        label.toLowerCase().includes(wanted) || (wanted !== '' && href.toLowerCase().includes(wanted)),
    )
    .map(({ href, label }) => ({ id: `page-${href}`, href, kind: 'page', text: label }));
}

/** Splits a text around the typed words, for highlighting: parts with an odd index are matches. */
export function splitAtWords(text: string, typed: string): string[] {
  const words = typed
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length);
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'iu'));
}
