import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { readPlace } from '@/shared/timetable/read';
import { Button } from '@/shared/ui/button';
import { Grid, Stack } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { Combobox } from '@/shared/ui/staff/combobox';
import { DateField } from '@/shared/ui/staff/date-field';
import type { Choice } from '@/shared/ui/staff/use-search';
import { ErrorState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { absenceChanges, proposalFor, takesBusy, type Choices } from './absence';
import { isReason } from './change';
import styles from './composer.module.css';
import type { Plan } from './plan';
import { planningQueries, usePutLines } from './queries';
import { useOptionSearch } from './use-option-search';
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

/** The absent teacher's classes, each with a choice of what happens to it. */
function Classes({ absences, choices, words, onChoices }: ClassesProps) {
  const { t } = useTranslation('planning');
  return absences.map((absence) => (
    <Select
      key={absence.class}
      label={`${words.when(readPlace(absence.place))} · ${words.other(absence)}`}
      value={choices[absence.class] ?? proposalFor(absence)}
      options={[
        ...absence.substitutes.map((one) => ({
          value: one.id,
          label: t(one.free ? 'absence.free' : 'absence.busy', {
            name: [words.name(one), one.detail].filter(Boolean).join(' · '),
          }),
        })),
        { value: 'cancel', label: t('absence.cancel') },
        { value: 'keep', label: t('absence.keep') },
      ]}
      onChange={({ target }) => onChoices({ ...choices, [absence.class]: target.value })}
    />
  ));
}

interface DaysProps {
  plan: Plan;
  from: string;
  to: string;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
}

function DayFields({ plan, from, to, onFrom, onTo }: DaysProps) {
  const { t } = useTranslation('planning');
  const term = { starts: plan.term.firstMonday, weeks: plan.term.weeks };
  return (
    <Stack gap={3} shrink>
      <DateField label={t('absence.from')} value={from} onChange={onFrom} term={term} />
      <DateField label={t('absence.to')} value={to} onChange={onTo} min={from} term={term} />
    </Stack>
  );
}

interface TextsProps {
  note: string;
  reason: string;
  /** Whether a reason is needed, because a substitute has another class then. */
  asks: boolean;
  onNote: (text: string) => void;
  onReason: (text: string) => void;
}

function Texts({ note, reason, asks, onNote, onReason }: TextsProps) {
  const { t } = useTranslation('planning');
  return (
    <>
      <TextField
        label={t('note.label')}
        placeholder={t('note.example')}
        maxLength={500}
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
      {asks && (
        <TextField
          label={t('absence.reason')}
          hint={t('reason.hint')}
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </>
  );
}

interface PutProps {
  count: number;
  /** Why it can't be added to the draft yet; empty when it can. */
  missing: string;
  busy: boolean;
  onPut: () => void;
}

function Put({ count, missing, busy, onPut }: PutProps) {
  const { t } = useTranslation('planning');
  return (
    <Grid gap={3} columns="auto minmax(0, 1fr)" align="center">
      <Button variant="primary" loading={busy} disabled={missing !== ''} onClick={onPut}>
        {t('absence.put', { count })}
      </Button>
      <p role="status" className="text-2 size-13 regular">
        {missing}
      </p>
    </Grid>
  );
}

/** Plans a teacher's absence: all their classes on those days, with possible substitutes. */
export function AbsenceView({ plan, words, onDone }: Props) {
  const { t } = useTranslation('planning');
  const search = useOptionSearch('teacher', plan.term.id);
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
  const refused = codeOf(error) === 'planning.reason_needed';
  const asks = refused || takesBusy(absences, choices);
  const short = asks && !isReason(reason);
  const line = (change: Change) => ({
    change,
    ...(asks && change.action === 'move' && { reason: reason.trim() }),
  });
  return (
    <div className={styles['composer']}>
      <Combobox label={t('absence.teacher')} value={teacher} onChange={setTeacher} search={search} />
      <DayFields {...{ plan, from, to }} onFrom={setFrom} onTo={setTo} />
      {ready && query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {ready && query.data?.length === 0 && <p className="text-2 size-13 regular">{t('absence.none')}</p>}
      <Classes {...{ absences, choices, words }} onChoices={setChoices} />
      <Texts {...{ note, reason, asks }} onNote={setNote} onReason={setReason} />
      <Put
        count={changes.length}
        missing={
          changes.length === 0
            ? t(teacher === null ? 'absence.choose' : 'absence.nothing')
            : short
              ? t('missing.reason')
              : ''
        }
        busy={isPending}
        onPut={() => mutate({ lines: changes.map(line) }, { onSuccess: onDone })}
      />
      <div role="alert">{error instanceof Error && <p className="danger size-13">{error.message}</p>}</div>
    </div>
  );
}
