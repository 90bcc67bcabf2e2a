import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { Moves } from '@/features/portal/lecture-search/lecture-results';
import { lectureSearch } from '@/shared/course/search';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useValue } from '@/shared/store/value';
import { IconButton } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { SearchIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { SearchBox } from '@/shared/ui/search-box';
import styles from './page-search.module.css';
import { usePages } from './use-pages';

// A separate chunk: most visits don't need it. The box is loaded already, so no letter is lost in the meantime.
const LectureResults = lazy(async () => ({
  default: (await import('@/features/portal/lecture-search/lecture-results')).LectureResults,
}));

interface Props {
  onGo: (href: string) => void;
}

const openSearch = (): void => lectureSearch.set('');
const closeSearch = (): void => lectureSearch.set(null);

/** Opens the search for students, as "/" does while no field has the focus. */
export function SearchButton() {
  const { t } = useTranslation('app');
  useShortcuts({ '/': { label: t('shell.search'), group: 'everywhere', run: openSearch } });
  return <IconButton icon={SearchIcon} label={t('shell.search')} onClick={openSearch} />;
}

/** The search box with its results. */
function LectureSearch({ initial, onGo }: Props & { initial: string }) {
  const { t } = useTranslation('app');
  const id = useId();
  const pages = usePages();
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState('');
  const [entered, setEntered] = useState(false);
  const moves = useRef<Moves>(null);
  return (
    <Stack gap={2} justify="start" role="search" className={styles['search']}>
      <SearchBox
        label={t('shell.searchLabel')}
        placeholder={t('shell.searchHint')}
        list={`${id}-list`}
        open
        chosen={chosen === '' ? undefined : chosen}
        text={text}
        onText={(next) => {
          setText(next);
          setEntered(false);
        }}
        onMove={(by) => moves.current?.move(by)}
        onEnter={() => setEntered(true)}
      />
      <Suspense fallback={<div id={`${id}-list`} role="listbox" aria-label={t('shell.search')} />}>
        <LectureResults {...{ id, text, pages, entered, moves, onGo }} onChosen={setChosen} />
      </Suspense>
    </Stack>
  );
}

/** The search through lectures and pages, opened from the bar or the watch page. */
export function SearchWindow({ onGo }: Props) {
  const { t } = useTranslation('app');
  const text = useValue(lectureSearch);
  return (
    <Dialog open={text !== null} title={t('shell.search')} onClose={closeSearch}>
      <LectureSearch
        initial={text ?? ''}
        onGo={(href) => {
          closeSearch();
          onGo(href);
        }}
      />
    </Dialog>
  );
}
