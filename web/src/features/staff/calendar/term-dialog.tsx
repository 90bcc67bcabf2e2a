import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { NumberField } from '@/shared/ui/number-field';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { useSettledValue } from '@/shared/ui/use-settled';
import { errorText } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import styles from './calendar.module.css';
import { ConcernedView } from './concerned';
import { calendarQueries, usePutTerm, type Term } from './queries';
import { examText, readExams } from './exams';

type Draft = {
  id: string;
  name: string;
  nameEn: string;
  firstMonday: string;
  weeks: number;
  exams: string;
};

const fresh: Draft = { id: '', name: '', nameEn: '', firstMonday: '', weeks: 18, exams: '' };

interface FieldsProps {
  draft: Draft;
  isNew: boolean;
  onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft, isNew, onChange }: FieldsProps) {
  const { t } = useTranslation('calendar');
  const text = (name: 'id' | 'name' | 'nameEn' | 'exams') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <Stack gap={2} className={styles['entry']}>
      {isNew && <TextField label={t('termId')} hint={t('termIdHint')} maxLength={64} {...text('id')} />}
      <TextField label={t('nameZh')} lang="zh-CN" maxLength={60} {...text('name')} />
      <TextField label={t('nameEn')} maxLength={60} {...text('nameEn')} />
      <DateField
        label={t('firstMonday')}
        value={draft.firstMonday}
        onChange={(firstMonday) => onChange({ firstMonday })}
      />
      <NumberField label={t('weeks')} value={draft.weeks} min={1} max={53} onChange={(weeks) => onChange({ weeks })} />
      <TextField
        label={t('examWeeks')}
        hint={t('examHint')}
        error={readExams(draft.exams) === null ? t('examError') : undefined}
        {...text('exams')}
      />
    </Stack>
  );
}

const draftOf = ({ id, name, nameEn, firstMonday, weeks, exams }: Term): Draft => ({
  id,
  name,
  nameEn,
  firstMonday,
  weeks,
  exams: examText(exams),
});

/** Edits a term: its names, start, length and exam weeks. */
export function TermDialog({ term, onClose }: { term: Term | undefined; onClose: () => void }) {
  const { t } = useTranslation('calendar');
  const typed = useDraftValues<Draft>(`calendar term ${term?.id ?? ''}`, term ? draftOf(term) : fresh);
  const { values: draft, change, drop } = typed;
  const put = usePutTerm();
  const { id, name, nameEn, firstMonday, weeks } = draft;
  const exams = readExams(draft.exams);
  const complete = /^[\w-]+$/u.test(id) && name.trim() !== '' && firstMonday !== '';
  const moved = term !== undefined && (term.firstMonday !== firstMonday || term.weeks !== weeks);
  const close = (): void => {
    drop();
    onClose();
  };
  const onSuccess = (): void => {
    notify('success', t('saved'));
    close();
  };
  const ready = complete && exams !== null;
  const body = ready ? { name: name.trim(), nameEn: nameEn.trim(), firstMonday, weeks, exams } : null;
  const [settled, isSettled] = useSettledValue(moved ? body : null);
  const preview = useQuery(calendarQueries.term(id, settled));
  const seen = !moved || (isSettled && preview.data !== undefined && !preview.isFetching);
  const save = (): void => {
    if (body !== null) {
      put.mutate({ term: id, body }, { onSuccess });
    }
  };
  return (
    <Dialog
      open
      title={term === undefined ? t('newTerm') : t('editTerm')}
      onClose={close}
      className={styles['wide']}
      actions={
        <Button variant="primary" disabled={!ready || !seen} loading={put.isPending} onClick={save}>
          {t('save')}
        </Button>
      }
    >
      <FormNotes form={typed} />
      <Fields draft={draft} isNew={term === undefined} onChange={change} />
      {moved && ready && (
        <>
          <p>{t('termMoved')}</p>
          <ConcernedView query={preview} />
        </>
      )}
      {put.error !== null && <p role="alert">{errorText(put.error)}</p>}
    </Dialog>
  );
}
