import { useMemo } from 'react';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import type { Column } from '@/shared/ui/staff/table/types';
import type { WatchingRow } from './queries';

const stateOf = ({ done, seconds }: WatchingRow) => (done ? 'done' : seconds > 0 ? 'started' : 'never');
const tones = { done: 'success', started: 'accent', never: 'neutral' } as const;

/** How much a student has watched, and of an earlier recording that was replaced by one of another length. */
function Watched({ row: { seconds, duration, earlierSeen, earlierPercent } }: { row: WatchingRow }) {
  const { t } = useTranslation('who-watched');
  const moment = useMoment();
  return (
    <>
      <span>{t('row.of', { watched: clockText(seconds), length: clockText(duration) })}</span>
      {earlierSeen !== '' && (
        <span className="text-3 size-13">
          {' '}
          {t('row.earlier', { percent: earlierPercent, when: moment(Date.parse(earlierSeen)) })}
        </span>
      )}
    </>
  );
}

/** The columns of the list; with the course if there are several. */
export function useColumns(manyCourses: boolean): readonly Column<WatchingRow>[] {
  const { t, locale } = useTranslation('who-watched');
  const moment = useMoment();
  const className = useClassName();
  return useMemo<readonly Column<WatchingRow>[]>(() => {
    const seen = ({ seen: at }: WatchingRow): string => (at === '' ? t('seen.never') : moment(Date.parse(at)));
    const lesson = (row: WatchingRow): string =>
      t('row.lessonName', {
        position: row.position,
        title: titleIn(locale, row),
      });
    return [
      {
        id: 'name',
        header: t('row.name'),
        cell: ({ name, nameLatin }) => (
          <>
            {name} {locale === 'en-US' && <span className="text-2">{nameLatin}</span>}
          </>
        ),
      },
      {
        id: 'number',
        header: t('row.number'),
        cell: ({ studentNumber }) => <span>{studentNumber}</span>,
        value: ({ studentNumber }) => studentNumber,
        width: 130,
      },
      { id: 'class', header: t('row.class'), cell: (row) => className(row.class), phone: 'none' },
      {
        id: 'seconds',
        header: t('row.seconds'),
        cell: (row) => <Watched row={row} />,
        value: ({ seconds }) => seconds,
        width: 150,
      },
      {
        id: 'state',
        header: t('row.state'),
        cell: (row) => <Chip tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Chip>,
        width: 140,
        phone: 'end',
      },
      ...(manyCourses
        ? [{ id: 'course', header: t('row.course'), cell: (row: WatchingRow) => nameIn(locale, row.course) }]
        : []),
      { id: 'lesson', header: t('row.lesson'), value: lesson },
      { id: 'seen', header: t('row.seen'), cell: seen, value: ({ seen: at }) => at, width: 150 },
    ];
  }, [t, locale, moment, className, manyCourses]);
}
