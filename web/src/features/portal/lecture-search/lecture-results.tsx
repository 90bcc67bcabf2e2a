import { useEffect, useEffectEvent, useImperativeHandle, type RefObject } from 'react';
import type { MenuPage } from './hits';
import { SearchList } from './search-list';
import { useLectureSearch } from './use-lecture-search';

/** What the box can do with the list. */
export interface Moves {
  move: (by: 1 | -1) => void;
}

interface Props {
  /** The ids of the list and its lines begin with it. */
  id: string;
  text: string;
  /** The pages of the menu. */
  pages: readonly MenuPage[];
  /** Enter was pressed: opens what is chosen, as soon as the answer to the text is there. */
  entered: boolean;
  moves: RefObject<Moves | null>;
  onChosen: (id: string) => void;
  onGo: (href: string) => void;
}

/** What is found in all lectures: what is said, chapters, titles, own notes and files, and the pages of the menu. */
export function LectureResults({ id, text, pages, entered, moves, onChosen, onGo }: Props) {
  const search = useLectureSearch(pages, text);
  const { chosen, state, move } = search;
  useImperativeHandle(moves, () => ({ move }), [move]);
  const chosenId = chosen === undefined ? '' : `${id}-${chosen.id}`;
  useEffect(() => {
    onChosen(chosenId);
    // The focus stays in the box, so the browser does not bring the line into sight.
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
