import type { ReactNode } from 'react';
import { useCallback, useRef, useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Popover } from '@/shared/ui/popover';
import { Checkbox } from '@/shared/ui/switch';
import styles from './filters.module.css';
import type { Filter, TableState } from './types';

interface Props<Row> {
  filters: readonly Filter<Row>[];
  chosen: TableState['filters'];
  onChoose: (chosen: TableState['filters']) => void;
}

/** With more options than this a filter is a list behind a button. */
const asChips = 6;

/** The chosen values with one put on or taken off. */
export function withToggled(chosen: TableState['filters'], id: string, value: string): TableState['filters'] {
  const before = chosen[id] ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...chosen, [id]: after };
}

interface OneProps<Row> extends Omit<Props<Row>, 'filters'> {
  filter: Filter<Row>;
}

function Chips<Row>({ filter, chosen, onChoose }: OneProps<Row>): ReactNode {
  const { number } = useFormats();
  return (
    <div role="group" aria-label={filter.label} className={styles['group']}>
      <span aria-hidden="true" className={styles['label']}>
        {filter.label}
      </span>
      {filter.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen[filter.id]?.includes(value) === true}
          className={styles['chip']}
          onClick={() => onChoose(withToggled(chosen, filter.id, value))}
        >
          {label}
          {count !== undefined && <span className={styles['count']}>{` ${number(count)}`}</span>}
        </button>
      ))}
    </div>
  );
}

function Listed<Row>({ filter, chosen, onChoose }: OneProps<Row>): ReactNode {
  const { t } = useTranslation('staff');
  const { number } = useFormats();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const used = chosen[filter.id] ?? [];
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={
          used.length === 0 ? undefined : t('table.filter', { label: filter.label, count: used.length })
        }
        className={styles['chip']}
        data-used={used.length > 0}
        onClick={() => setOpen(!open)}
      >
        {filter.label}
        {used.length > 0 && <span className={styles['count']}>{` ${number(used.length)}`}</span>}
        <ChevronDownIcon size={14} />
      </button>
      {open && (
        <Popover
          role="dialog"
          label={filter.label}
          anchor={anchor}
          onClose={close}
          className={styles['list']}
        >
          {filter.options.map(({ value, label, count }) => (
            <Checkbox
              key={value}
              label={count === undefined ? label : `${label} (${number(count)})`}
              checked={used.includes(value)}
              onChange={() => onChoose(withToggled(chosen, filter.id, value))}
            />
          ))}
        </Popover>
      )}
    </>
  );
}

/** Chips with their counts; a filter of many options opens as a list. On a phone they are swiped. */
export function Filters<Row>({ filters, ...props }: Props<Row>): ReactNode {
  return filters.length === 0 ? null : (
    <div className={styles['filters']}>
      {filters.map((filter) =>
        filter.options.length > asChips ? (
          <Listed key={filter.id} filter={filter} {...props} />
        ) : (
          <Chips key={filter.id} filter={filter} {...props} />
        ),
      )}
    </div>
  );
}
