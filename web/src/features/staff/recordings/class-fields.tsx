import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { Select } from '@/shared/ui/select';
import { recordingQueries, type RecordedClass } from './queries';

interface Props {
  course: string;
  /** Id of the chosen class; empty for none. */
  value: string;
  onChange: (chosen: RecordedClass | undefined) => void;
  disabled?: boolean;
}

/** Chooses the class of a recording: first the group, then the date. */
export function ClassFields({ course, value, onChange, disabled = false }: Props) {
  const { t, locale } = useTranslation('recordings');
  const dates = useDates();
  const classes = useQuery(recordingQueries.classes(course)).data ?? [];
  const [chosenGroup, setGroup] = useState('');
  const group = classes.find(({ id }) => id === value)?.group ?? chosenGroup;
  const groups = new Map(classes.map((one) => [one.group, one]));
  return (
    <>
      <Select
        label={t('class.group')}
        value={groups.has(group) ? group : ''}
        disabled={disabled || groups.size === 0}
        placeholder={groups.size === 0 ? t('class.noGroups') : t('class.none')}
        options={[...groups.values()].map((one) => ({
          value: one.group,
          label:
            `${shortCode(one.groupCode)} ${nameIn(locale, { name: one.groupName, nameEn: one.groupNameEn })}`.trim(),
        }))}
        onChange={({ target }) => {
          setGroup(target.value);
          onChange(undefined);
        }}
      />
      {groups.has(group) && (
        <Select
          label={t('class.date')}
          value={value}
          disabled={disabled}
          placeholder={t('class.choose')}
          options={classes
            .filter((one) => one.group === group)
            .map((one) => ({
              value: one.id,
              label: t('class.when', { week: one.week, date: dates.short(one.date), time: one.starts }),
            }))}
          onChange={({ target }) => onChange(classes.find(({ id }) => id === target.value))}
        />
      )}
    </>
  );
}
