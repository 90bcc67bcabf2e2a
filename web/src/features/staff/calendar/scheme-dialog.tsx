import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '@/shared/api/new-id';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { useSettledValue } from '@/shared/ui/use-settled';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import { ConcernedView } from './concerned';
import { calendarQueries, usePutScheme, type Scheme, type SchemeBody, type Year } from './queries';
import { PeriodFields } from './period-fields';
import { nextPeriod } from './periods';

interface FieldsProps {
  year: Year;
  draft: SchemeBody;
  onChange: (change: Partial<SchemeBody>) => void;
}

function Fields({ year, draft, onChange }: FieldsProps) {
  const { t, locale } = useTranslation('calendar');
  return (
    <Stack gap={2} className={styles['entry']}>
      <Select
        label={t('campus')}
        value={draft.campus}
        options={year.campuses.map((one) => ({ value: one.id, label: nameIn(locale, one) }))}
        onChange={({ target }) => onChange({ campus: target.value })}
      />
      <DateField label={t('from')} value={draft.from} onChange={(from) => onChange({ from })} />
      <DateField label={t('to')} value={draft.to} min={draft.from} onChange={(to) => onChange({ to })} />
      <PeriodFields {...{ draft, onChange }} />
    </Stack>
  );
}

function draftOf(year: Year, scheme: Scheme | undefined): SchemeBody {
  const { campus = year.campuses[0]?.id ?? '', from = '', to = '', periods = [] } = scheme ?? {};
  return { campus, from, to, periods: periods.length > 0 ? periods : [nextPeriod([])] };
}

/** Edits the period times of a campus between two dates, and shows who is affected before saving. */
export function SchemeDialog({
  year,
  scheme,
  onClose,
}: {
  year: Year;
  scheme: Scheme | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('calendar');
  const [id] = useState(() => scheme?.id ?? newId());
  const typed = useDraftValues<SchemeBody>(`calendar scheme ${scheme?.id ?? ''}`, draftOf(year, scheme));
  const { values: draft, change, drop } = typed;
  const close = (): void => {
    drop();
    onClose();
  };
  const complete =
    draft.from !== '' && draft.to !== '' && draft.periods.every(({ starts, ends }) => starts !== '' && ends !== '');
  const [settled, isSettled] = useSettledValue(complete ? draft : null);
  const preview = useQuery(calendarQueries.scheme(id, settled));
  const put = usePutScheme();
  const seen = complete && isSettled && preview.data !== undefined && !preview.isFetching;
  const save = (): void =>
    put.mutate(
      { scheme: id, body: draft },
      {
        onSuccess: () => {
          notify('success', t('saved'));
          close();
        },
      },
    );
  return (
    <Dialog
      open
      title={scheme === undefined ? t('newScheme') : t('editScheme')}
      onClose={close}
      className={styles['wide']}
      actions={
        <Button variant="primary" disabled={!seen} loading={put.isPending} onClick={save}>
          {t('save')}
        </Button>
      }
    >
      <FormNotes form={typed} />
      <Fields {...{ year, draft }} onChange={change} />
      {complete && <ConcernedView query={preview} />}
      {put.error !== null && <p role="alert">{errorText(put.error)}</p>}
    </Dialog>
  );
}
