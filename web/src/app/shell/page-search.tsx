import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Dialog } from '@/shared/ui/dialog';
import { IconButton } from '@/shared/ui/button';
import { SearchIcon } from '@/shared/ui/icons';
import { rovingIndex } from '@/shared/ui/tabs';
import type { ShellEntry } from './entries';
import { findPages } from './entries';
import styles from './page-search.module.css';
import { useEntries } from './use-entries';

interface Props {
  onGo: (href: string) => void;
}

interface FoundProps {
  id: string;
  found: readonly ShellEntry[];
  chosen: ShellEntry | undefined;
  onGo: (href: string) => void;
}

/** The list under the box. The keys belong to the box: the focus never leaves it. */
function Found({ id, found, chosen, onGo }: FoundProps): ReactNode {
  const { t } = useTranslation('app');
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t('shell.pages')}
      className={styles['list']}
    >
      {found.map(({ icon: Icon, ...entry }) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={entry.name}
          id={`${id}-${entry.name}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry.name === chosen?.name}
          className={styles['option']}
          onClick={() => onGo(entry.href ?? '/')}
        >
          {Icon && <Icon size={18} />}
          {entry.label}
        </div>
      ))}
    </div>
  );
}

/** The box and the list that goes with it; arrows choose, Enter goes. */
function SearchBox({ onGo }: Props): ReactNode {
  const { t } = useTranslation('app');
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = findPages(useEntries(), text);
  const chosen = found[Math.min(at, found.length - 1)];
  const press = (event: KeyboardEvent): void => {
    const next = event.key.startsWith('Arrow') ? rovingIndex(event.key, at, found.length) : undefined;
    if (next !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter' && chosen?.href !== undefined) {
      event.preventDefault();
      onGo(chosen.href);
    }
  };
  return (
    <>
      <div className={styles['box']}>
        <SearchIcon />
        <input
          data-autofocus
          type="search"
          role="combobox"
          aria-label={t('shell.searchPages')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.name}`}
          placeholder={t('shell.searchHint')}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <Found {...{ id, found, chosen, onGo }} />
      <p aria-live="polite" className={styles['none']}>
        {found.length === 0 ? t('shell.searchNothing') : ''}
      </p>
    </>
  );
}

/** Finds a page by its name. "/" opens it wherever nobody is typing. */
export function PageSearch({ onGo }: Props): ReactNode {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  useShortcuts({
    '/': { label: t('shell.searchPages'), group: 'everywhere', run: () => setOpen(true) },
  });
  return (
    <>
      <IconButton icon={SearchIcon} label={t('shell.searchPages')} onClick={() => setOpen(true)} />
      <Dialog open={open} title={t('shell.searchPages')} onClose={() => setOpen(false)}>
        <SearchBox
          onGo={(href) => {
            setOpen(false);
            onGo(href);
          }}
        />
      </Dialog>
    </>
  );
}
