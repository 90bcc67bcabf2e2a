import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { addDays } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { useSettledValue } from '@/shared/ui/use-settled';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import { ConcernedView } from './concerned';
import { PeriodFields } from './period-fields';
import { calendarQueries, usePutTimes, type Scheme, type TimesBody, type Year } from './queries';

/** What happens to the current times, once the date is chosen. */
function Dates({ scheme, from }: { scheme: Scheme; from: string }) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const to = dates.full(scheme.to);
  return from <= scheme.from ? (
    <p>{t('newTimesReplace', { from: dates.full(from), to })}</p>
  ) : (
    <p>{t('newTimesEnd', { end: dates.full(addDays(from, -1)), from: dates.full(from), to })}</p>
  );
}

/** New period times from a date on, copied from the current ones, with the number of people who are told. */
export function TimesDialog({ year, scheme, onClose }: { year: Year; scheme: Scheme; onClose: () => void }) {
  const { t, locale } = useTranslation('calendar');
  const dates = useDates();
  const { campus, periods } = scheme;
  const name = nameIn(
    locale,
    year.campuses.find(({ id }) => id === campus),
  );
  const typed = useDraftValues<TimesBody>(`calendar times ${scheme.id}`, { from: '', periods });
  const { values: draft, change, drop } = typed;
  const close = (): void => {
    drop();
    onClose();
  };
  const within = scheme.from <= draft.from && draft.from <= scheme.to;
  const complete = within && draft.periods.every(({ starts, ends }) => starts !== '' && ends !== '');
  const [settled, isSettled] = useSettledValue(complete ? draft : null);
  const preview = useQuery(calendarQueries.times(campus, settled));
  const put = usePutTimes();
  const seen = complete && isSettled && preview.data !== undefined && !preview.isFetching;
  const save = (): void =>
    put.mutate(
      { campus, body: draft },
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
      title={t('newTimes')}
      onClose={close}
      className={styles['wide']}
      actions={
        <Button variant="primary" disabled={!seen} loading={put.isPending} onClick={save}>
          {t('save')}
        </Button>
      }
    >
      <FormNotes form={typed} />
      <Stack gap={2} className={styles['entry']}>
        <p>{t('newTimesText', { campus: name, to: dates.full(scheme.to) })}</p>
        <DateField
          label={t('newTimesFrom')}
          value={draft.from}
          min={scheme.from}
          max={scheme.to}
          onChange={(from) => change({ from })}
        />
        {within && <Dates {...{ scheme }} from={draft.from} />}
        <PeriodFields {...{ draft }} onChange={change} />
      </Stack>
      {complete && <ConcernedView query={preview} told />}
      {put.error !== null && <p role="alert">{errorText(put.error)}</p>}
    </Dialog>
  );
}
