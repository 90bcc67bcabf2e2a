import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSettled } from '@/shared/ui/use-settled';
import { lectureHits, pageHits, type Hit, type MenuPage } from './hits';
import { searchQueries } from './queries';

export interface LectureSearch {
  lectures: readonly Hit[];
  pages: readonly Hit[];
  chosen: Hit | undefined;
  move: (by: 1 | -1) => void;
  /** Fetches the next page; undefined on the last page. */
  more: (() => void) | undefined;
  state: 'idle' | 'loading' | 'found' | 'nothing' | 'failed';
}

/** Searches lectures and pages during typing. */
export function useLectureSearch(pages: readonly MenuPage[], text: string): LectureSearch {
  const [{ of, at }, setAt] = useState({ of: text, at: 0 });
  const wanted = text.trim();
  const asked = useSettled(wanted);
  const query = useInfiniteQuery(searchQueries.lectures(asked));
  const found = wanted === '' ? [] : (query.data?.pages ?? []).flatMap(({ items }) => items);
  const lectures = lectureHits(found);
  const named = pageHits(pages, wanted);
  const hits = [...lectures, ...named];
  const count = hits.length;
  const place = of === text ? Math.min(at, count - 1) : 0; // a new text starts at its first hit
  const move = useCallback(
    (by: 1 | -1) => setAt({ of: text, at: count === 0 ? 0 : (place + by + count) % count }),
    [text, place, count],
  );
  const loading = wanted !== '' && (asked !== wanted || query.isFetching);
  const answered = query.error !== null ? 'failed' : hits.length === 0 ? 'nothing' : 'found';
  return {
    lectures,
    pages: named,
    chosen: hits[place],
    move,
    more: query.hasNextPage && !loading ? () => void query.fetchNextPage() : undefined,
    state: wanted === '' ? 'idle' : loading ? 'loading' : answered,
  };
}
