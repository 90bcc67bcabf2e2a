import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { keyHelpOpen } from '@/shared/shortcuts/key-help';
import { updateSettings } from '@/shared/store/settings';
import { useRole } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ChevronDownIcon, CollapseIcon, GridIcon, KeyboardIcon, UncollapseIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Menu } from '@/shared/ui/menu';
import { holds, nearestPage, pagesOf, type ShellEntry } from './entries';
import { MenuLink } from './menu-link';
import styles from './side-menu.module.css';
import { leftAt, openTabs } from './tabs';
import { useEntries } from './use-entries';

interface ListProps {
  entries: readonly ShellEntry[];
  path: string;
  collapsed?: boolean;
  onFollow?: (() => void) | undefined;
}

function Group({ entry, path, onFollow }: { entry: ShellEntry; path: string; onFollow: ListProps['onFollow'] }) {
  const [open, setOpen] = useState(holds(entry, path));
  const id = useId();
  const { icon: Icon } = entry;
  return (
    <li>
      <button
        type="button"
        className={styles['entry']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {Icon && <Icon />}
        <span className={styles['label']}>{entry.label}</span>
        <ChevronDownIcon size={16} className={styles['arrow'] ?? ''} />
      </button>
      <div id={id} hidden={!open} className={styles['nested']}>
        <MenuEntries entries={entry.children} path={path} onFollow={onFollow} />
      </div>
    </li>
  );
}

/** A group of a collapsed menu: its icon opens the list of its pages. */
function Flyout({ entry, path }: { entry: ShellEntry; path: string }) {
  const router = useRouter();
  const tabs = useValue(openTabs);
  const { icon: Icon = GridIcon, label } = entry;
  return (
    <li>
      <Menu
        label={label}
        items={pagesOf(entry.children).map(({ name, label: pageLabel, href = '/' }) => ({
          id: name,
          label: pageLabel,
          checked: href === path,
          onSelect: () => router.history.push(leftAt(tabs, href)),
        }))}
        renderTrigger={(props) => (
          <button
            type="button"
            className={styles['entry']}
            title={label}
            aria-current={holds(entry, path) ? 'true' : undefined}
            {...props}
          >
            <Icon />
            <span className="visually-hidden">{label}</span>
          </button>
        )}
      />
    </li>
  );
}

/** The entries of a menu as a list; only icons when collapsed. */
function MenuEntries({ entries, path, collapsed = false, onFollow }: ListProps) {
  return (
    <Stack as="ul" gap={0.5}>
      {entries.map((entry) =>
        entry.href === undefined ? (
          collapsed ? (
            <Flyout key={entry.name} entry={entry} path={path} />
          ) : (
            <Group key={entry.name} entry={entry} path={path} onFollow={onFollow} />
          )
        ) : (
          <li key={entry.name}>
            <MenuLink
              entry={{ ...entry, href: entry.href }}
              current={entry.href === path}
              className={styles['entry']}
              labelClass={styles['label']}
              iconOnly={collapsed}
              onFollow={onFollow}
            />
          </li>
        ),
      )}
    </Stack>
  );
}

/** The menu of the current user. */
export function WholeMenu({ path, ...list }: Omit<ListProps, 'entries'>) {
  const entries = useEntries();
  return <MenuEntries {...{ entries, ...list }} path={nearestPage(entries, path)} />;
}

interface Props {
  path: string;
  width: number;
  collapsed: boolean;
}

/** The menu at the side; the button at its bottom collapses it to icons. */
export function SideMenu({ path, width, collapsed }: Props) {
  const { t } = useTranslation('app');
  const staff = useRole() === 'admin';
  return (
    <aside
      className={classNames('no-print', styles['side'])}
      style={{ inlineSize: collapsed ? 56 : width }}
      data-collapsed={collapsed}
    >
      <nav aria-label={t('shell.menu')} className={styles['nav']}>
        <WholeMenu path={path} collapsed={collapsed} />
      </nav>
      <div className={styles['foot']}>
        {staff && <IconButton icon={KeyboardIcon} label={t('shell.keys')} onClick={() => keyHelpOpen.set(true)} />}
        <IconButton
          icon={collapsed ? UncollapseIcon : CollapseIcon}
          label={collapsed ? t('shell.expandMenu') : t('shell.collapseMenu')}
          aria-expanded={!collapsed}
          onClick={() => updateSettings({ menuCollapse: !collapsed })}
        />
      </div>
    </aside>
  );
}
