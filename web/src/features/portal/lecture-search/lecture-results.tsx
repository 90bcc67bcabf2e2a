import { useEffect, useEffectEvent, useImperativeHandle, type RefObject } from 'react';
import type { MenuPage } from './hits';
import { SearchList } from './search-list';
import { useLectureSearch } from './use-lecture-search';

/** Commands of the search box to the list. */
export interface Moves {
  move: (by: 1 | -1) => void;
}

interface Props {
  /** Prefix for the ids of the list and its lines. */
  id: string;
  text: string;
  pages: readonly MenuPage[];
  /** Whether Enter was pressed: opens the chosen hit once the results for the text are there. */
  entered: boolean;
  moves: RefObject<Moves | null>;
  onChosen: (id: string) => void;
  onGo: (href: string) => void;
}

/** Search results from lectures (speech, chapters, titles, the user's notes, files) and the pages of the menu. */
export function LectureResults({ id, text, pages, entered, moves, onChosen, onGo }: Props) {
  const search = useLectureSearch(pages, text);
  const { chosen, state, move } = search;
  useImperativeHandle(moves, () => ({ move }), [move]);
  const chosenId = chosen === undefined ? '' : `${id}-${chosen.id}`;
  useEffect(() => {
    onChosen(chosenId);
    // The focus stays in the box, so the browser doesn't scroll to the line.
    document.querySelector(`[id="${CSS.escape(chosenId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId, onChosen]);
  const wanted = entered && state !== 'loading' ? chosen?.href : undefined;
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (wanted !== undefined) {
      go(wanted);
    }
  }, [wanted]);
  return <SearchList {...{ id, text, search, onGo }} />;
}
