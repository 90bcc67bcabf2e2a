import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { codeOf } from '@/shared/api/errors';
import { shortCode } from '@/shared/course/short-code';
import type { Translate } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { classHref } from '@/shared/timetable/class-href';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column, Filter } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { AcceptedList } from './accepted-list';
import { ClashDetail } from './clash-detail';
import { clashWordsIn, type ClashWords } from './clash-words';
import styles from './clash.module.css';
import { clashQueries, isHard, type Clash } from './queries';

const kinds = ['room', 'teacher', 'group', 'students', 'travel', 'small'] as const satisfies readonly Clash['kind'][];
const none: readonly Clash[] = [];

interface Shown {
  t: Translate<'clashes'>;
  words: ClashWords;
  term: string;
  onOpen: (clash: Clash) => void;
}

const twoLines = (text: string) => <span className={styles['lines']}>{text}</span>;

function columnsIn({ t, words, term, onOpen }: Shown): readonly Column<Clash>[] {
  /** One of the two classes, on the first day they clash. */
  const classColumn = (which: 'first' | 'second'): Column<Clash> => ({
    id: which,
    header: t(which),
    cell: (clash) => {
      const { [which]: group, days } = clash;
      const [at] = days;
      const alone = which === 'second' && (clash.kind === 'small' || at === undefined);
      return alone || at === undefined ? null : (
        <AppLink href={classHref({ term, class: at[which], group: group.id, day: at.day })} title={group.code}>
          {twoLines(words.group(group))}
        </AppLink>
      );
    },
    value: ({ [which]: group }) => words.group(group),
  });
  return [
    {
      id: 'kind',
      header: t('kind'),
      cell: (clash) => <Chip tone={isHard(clash) ? 'danger' : 'warning'}>{t(`kind.${clash.kind}`)}</Chip>,
      value: ({ kind }) => t(`kind.${kind}`),
      width: 120,
      phone: 'end',
    },
    { id: 'what', header: t('what'), cell: (clash) => twoLines(words.what(clash)), value: words.what },
    classColumn('first'),
    classColumn('second'),
    {
      id: 'days',
      header: t('when'),
      cell: (clash) => twoLines(words.days(clash)),
      value: ({ days }) => days.map(({ day }) => day).join(' '),
    },
    {
      id: 'detail',
      header: t('detail'),
      cell: (clash) => (
        <Button
          size="s"
          variant="text"
          aria-label={t('detailOf', {
            label: isHard(clash) ? t('detailStand') : t('detail'),
            what: `${words.what(clash)}, ${shortCode(clash.first.code)}, ${shortCode(clash.second.code)}`,
          })}
          onClick={() => onOpen(clash)}
        >
          {isHard(clash) ? t('detailStand') : t('detail')}
        </Button>
      ),
      width: 150,
    },
  ];
}

/** Shown until there is a term: what to do first. */
function NoTerm() {
  const { t } = useTranslation('clashes');
  return (
    <Page title={t('title')}>
      <EmptyState
        drawing="calendar"
        title={t('noTerm')}
        text={t('noTermText')}
        action={
          <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
            {t('toImports')}
          </AppLink>
        }
      />
    </Page>
  );
}

/** All clashes of the timetable, whatever caused them. */
export function ClashPage() {
  const { t, locale } = useTranslation('clashes');
  const dates = useDates();
  const report = useQuery(clashQueries.report());
  const rows = report.data?.clashes ?? none;
  const term = report.data?.term ?? '';
  const [open, setOpen] = useState<Clash>();
  const [state, setState] = useTableState({ filters: ['kind'] });
  const words = useMemo(() => clashWordsIn(t, locale, dates), [t, locale, dates]);
  const columns = useMemo(() => columnsIn({ t, words, term, onOpen: setOpen }), [t, words, term]);
  const filters = useMemo<readonly Filter<Clash>[]>(
    () => [
      {
        id: 'kind',
        label: t('kind'),
        of: ({ kind }) => kind,
        options: kinds.map((value) => ({
          value,
          label: t(`kind.${value}`),
          count: rows.filter(({ kind }) => kind === value).length,
        })),
      },
    ],
    [t, rows],
  );
  if (codeOf(report.error) === 'timetable.no_terms') {
    return <NoTerm />;
  }
  return (
    <Page title={t('title')}>
      <p>{t('about')}</p>
      {report.data !== undefined && report.data.more > 0 && <p>{t('more', { count: report.data.more })}</p>}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={(clash) => `${clash.kind} ${clash.first.id} ${clash.second.id} ${clash.object}`}
        rowName={words.what}
        state={state}
        onState={setState}
        rowHeight={50}
        filters={filters}
        local
        pending={report.isPending}
        error={report.error}
        onRetry={() => void report.refetch()}
        empty={<EmptyState drawing="calendar" title={t('none')} text={t('noneText')} />}
      />
      <AcceptedList list={report.data?.accepted ?? []} />
      {open && <ClashDetail {...{ term }} clash={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
