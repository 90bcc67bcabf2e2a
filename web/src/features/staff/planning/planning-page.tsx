import { useQuery } from '@tanstack/react-query';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays, mondayOf } from '@/shared/time/civil';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { termsQuery } from '@/shared/timetable/terms-query';
import { readDates } from '@/shared/timetable/weeks';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { EmptyState, ErrorState } from '@/shared/ui/state';
import { useWide } from '@/shared/ui/wide';
import { useAddress, type Address } from './address';
import { Desk } from './desk';
import { planningQueries } from './queries';

/** Shown until the college has groups: what to do first. */
function NoGroups() {
  const { t } = useTranslation('planning');
  return (
    <EmptyState
      drawing="calendar"
      level={1}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
          {t('empty.action')}
        </AppLink>
      }
    />
  );
}

/** Shown if the college has none of the chosen kind, such as rooms. */
function NoneOfKind() {
  const { t } = useTranslation('planning');
  return (
    <EmptyState
      drawing="calendar"
      level={1}
      title={t('empty.noneOfKind')}
      text={t('empty.noneOfKindText')}
      action={
        <AppLink href="/admin/timetable" className={buttonClass({ variant: 'primary' })}>
          {t('empty.groups')}
        </AppLink>
      }
    />
  );
}

/** Which days the view needs; none for the whole term. */
function shownDays(address: Address, day: string, wide: boolean): { from?: string; to?: string } {
  if (address.view === 'term' && wide) {
    return {};
  }
  return address.view === 'day' && wide
    ? { from: day, to: day }
    : { from: mondayOf(day), to: addDays(mondayOf(day), 6) };
}

/** Where staff change classes: try a change, see its effects, collect changes in a draft and publish it. */
export function PlanningPage() {
  const { t } = useTranslation('planning');
  const { go, ...address } = useAddress();
  const wide = useWide();
  const now = useNow();
  const terms = useQuery(termsQuery);
  const ofRooms = address.view === 'day' && wide;
  const termId = address.term ?? terms.data?.current;
  const term = terms.data?.terms.find(({ id }) => id === termId) ?? terms.data?.terms.at(-1);
  const options = useQuery({
    ...planningQueries.options(address.by, '', term?.id),
    enabled: term !== undefined && address.id === undefined && !ofRooms,
  });
  const today = civilAt(now, terms.data?.timeZone ?? 'UTC').date;
  const { week, day } = term === undefined ? { week: 1, day: today } : readDates(term, address, today);
  const id = address.id ?? options.data?.[0]?.id;
  const view = useQuery({
    ...planningQueries.view({
      ...(term !== undefined && { term: term.id }),
      ...(ofRooms ? { by: 'rooms' } : { by: address.by, ...(id !== undefined && { id }) }),
      ...shownDays(address, day, wide),
    }),
    enabled: term !== undefined && (ofRooms || id !== undefined),
  });
  const failed = [terms, options, view].find((query) => query.error !== null);
  const error = failed?.error ?? null;
  const noTerm = terms.data?.terms.length === 0 || codeOf(error) === 'timetable.no_terms';
  const noneOfKind = options.data?.length === 0 && address.id === undefined && !ofRooms;
  if (noTerm || (noneOfKind && address.by === 'group')) {
    return <NoGroups />;
  }
  if (noneOfKind) {
    return <NoneOfKind />;
  }
  if (view.data !== undefined && terms.data !== undefined) {
    return <Desk plan={view.data} address={{ ...address, id }} {...{ week, day, go }} terms={terms.data.terms} />;
  }
  return (
    <Page title={t('title')}>
      {error === null ? <Skeleton height={480} /> : <ErrorState error={error} onRetry={() => void failed?.refetch()} />}
    </Page>
  );
}
