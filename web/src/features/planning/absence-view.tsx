import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ApiError } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { Button } from '@/shared/ui/button';
import { Select } from '@/shared/ui/select';
import { Combobox } from '@/shared/ui/staff/combobox';
import { DateField } from '@/shared/ui/staff/date-field';
import type { Choice } from '@/shared/ui/staff/use-search';
import { ErrorState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import type { Choices } from './absence';
import { absenceChanges, proposalFor, takesBusy } from './absence';
import { isReason } from './change';
import styles from './composer.module.css';
import type { Plan } from './plan';
import { placeOf } from './plan';
import { planningQueries, usePutLines } from './queries';
import { searchOptions } from './search-options';
import type { Absence, Change } from './types';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  words: Words;
  onDone: () => void;
}

interface ClassesProps {
  absences: readonly Absence[];
  choices: Choices;
  words: Words;
  onChoices: (choices: Choices) => void;
}

/** Each class that the teacher leaves, and what becomes of it. */
function Classes({ absences, choices, words, onChoices }: ClassesProps): ReactNode {
  const { t } = useTranslation('planning');
  return absences.map((absence) => (
    <Select
      key={absence.class}
      label={`${words.when(placeOf(absence.place))} · ${words.other(absence)}`}
      value={choices[absence.class] ?? proposalFor(absence)}
      options={[
        ...absence.substitutes.map((one) => ({
          value: one.id,
          label: t(one.free ? 'absence.free' : 'absence.busy', { name: words.name(one) }),
        })),
        { value: 'cancel', label: t('absence.cancel') },
        { value: 'keep', label: t('absence.keep') },
      ]}
      onChange={({ target }) => onChoices({ ...choices, [absence.class]: target.value })}
    />
  ));
}

/** A teacher who is away for some days: every class of theirs at once, with who could stand in. */
export function AbsenceView({ plan, words, onDone }: Props): ReactNode {
  const { t, locale } = useTranslation('planning');
  const client = useQueryClient();
  const [teacher, setTeacher] = useState<Choice | null>(null);
  const [from, setFrom] = useState(plan.today);
  const [to, setTo] = useState(plan.today);
  const [choices, setChoices] = useState<Choices>({});
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const ready = teacher !== null && isDate(from) && isDate(to) && from <= to;
  const query = useQuery({
    ...planningQueries.absences(plan.term.id, teacher?.id ?? '', from, to),
    enabled: ready,
  });
  const { mutate, isPending, error } = usePutLines(plan.term.id);
  const absences = ready ? (query.data ?? []) : [];
  const changes = absenceChanges(absences, choices, note);
  const refused = error instanceof ApiError && error.code === 'planning.reason_needed';
  const asks = refused || takesBusy(absences, choices);
  const short = asks && !isReason(reason);
  const line = (change: Change) => ({
    change,
    ...(asks && change.action === 'move' && { reason: reason.trim() }),
  });
  const term = { starts: plan.term.firstMonday, weeks: plan.term.weeks };
  return (
    <div className={styles['composer']}>
      <Combobox
        label={t('absence.teacher')}
        value={teacher}
        onChange={setTeacher}
        search={searchOptions(client, 'teacher', plan.term.id, locale, t('by.teacher'))}
      />
      <div className={styles['time']}>
        <DateField label={t('absence.from')} value={from} onChange={setFrom} term={term} />
        <DateField label={t('absence.to')} value={to} onChange={setTo} min={from} term={term} />
      </div>
      {ready && query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {ready && query.data?.length === 0 && <p className={styles['quiet']}>{t('absence.none')}</p>}
      <Classes {...{ absences, choices, words }} onChoices={setChoices} />
      <TextField
        label={t('note.label')}
        placeholder={t('note.example')}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {asks && (
        <TextField
          label={t('absence.reason')}
          hint={t('reason.hint')}
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className={styles['put']}>
        <Button
          loading={isPending}
          disabled={changes.length === 0 || short}
          onClick={() => mutate({ lines: changes.map(line) }, { onSuccess: onDone })}
        >
          {t('absence.put', { count: changes.length })}
        </Button>
        <p role="status" className={styles['quiet']}>
          {changes.length === 0
            ? t(teacher === null ? 'absence.choose' : 'absence.nothing')
            : short && t('missing.reason')}
        </p>
      </div>
      <div role="alert">{error instanceof Error && <p className={styles['wrong']}>{error.message}</p>}</div>
    </div>
  );
}
