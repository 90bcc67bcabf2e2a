import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import type { CivilDate } from '@/shared/time/civil';
import type { Class, Timetable } from '@/shared/timetable/model';
import { readPlace } from '@/shared/timetable/read';
import { lastDay } from '@/shared/timetable/weeks';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { PeriodField } from '@/shared/ui/staff/period-field';
import { useForm } from '@/shared/ui/staff/use-form';
import { TextArea } from '@/shared/ui/text-area';
import { actions, beginOf, periodsOn, schemaOf, toBody, type Input } from './ask';
import { teachingQueries, useAsk } from './queries';
import styles from './teaching.module.css';
import { useWords } from './use-words';

interface Props {
  timetable: Timetable;
  item: Class;
  today: CivilDate;
  onDone: () => void;
}

const fieldOf = {
  'teaching.reason_needed': 'reason',
  'teaching.nothing_asked': 'day',
  'teaching.day_past': 'day',
  'teaching.busy': 'day',
  'teaching.cancelled': 'action',
  'timetable.date_out_of_term': 'day',
  'timetable.day_off': 'day',
  'timetable.periods_reversed': 'periods',
  'timetable.unknown_period': 'periods',
} as const;

type FormState = ReturnType<typeof useForm<Input, Input>>;

/** The best times, each one click away. */
function Suggestions({ timetable, item, form }: Pick<Props, 'timetable' | 'item'> & { form: FormState }) {
  const { t } = useTranslation('teaching');
  const words = useWords(timetable);
  const { data = [] } = useQuery(teachingQueries.places(item.id));
  return (
    data.length > 0 && (
      <Stack gap={2} justify="start" role="group" aria-label={t('ask.best')}>
        <b>{t('ask.best')}</b>
        {data.map(({ rank, students, ...proposal }) => {
          const place = readPlace(proposal.place);
          const free = students === 0 ? t('ask.free') : t('ask.busy', { count: students });
          return (
            <Button
              key={rank}
              onClick={() => {
                form.value('day').onChange(place.day);
                form.value('periods').onChange({ first: place.firstPeriod, last: place.lastPeriod });
              }}
            >{`${words.when(place)} · ${free}`}</Button>
          );
        })}
      </Stack>
    )
  );
}

/** Chooses a day and periods; a class at clock times keeps its times. */
function MoveFields({ timetable, item, today, form }: Omit<Props, 'onDone'> & { form: FormState }) {
  const { t } = useTranslation('teaching');
  const { term } = timetable;
  const day = form.value('day');
  const periods = periodsOn(timetable, item.place.campus, day.value);
  return (
    <>
      <DateField
        label={t('ask.day')}
        min={today}
        max={lastDay(term)}
        term={{ starts: term.firstMonday, weeks: term.weeks }}
        {...day}
      />
      {form.values.periods.first > 0 && periods.length > 0 && (
        <PeriodField label={t('ask.periods')} periods={periods} {...form.value('periods')} />
      )}
      <Suggestions {...{ timetable, item, form }} />
    </>
  );
}

/** Asks the registrar's office to change one class. */
export function AskForm({ timetable, item, today, onDone }: Props) {
  const { t } = useTranslation('teaching');
  const words = useWords(timetable);
  const ask = useAsk();
  const initial = useMemo(() => beginOf(item), [item]);
  const schema = useMemo(() => schemaOf(t, item, today), [t, item, today]);
  const form = useForm<Input, Input>({
    name: `teaching request ${item.id}`,
    schema,
    initial,
    fieldOf,
    onSubmit: async (input) => {
      await ask.mutateAsync(toBody(item, input));
      notify('success', t('ask.sent'));
      onDone();
    },
  });
  const { action } = form.values;
  const reason = form.value('reason');
  return (
    <Stack as="form" gap={3} justify="start" noValidate aria-label={t('ask.title')} onSubmit={form.submit}>
      <p className={classNames('text-2', styles['about'])}>{`${words.when(item.place)} · ${words.room(item.place)}`}</p>
      <FormNotes form={form} />
      <Select
        label={t('ask.action')}
        hint={t(`ask.${action}Hint`)}
        options={actions.map((value) => ({ value, label: t(`asked.${value}Short`) }))}
        {...form.text('action')}
      />
      {action === 'move' && <MoveFields {...{ timetable, item, today, form }} />}
      <TextArea
        label={t('ask.reason')}
        hint={t('ask.reasonHint')}
        required
        rows={3}
        value={reason.value}
        error={reason.error}
        onChange={({ target }) => reason.onChange(target.value)}
      />
      <Button type="submit" variant="primary" size="l" loading={form.busy}>
        {t('ask.send')}
      </Button>
    </Stack>
  );
}
