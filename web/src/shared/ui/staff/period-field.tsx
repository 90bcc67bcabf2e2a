import type { SelectHTMLAttributes } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilTime } from '@/shared/time/civil';
import { timeRange } from '@/shared/time/use-dates';
import { classNames } from '@/shared/ui/class-names';
import { Field, type FieldProps } from '@/shared/ui/field';
import fieldStyles from '@/shared/ui/field.module.css';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Grid, Row } from '@/shared/ui/layout';
import styles from './period-field.module.css';

interface Period {
  number: number;
  starts: CivilTime;
  ends: CivilTime;
}

/** From one period to another, both included. */
interface PeriodRange {
  first: number;
  last: number;
}

interface Props extends FieldProps {
  periods: readonly Period[];
  value: PeriodRange;
  onChange: (range: PeriodRange) => void;
}

interface EndProps extends SelectHTMLAttributes<HTMLSelectElement> {
  periods: readonly Period[];
  end: 'starts' | 'ends';
  onPick: (number: number) => void;
}

function End({ periods, end, onPick, ...select }: EndProps) {
  const { t } = useTranslation('staff');
  return (
    <Row gap={2} className={fieldStyles['box']}>
      <select
        {...select}
        className={classNames(fieldStyles['input'], fieldStyles['select'])}
        onChange={({ target }) => onPick(Number(target.value))}
      >
        {periods.map((period) => (
          <option key={period.number} value={period.number}>
            {t('period.one', { period: period.number, time: period[end] })}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} className={fieldStyles['arrow'] ?? ''} />
    </Row>
  );
}

/** A range of periods, such as 3–4, with its clock times. */
export function PeriodField({ periods, value, onChange, ...field }: Props) {
  const { t } = useTranslation('staff');
  const at = (number: number): Period | undefined => periods.find((period) => period.number === number);
  const [first, last] = [at(value.first), at(value.last)];
  const { label } = field;
  return (
    <Field {...field}>
      {({ id, ...said }) => (
        <div role="group" aria-label={label}>
          <Grid gap={2} columns="1fr 1fr">
            {/* The other end follows, so that the range is never reversed. */}
            <End
              {...said}
              {...{ id, periods }}
              end="starts"
              aria-label={t('period.from', { label })}
              value={value.first}
              onPick={(next) => onChange({ first: next, last: Math.max(next, value.last) })}
            />
            <End
              {...said}
              periods={periods}
              end="ends"
              aria-label={t('period.to', { label })}
              value={value.last}
              onPick={(next) => onChange({ first: Math.min(next, value.first), last: next })}
            />
          </Grid>
          {first && last && (
            <output htmlFor={id} className={styles['times']}>
              {t('period.range', {
                first: value.first,
                last: value.last,
                times: timeRange(first.starts, last.ends),
              })}
            </output>
          )}
        </div>
      )}
    </Field>
  );
}
