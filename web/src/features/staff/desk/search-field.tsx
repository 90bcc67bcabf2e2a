import { useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { SearchBox } from '@/shared/ui/search-box';
import type { MenuPage } from './hits';
import styles from './search-field.module.css';
import { optionId, SearchList } from './search-list';
import { useSearch, type Search } from './use-search';

interface Props {
  pages: readonly MenuPage[];
  onGo: (href: string) => void;
}

interface BoxProps {
  id: string;
  search: Search;
  open: boolean;
  /** Shown at the end of the box. */
  hint?: ReactNode;
  onFocus?: (focused: boolean) => void;
  onLeave?: () => void;
}

function DeskSearchBox({ id, search, open, hint, onFocus, onLeave }: BoxProps) {
  const { t } = useTranslation('desk');
  const { scope } = useValue(user);
  return (
    <SearchBox
      label={t(`search.hint.${scope === '' ? 'registrar' : scope}`)}
      list={`${id}-list`}
      chosen={search.chosen && optionId(id, search.chosen)}
      text={search.text}
      onText={search.type}
      onMove={search.move}
      onEnter={search.open}
      onEscape={() => {
        search.type('');
        onLeave?.();
      }}
      {...{ open, hint, onFocus }}
    />
  );
}

/** The search in the header: '/' focuses it, and the results drop down from it. */
export function SearchField({ pages, onGo }: Props) {
  const { t } = useTranslation('desk');
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const input = (): HTMLInputElement | null | undefined => field.current?.querySelector('input');
  const search = useSearch(pages, (href) => {
    input()?.blur();
    onGo(href);
  });
  useShortcuts({
    '/': { label: t('search.title'), group: 'everywhere', run: () => input()?.focus() },
  });
  const open = focused && (search.state !== 'idle' || search.groups.length > 0);
  return (
    <div ref={field} role="search" className={styles['field']}>
      <DeskSearchBox
        {...{ id, search, open }}
        onFocus={setFocused}
        hint={!focused && search.text === '' && <kbd aria-hidden="true">/</kbd>}
        onLeave={() => input()?.blur()}
      />
      <div className={styles['panel']} hidden={!open}>
        <SearchList {...{ id, search }} />
      </div>
    </div>
  );
}

/** The search as a dialog, for phones. */
export function SearchDialog({ pages, onGo, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('desk');
  const id = useId();
  const search = useSearch(pages, (href) => {
    onClose();
    onGo(href);
  });
  return (
    <Dialog open title={t('search.title')} onClose={onClose}>
      <Stack gap={2} justify="start" role="search" className={styles['dialog']}>
        <DeskSearchBox {...{ id, search }} open />
        <SearchList {...{ id, search }} />
      </Stack>
    </Dialog>
  );
}
