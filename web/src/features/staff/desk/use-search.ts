import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useSettled } from '@/shared/ui/use-settled';
import { byKind, findPages, toHit, type Found, type Hit, type MenuPage } from './hits';
import { deskQueries } from './queries';
import { noteHit, recentHits } from './recent-hits';

export interface Search {
  text: string;
  type: (text: string) => void;
  /** Grouped by kind; without a text, the recently opened ones. */
  groups: [kind: Hit['kind'] | 'recent', hits: readonly Hit[]][];
  /** The hit that Enter opens. */
  chosen: Hit | undefined;
  move: (by: 1 | -1) => void;
  /** Opens a hit, or the chosen one as soon as the search for the text is done. */
  open: (hit?: Hit) => void;
  state: 'idle' | 'loading' | 'found' | 'nothing' | 'failed';
}

/** Finds people, courses, groups, teachers, rooms and pages while typing. */
export function useSearch(pages: readonly MenuPage[], onGo: (href: string) => void): Search {
  const { locale } = useTranslation('desk');
  const { scope } = useValue(user);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const wanted = text.trim();
  const asked = useSettled(wanted);
  const query = useQuery(deskQueries.search(asked));
  const recent = useValue(recentHits);
  const client = useQueryClient();
  const latest = useRef('');
  const type = (next: string): void => {
    latest.current = next.trim();
    setText(next);
    setAt(0);
  };
  const go = (hit: Hit): void => {
    noteHit(hit);
    type('');
    onGo(hit.href);
  };
  const grouped = (found: readonly Found[]): Search['groups'] =>
    byKind([...found.map((one) => toHit(locale, one, scope)), ...findPages(pages, wanted)]);
  // Enter right after typing means the result of that text, not the one shown so far.
  const openFirst = async (): Promise<void> => {
    const found = await client.fetchQuery(deskQueries.search(wanted)).catch(() => []);
    const first = grouped(found)[0]?.[1][0];
    if (first !== undefined && latest.current === wanted) {
      go(first);
    }
  };
  const opened: Search['groups'] = recent.length > 0 ? [['recent', recent]] : [];
  const groups = wanted === '' ? opened : grouped(query.data ?? []);
  const hits = groups.flatMap(([, list]) => list);
  const place = Math.min(at, hits.length - 1);
  const loading = wanted !== '' && (asked !== wanted || query.isFetching);
  const answered = query.error !== null ? 'failed' : hits.length === 0 ? 'nothing' : 'found';
  return {
    text,
    type,
    groups,
    chosen: hits[place],
    move: (by) => setAt(hits.length === 0 ? 0 : (place + by + hits.length) % hits.length),
    open: (hit = loading ? undefined : hits[place]) => {
      if (hit !== undefined) {
        go(hit);
      } else if (loading) {
        void openFirst();
      }
    },
    state: wanted === '' ? 'idle' : loading ? 'loading' : answered,
  };
}
