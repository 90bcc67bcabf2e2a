import { useRef, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { CheckIcon, DownloadIcon, GridIcon, SearchIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { Menu } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { Checkbox } from '@/shared/ui/switch';
import { TextField } from '@/shared/ui/text-field';
import { usePopover } from '@/shared/ui/use-popover';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import { Filters } from './filters';
import filterStyles from './filters.module.css';
import styles from './table.module.css';
import type { Column, Filter, TableState } from './types';

interface Props<Row> {
  columns: readonly Column<Row>[];
  filters: readonly Filter<Row>[];
  state: TableState;
  onState: (next: TableState) => void;
  /** Not all rows are rendered, so the table's own field replaces the browser's search. */
  partlyDrawn: boolean;
  /** The available formats. */
  exports: readonly ('csv' | 'xlsx')[];
  onExport: (kind: 'csv' | 'xlsx') => void;
  /** Whether checkboxes are shown on a phone; undefined if they always are. */
  selecting?: boolean | undefined;
  onSelecting: (selecting: boolean) => void;
}

function ColumnChoice<Row>({ columns, state, onState }: Pick<Props<Row>, 'columns' | 'state' | 'onState'>) {
  const { t } = useTranslation('staff');
  const { open, close, anchor, trigger } = usePopover();
  const choices = columns.slice(1).filter(({ hideable = true }) => hideable);
  const toggle = (id: string): void => {
    const { hidden } = state;
    onState({ ...state, hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] });
  };
  return choices.length === 0 ? null : (
    <>
      <Button {...trigger} size="s" icon={GridIcon}>
        {t('table.columns')}
      </Button>
      {open && (
        <Popover
          role="dialog"
          label={t('table.columns')}
          anchor={anchor}
          onClose={close}
          className={filterStyles['list']}
        >
          {choices.map(({ id, header }) => (
            <Checkbox key={id} label={header} checked={!state.hidden.includes(id)} onChange={() => toggle(id)} />
          ))}
        </Popover>
      )}
    </>
  );
}

function ExportMenu({ kinds, onExport }: { kinds: Props<never>['exports']; onExport: Props<never>['onExport'] }) {
  const { t } = useTranslation('staff');
  return (
    <Menu
      label={t('table.export')}
      items={kinds.map((kind) => ({ id: kind, label: t(`table.${kind}`), onSelect: () => onExport(kind) }))}
      renderTrigger={(props) => (
        <Button size="s" icon={DownloadIcon} {...props}>
          {t('table.export')}
        </Button>
      )}
    />
  );
}

function useFindKey(field: RefObject<HTMLDivElement | null>, active: boolean): void {
  const { t } = useTranslation('staff');
  const find = {
    label: t('table.search'),
    group: 'list',
    run: () => {
      const input = field.current?.querySelector('input');
      if (!input || document.activeElement === input) {
        return false; // pressed again, it opens the browser's search
      }
      input.focus();
      input.select();
      return true;
    },
  } as const;
  useShortcuts(active ? { 'Ctrl+f': find } : {});
}

/** Search, filters, columns and export, above the rows. */
export function Toolbar<Row>(props: Props<Row>) {
  const { columns, filters, state, onState, partlyDrawn, exports, onExport, selecting, onSelecting } = props;
  const { t } = useTranslation('staff');
  const field = useRef<HTMLDivElement>(null);
  const typing = useWholeWords(state.search, (search) => onState({ ...state, search }));
  useFindKey(field, partlyDrawn);
  return (
    <Cluster gap="2 4" justify="space-between" className={styles['toolbar']}>
      <Filters {...{ filters }} chosen={state.filters} onChoose={(chosen) => onState({ ...state, filters: chosen })} />
      <Cluster gap={2} className={styles['tools']}>
        <div ref={field} className={styles['search']}>
          <TextField
            label={t('table.search')}
            hideLabel
            type="search"
            icon={SearchIcon}
            placeholder={t('table.search')}
            {...typing}
          />
        </div>
        {selecting !== undefined && (
          <Button size="s" icon={CheckIcon} aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
            {t('table.selecting')}
          </Button>
        )}
        <ColumnChoice {...{ columns, state, onState }} />
        {exports.length > 0 && <ExportMenu kinds={exports} onExport={onExport} />}
      </Cluster>
    </Cluster>
  );
}
