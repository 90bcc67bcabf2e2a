import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Moves } from '@/features/portal/lecture-search/lecture-results';
import { lectureSearch } from '@/shared/course/search';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useValue } from '@/shared/store/value';
import { IconButton } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { SearchIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
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

/** The search box with its results; arrow keys choose, Enter opens. */
function SearchBox({ initial, onGo }: Props & { initial: string }) {
  const { t } = useTranslation('app');
  const id = useId();
  const pages = usePages();
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState('');
  const [entered, setEntered] = useState(false);
  const moves = useRef<Moves>(null);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moves.current?.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setEntered(true);
    }
  };
  return (
    <Stack gap={2} justify="start" role="search" className={styles['search']}>
      <Row gap={2} className={styles['box']}>
        <SearchIcon />
        <input
          data-autofocus
          type="search"
          role="combobox"
          aria-label={t('shell.searchLabel')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === '' ? undefined : chosen}
          placeholder={t('shell.searchHint')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setEntered(false);
          }}
          onKeyDown={press}
        />
      </Row>
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
      <SearchBox
        initial={text ?? ''}
        onGo={(href) => {
          closeSearch();
          onGo(href);
        }}
      />
    </Dialog>
  );
}
