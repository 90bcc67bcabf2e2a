import { useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Popover } from '@/shared/ui/popover';
import { Checkbox } from '@/shared/ui/switch';
import { TextField } from '@/shared/ui/text-field';
import { usePopover } from '@/shared/ui/use-popover';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import styles from './filters.module.css';
import { FoundOptions } from './found-options';
import { OneOf } from './one-of';
import type { Filter, TableState } from './types';

interface Props<Row> {
  filters: readonly Filter<Row>[];
  chosen: TableState['filters'];
  onChoose: (chosen: TableState['filters']) => void;
}

/** With more options than this a filter is a list behind a button. */
const asChips = 6;

/** With more options than this the list has a search field. */
const searched = 12;

/** The chosen values with one of them toggled. */
export function withToggled(
  chosen: TableState['filters'],
  { id, single = false }: Pick<Filter<never>, 'id' | 'single'>,
  value: string,
): TableState['filters'] {
  const before = chosen[id] ?? [];
  const others = before.filter((one) => one !== value && !single);
  return { ...chosen, [id]: before.includes(value) ? others : [...others, value] };
}

interface OneProps<Row> extends Omit<Props<Row>, 'filters'> {
  filter: Filter<Row>;
}

function Chips<Row>({ filter, chosen, onChoose }: OneProps<Row>) {
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
          onClick={() => onChoose(withToggled(chosen, filter, value))}
        >
          {label}
          {count !== undefined && <span className={styles['count']}>{` ${number(count)}`}</span>}
        </button>
      ))}
    </div>
  );
}

/** The options of a list, with a search field if there are many. */
function Options<Row>({
  filter,
  used,
  onChoose,
}: {
  filter: Filter<Row>;
  used: readonly string[];
  onChoose: (value: string) => void;
}) {
  const { t } = useTranslation('staff');
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const typing = useWholeWords(search, setSearch);
  const wanted = search.trim().toLowerCase();
  const found = filter.options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const Option = filter.single === true ? OneOf : Checkbox;
  return (
    <>
      {filter.options.length > searched && (
        <TextField
          label={t('table.findOption', { label: filter.label })}
          hideLabel
          placeholder={t('table.findOption', { label: filter.label })}
          {...typing}
        />
      )}
      {found.map(({ value, label, count }) => (
        <Option
          key={value}
          label={count === undefined ? label : `${label} (${number(count)})`}
          checked={used.includes(value)}
          onChange={() => onChoose(value)}
        />
      ))}
      {found.length === 0 && <p className={styles['none']}>{t('table.noOption')}</p>}
    </>
  );
}

function Listed<Row>({ filter, chosen, onChoose }: OneProps<Row>) {
  const { t } = useTranslation('staff');
  const { number } = useFormats();
  const { open, close, anchor, trigger } = usePopover();
  const used = chosen[filter.id] ?? [];
  const choose = (value: string): void => {
    onChoose(withToggled(chosen, filter, value));
    if (filter.single === true) {
      close();
    }
  };
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-label={used.length === 0 ? undefined : t('table.filter', { label: filter.label, count: used.length })}
        className={styles['chip']}
        data-used={used.length > 0}
      >
        {filter.label}
        {used.length > 0 && <span className={styles['count']}>{` ${number(used.length)}`}</span>}
        <ChevronDownIcon size={14} />
      </button>
      {open && (
        <Popover role="dialog" label={filter.label} anchor={anchor} onClose={close} className={styles['list']}>
          {filter.search === undefined ? (
            <Options filter={filter} used={used} onChoose={choose} />
          ) : (
            <FoundOptions label={filter.label} search={filter.search} used={used} onChoose={choose} />
          )}
        </Popover>
      )}
    </>
  );
}

/** Chips with counts; a filter with many options opens as a list. On a phone the row of chips scrolls. */
export function Filters<Row>({ filters, ...props }: Props<Row>) {
  return filters.length === 0 ? null : (
    <div className={styles['filters']}>
      {filters.map((filter) =>
        filter.listed === true || filter.options.length > asChips ? (
          <Listed key={filter.id} filter={filter} {...props} />
        ) : (
          <Chips key={filter.id} filter={filter} {...props} />
        ),
      )}
    </div>
  );
}
