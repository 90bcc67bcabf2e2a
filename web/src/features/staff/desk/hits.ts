import type { DataOf } from '@/shared/api/types';
import { shortCode } from '@/shared/course/short-code';
import type { Locale } from '@/shared/i18n/locale';
import { lessonHref } from '@/shared/course/lesson';
import { nameIn } from '@/shared/i18n/name-in';
import type { Scope } from '@/shared/access/user';
import { clockText } from '@/shared/time/length';

/** A search result of the server. */
export type Found = DataOf<'get', '/api/admin/search'>[number];

/** A line of the search list. */
export interface Hit {
  kind: Found['kind'] | 'page';
  /** The link; unique among hits. */
  href: string;
  title: string;
  detail: string;
}

export interface MenuPage {
  href: string;
  label: string;
}

/** The kinds in display order. */
const kinds: readonly Hit['kind'][] = ['student', 'course', 'group', 'teacher', 'room', 'lecture', 'page'];

/** The page for each kind. Only registrars have course pages; for others a course opens its recordings. */
function hrefOf({ kind, id, at, course }: Found, scope: Scope): string {
  const key = encodeURIComponent(id);
  switch (kind) {
    case 'student':
      return `/admin/students/${key}`;
    case 'course':
      return scope === 'registrar' ? `/admin/courses/${key}` : `/admin/recordings?course=${key}`;
    case 'lecture':
      return lessonHref(id, at);
    case 'group':
      return `/admin/courses/${encodeURIComponent(course)}?group=${key}`;
    case 'teacher':
      return `/teachers/${key}`;
    case 'room':
    default:
      return `/rooms/${key}`;
  }
}

/** Turns a result into a line of the list. Names are not translated; in English the Latin spelling is added. */
export function toHit(locale: Locale, found: Found, scope: Scope): Hit {
  const { kind, code, name, nameEn, detail, detailEn } = found;
  const person = kind === 'student';
  const place = nameIn(locale, { name: detail, nameEn: detailEn });
  const time = found.kind === 'lecture' && found.at > 0 && clockText(found.at);
  const more = [person && locale === 'en-US' && nameEn, shortCode(code), time, place];
  return {
    kind,
    href: hrefOf(found, scope),
    title: person ? name : nameIn(locale, { name, nameEn }),
    detail: more.filter(Boolean).join(' · '),
  };
}

export function findPages(pages: readonly MenuPage[], text: string): Hit[] {
  const wanted = text.trim().toLowerCase();
  return pages
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ href, label }) => ({ kind: 'page', href, title: label, detail: '' }));
}

/** Groups hits by kind, in display order. */
export function byKind(hits: readonly Hit[]): [kind: Hit['kind'], hits: Hit[]][] {
  return kinds
    .map((kind): [Hit['kind'], Hit[]] => [kind, hits.filter((hit) => hit.kind === kind)])
    .filter(([, list]) => list.length > 0);
}
