import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { isDate, type CivilDate } from '@/shared/time/civil';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Chip } from '@/shared/ui/badge';
import { Button, IconButton } from '@/shared/ui/button';
import { ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { ArrangementDialog } from './arrangement-dialog';
import styles from './calendar.module.css';
import { DayDialog } from './day-dialog';
import { PublishedCard } from './published-card';
import { calendarQueries } from './queries';
import { TermsCard } from './terms-card';
import { useOpen } from './use-open';
import { WaysCard } from './ways-card';
import { YearView } from './year-view';

/** The year in the URL, or the current one if it is missing or invalid. */
function useYear(): [year: number, set: (year: number) => void] {
  const [asked, setAsked] = useQueryParam('year');
  const today = civilAt(useNow(), useZone()).date;
  const year = /^\d{4}$/u.test(asked ?? '') ? Number(asked) : Number(today.slice(0, 4));
  return [year, (next) => setAsked(String(next))];
}

interface Chosen {
  date: CivilDate;
  follows: CivilDate | undefined;
}

/** The day whose dialog is open, and the day it was dragged onto. */
function useChosenDay(): [chosen: Chosen | undefined, set: (next: Chosen | undefined) => void] {
  const [open, setOpen] = useOpen('day');
  const [date = '', follows = ''] = (open ?? '').split(' ');
  return [
    isDate(date) ? { date, follows: isDate(follows) ? follows : undefined } : undefined,
    (next) => setOpen(next && `${next.date} ${next.follows ?? ''}`.trim()),
  ];
}

function Legend() {
  const { t } = useTranslation('calendar');
  return (
    <p className={styles['legend']}>
      <Chip tone="danger">
        {t('mark.off')} {t('legend.off')}
      </Chip>
      <Chip tone="accent">
        {t('mark.makeUp')} {t('legend.makeUp')}
      </Chip>
      <Chip>
        {t('mark.exam')} {t('legend.exam')}
      </Chip>
      <span>{t('legend.how')}</span>
    </p>
  );
}

/** The college's year: terms, days off, make-up days, exam weeks and period times. */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  const [year, setYear] = useYear();
  const query = useQuery(calendarQueries.year(year));
  const [chosen, setChosen] = useChosenDay();
  const [entering, setEntering] = useOpen('arrangement');
  return (
    <Page
      title={t('title')}
      actions={
        <Button variant="primary" onClick={() => setEntering('')}>
          {t('arrangement')}
        </Button>
      }
    >
      <p className={styles['row']}>
        <IconButton icon={ChevronLeftIcon} size="s" label={t('previousYear')} onClick={() => setYear(year - 1)} />
        <b>{t('year', { year: String(year) })}</b>
        <IconButton icon={ChevronRightIcon} size="s" label={t('nextYear')} onClick={() => setYear(year + 1)} />
      </p>
      <QueryView query={query}>
        {(data) => (
          <Stack gap={4} shrink>
            <div>
              <Legend />
              <YearView year={data} onDay={(date, follows) => setChosen({ date, follows })} />
            </div>
            <PublishedCard year={data} />
            <TermsCard year={data} />
            <WaysCard key={JSON.stringify(data.ways)} year={data} />
            {chosen && (
              <DayDialog
                key={`${chosen.date} ${chosen.follows ?? ''}`}
                year={data}
                {...chosen}
                onClose={() => setChosen(undefined)}
              />
            )}
          </Stack>
        )}
      </QueryView>
      {entering !== undefined && <ArrangementDialog onClose={() => setEntering(undefined)} />}
    </Page>
  );
}
