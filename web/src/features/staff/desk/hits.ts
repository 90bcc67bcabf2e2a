import type { DataOf } from '@/shared/api/types';
import type { Locale } from '@/shared/i18n/locale';
import { lessonHref } from '@/shared/course/lesson';
import { nameIn } from '@/shared/i18n/name-in';
import type { Scope } from '@/shared/access/user';
import { clockText } from '@/shared/time/length';

/** Something that the server found. */
export type Found = DataOf<'get', '/api/admin/search'>[number];

/** One line of the search. */
export interface Hit {
  kind: Found['kind'] | 'page';
  /** Where it leads; unique among hits. */
  href: string;
  title: string;
  detail: string;
}

/** A page of the menu. */
export interface MenuPage {
  href: string;
  label: string;
}

/** The kinds in the order of the list. */
const kinds: readonly Hit['kind'][] = ['student', 'course', 'group', 'teacher', 'room', 'lecture', 'page'];

/** Where each kind opens. The pages of courses are the registrars', so for others a course is its recordings. */
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

/** What was found, in a language. A person's name stays as it is written; English adds the Latin letters. */
export function toHit(locale: Locale, found: Found, scope: Scope): Hit {
  const { kind, code, name, nameEn, detail, detailEn } = found;
  const person = kind === 'student';
  const place = nameIn(locale, { name: detail, nameEn: detailEn });
  const time = found.kind === 'lecture' && found.at > 0 && clockText(found.at);
  const more = [person && locale === 'en-US' && nameEn, code, time, place];
  return {
    kind,
    href: hrefOf(found, scope),
    title: person ? name : nameIn(locale, { name, nameEn }),
    detail: more.filter(Boolean).join(' · '),
  };
}

/** The pages whose name contains a text. */
export function findPages(pages: readonly MenuPage[], text: string): Hit[] {
  const wanted = text.trim().toLowerCase();
  return pages
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ href, label }) => ({ kind: 'page', href, title: label, detail: '' }));
}

/** Hits under the heads of their kinds, in the order of the kinds. */
export function byKind(hits: readonly Hit[]): [kind: Hit['kind'], hits: Hit[]][] {
  return kinds
    .map((kind): [Hit['kind'], Hit[]] => [kind, hits.filter((hit) => hit.kind === kind)])
    .filter(([, list]) => list.length > 0);
}
