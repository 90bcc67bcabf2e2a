import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { nameIn, type Bilingual } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { regionName } from '@/shared/region/region';
import { useRegions } from '@/shared/region/use-regions';
import { isDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { genders, studyModes, type FieldName } from './fields';
import { statuses } from './filter';
import { studentsQueries, type StaffRecord } from './queries';

/** Returns the text for a field's value; values without a translation are shown as they are. */
export function useFieldText(record: StaffRecord): (name: FieldName, text: string) => string {
  const { t, locale } = useTranslation('students');
  const dates = useDates();
  const className = useClassName();
  const { data } = useQuery(studentsQueries.filters());
  const words: Partial<Record<FieldName, (text: string) => string>> = {
    gender: (text) => one(text, genders, (gender) => t(`gender.${gender}`)),
    studyMode: (text) => one(text, studyModes, (mode) => t(`mode.${mode}`)),
    enrolmentStatus: (text) => one(text, statuses, (status) => t(`status.${status}`)),
    programme: (text) => named(text, [record.programme, ...(data?.programmes ?? [])]),
    campus: (text) => named(text, [record.campus, ...(data?.campuses ?? [])]),
    class: (text) => nameIn(locale, { name: text, nameEn: text === record.class ? record.classEn : className(text) }),
    expectedGraduation: (text) => (isDate(text) ? dates.full(text) : text),
  };
  const named = (text: string, known: readonly (Bilingual & { code: string })[]): string =>
    nameIn(
      locale,
      known.find(({ code }) => code === text),
    ) || text;
  return (name, text) => words[name]?.(text) ?? text;
}

/** Translates a value of a known set; other text stays as it is. */
function one<T extends string>(text: string, all: readonly T[], translate: (known: T) => string): string {
  const known = all.find((value) => value === text);
  return known === undefined ? text : translate(known);
}

function RegionText({ code }: { code: string }) {
  return regionName(useRegions(), code, ' / ') || code;
}

/** The value of a field as text. */
export function FieldText({ record, name }: { record: StaffRecord; name: FieldName }) {
  const { t } = useTranslation('students');
  const write = useFieldText(record);
  const text = name === 'nationalId' ? record.nationalId : (record.fields[name] ?? '');
  if (text === '') {
    return <i>{t('record.notGiven')}</i>;
  }
  if (name === 'nativePlace') {
    return (
      <Suspense fallback={text}>
        <RegionText code={text} />
      </Suspense>
    );
  }
  return write(name, text);
}
