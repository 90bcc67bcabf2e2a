import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { RegionField } from '@/shared/ui/region-picker';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { homeClasses } from '@/shared/ui/staff/use-class-search';
import { TextField } from '@/shared/ui/text-field';
import { useSettled } from '@/shared/ui/use-settled';
import { genders, kinds, studyModes, type FieldKind, type FieldName } from './fields';
import { statuses } from './filter';
import { studentsQueries } from './queries';

interface Props {
  name: FieldName;
  value: string;
  onChange: (next: string) => void;
  error: string | undefined;
  required?: boolean;
  hideLabel?: boolean;
  hint?: string | undefined;
}

interface Option {
  value: string;
  label: string;
}

/** The options of a field; undefined for a text field. */
function useOptions(kind: FieldKind): readonly Option[] | undefined {
  const { t, locale } = useTranslation('students');
  const { data } = useQuery(studentsQueries.filters());
  const named = (one: { code: string; name: string; nameEn: string }): Option => ({
    value: one.code,
    label: nameIn(locale, one) || one.code,
  });
  const options: Partial<Record<FieldKind, readonly Option[] | undefined>> = {
    gender: genders.map((value) => ({ value, label: t(`gender.${value}`) })),
    mode: studyModes.map((value) => ({ value, label: t(`mode.${value}`) })),
    status: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
    programme: data?.programmes.map(named),
    campus: data?.campuses.map(named),
  };
  return options[kind];
}

/** Suggests existing classes; a new one may be typed. */
function ClassBox({ onChange, ...box }: Omit<Props, 'name'> & { label: string }) {
  const id = useId();
  const { data } = useQuery({ ...homeClasses(useSettled(box.value.trim())), placeholderData: keepPreviousData });
  return (
    <>
      <TextField {...box} list={id} onChange={({ target }) => onChange(target.value)} />
      <datalist id={id}>
        {data?.map(({ name: one }) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its value is what is offered
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** The input for one field of a record. */
export function FieldBox(props: Props) {
  const { t } = useTranslation('students');
  const { name, onChange, ...box } = props;
  const label = t(`field.${name}`);
  const kind = kinds[name];
  const options = useOptions(kind);
  if (kind === 'region') {
    return <RegionField {...{ label, onChange }} value={box.value} error={box.error} />;
  }
  if (kind === 'date') {
    return <DateField {...box} {...{ label, onChange }} />;
  }
  if (kind === 'class') {
    return <ClassBox {...box} {...{ label, onChange }} />;
  }
  if (options !== undefined) {
    const known = box.value === '' || options.some(({ value }) => value === box.value);
    return (
      <Select
        {...box}
        label={label}
        {...(kind !== 'status' && { placeholder: t('record.notGiven') })}
        options={known ? options : [...options, { value: box.value, label: box.value }]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const type = kind === 'tel' || kind === 'email' ? kind : 'text';
  return (
    <TextField {...box} {...{ label, type }} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  );
}
