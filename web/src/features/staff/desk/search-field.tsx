import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { Dialog } from '@/shared/ui/dialog';
import { SearchIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
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

/** The search box. It keeps the focus and handles the keys of the list. */
function SearchBox({ id, search, open, hint, onFocus, onLeave }: BoxProps) {
  const { t } = useTranslation('desk');
  const { scope } = useValue(user);
  const hintText = t(`search.hint.${scope === '' ? 'registrar' : scope}`);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      search.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      search.open();
    } else if (event.key === 'Escape') {
      search.type('');
      onLeave?.();
    }
  };
  return (
    <Row gap={2} className={styles['box']}>
      <SearchIcon size={18} />
      <input
        data-autofocus
        type="text"
        role="combobox"
        aria-label={hintText}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && search.chosen ? optionId(id, search.chosen) : undefined}
        placeholder={hintText}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={search.text}
        onChange={({ target }) => search.type(target.value)}
        onKeyDown={press}
        onFocus={() => onFocus?.(true)}
        onBlur={() => onFocus?.(false)}
      />
      {hint}
    </Row>
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
      <SearchBox
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
        <SearchBox {...{ id, search }} open />
        <SearchList {...{ id, search }} />
      </Stack>
    </Dialog>
  );
}
