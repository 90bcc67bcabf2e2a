import { useTranslation } from '@/shared/i18n/use-translation';
import { daysBetween, isDate, mondayOf, type CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Field, type FieldProps } from '@/shared/ui/field';
import fieldStyles from '@/shared/ui/field.module.css';
import { Row } from '@/shared/ui/layout';

/** The term whose weeks are counted. */
interface Term {
  starts: CivilDate;
  weeks: number;
}

interface Props extends FieldProps {
  /** A date, or an empty text if none is chosen. */
  value: string;
  onChange: (date: string) => void;
  onBlur?: () => void;
  min?: CivilDate;
  max?: CivilDate;
  term?: Term;
}

/** The term's week of a date; undefined outside the term. */
export function weekOf(date: CivilDate, term: Term | undefined): number | undefined {
  if (term === undefined) {
    return undefined;
  }
  const week = Math.floor(daysBetween(mondayOf(term.starts), date) / 7) + 1;
  return week >= 1 && week <= term.weeks ? week : undefined;
}

/** A date picked in the browser's calendar, with weekday and week of the term beside it. */
export function DateField({ value, onChange, onBlur, min, max, term, ...field }: Props) {
  const { t } = useTranslation('staff');
  const dates = useDates();
  const week = isDate(value) ? weekOf(value, term) : undefined;
  const weekday = isDate(value) ? dates.weekday(value) : '';
  return (
    <Field {...field}>
      {(control) => (
        <Row gap={2} className={fieldStyles['box']}>
          <input
            type="date"
            {...control}
            {...{ value, min, max, onBlur }}
            className={fieldStyles['input']}
            onChange={({ target }) => onChange(target.value)}
          />
          <output htmlFor={control.id} className="text-2 nowrap">
            {week === undefined ? weekday : t('date.week', { week, weekday })}
          </output>
        </Row>
      )}
    </Field>
  );
}
