import { useQuery } from '@tanstack/react-query';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Count } from '@/shared/ui/badge';
import { classNames } from '@/shared/ui/class-names';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { Tabs } from '@/shared/ui/tabs';
import { teachingQueries, type TaughtGroup } from './queries';
import { RequestList } from './request-list';
import styles from './teaching.module.css';

function Group({ group }: { group: TaughtGroup }) {
  const { t, locale } = useTranslation('teaching');
  const about = [shortCode(group.code), nameIn(locale, group), t('students', { count: group.students })];
  return (
    <li>
      <AppLink href={`/teaching/${encodeURIComponent(group.id)}`} className={styles['link']}>
        <b>{nameIn(locale, group.course)}</b>
        <span className={classNames('text-2', styles['about'])}>{about.filter(Boolean).join(' · ')}</span>
      </AppLink>
    </li>
  );
}

function Groups() {
  const { t } = useTranslation('teaching');
  const query = useQuery(teachingQueries.groups());
  return (
    <QueryView query={query} empty={<EmptyState level={2} title={t('groups.none')} text={t('groups.noneText')} />}>
      {(groups) => (
        <ul aria-label={t('tab.groups')} className={styles['cards']}>
          {groups.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Requests() {
  const query = useQuery(teachingQueries.requests());
  const timetable = useQuery(teachingQueries.timetable()).data;
  return <QueryView query={query}>{(requests) => <RequestList {...{ requests, timetable }} />}</QueryView>;
}

/** The teacher's groups this term, and the requests they made. */
export function TeachingPage() {
  const { t } = useTranslation('teaching');
  const [tab, setTab] = useQueryParam('tab');
  const requests = useQuery(teachingQueries.requests()).data ?? [];
  const open = requests.filter(({ state }) => state === 'open').length;
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'groups', label: t('tab.groups'), content: <Groups /> },
          {
            id: 'requests',
            label: (
              <>
                {t('tab.requests')} {open > 0 && <Count count={open} />}
              </>
            ),
            content: <Requests />,
          },
        ]}
        selected={tab === 'requests' ? 'requests' : 'groups'}
        onSelect={(next) => setTab(next === 'groups' ? undefined : next)}
      />
    </Page>
  );
}
