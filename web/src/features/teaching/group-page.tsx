import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { GoneState } from '@/shared/ui/gone-state';
import { Cluster } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Tabs } from '@/shared/ui/tabs';
import { ClassList } from './class-list';
import { ComingClasses } from './coming-classes';
import { teachingQueries, type TaughtGroup } from './queries';
import styles from './teaching.module.css';

const tabs = ['students', 'classes', 'watching', 'notice'] as const;

interface Parts {
  Watching: ComponentType<{ group: string }>;
}

function Content({ group, Watching }: Parts & { group: TaughtGroup }) {
  const { t, locale } = useTranslation('teaching');
  const [asked, setTab] = useQueryParam('tab');
  const { id, students } = group;
  const content = {
    students: <ClassList group={id} />,
    classes: <ComingClasses group={id} />,
    watching: asked === 'watching' && <Watching group={id} />,
    notice: (
      <Cluster gap={2}>
        <AppLink
          href={`/teaching/notices/new?group=${encodeURIComponent(id)}`}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('notice.write')}
        </AppLink>
        <AppLink href="/teaching/notices" className={buttonClass()}>
          {t('notice.sent')}
        </AppLink>
      </Cluster>
    ),
  };
  const about = [shortCode(group.code), nameIn(locale, group), t('students', { count: students })];
  return (
    <>
      <p className={classNames('text-2', styles['about'])}>
        {about.filter(Boolean).join(' · ')}
        <span className="no-print">
          {' · '}
          <AppLink href="/teaching">{t('tab.groups')}</AppLink>
        </span>
      </p>
      <Tabs
        label={nameIn(locale, group.course)}
        tabs={tabs.map((one) => ({ id: one, label: t(`tab.${one}`), content: content[one] }))}
        selected={tabs.find((one) => one === asked) ?? 'students'}
        onSelect={(next) => setTab(next === 'students' ? undefined : next)}
      />
    </>
  );
}

/** A teacher's group: its students, upcoming classes, who has watched, and a notice to them. */
export function GroupPage({ Watching }: Parts) {
  const { t, locale } = useTranslation('teaching');
  const { group: id = '' } = usePageLocation().parameters;
  const query = useQuery(teachingQueries.groups());
  const group = query.data?.find((one) => one.id === id);
  return (
    <Page title={nameIn(locale, group?.course) || t('group')}>
      <QueryView query={query}>
        {() =>
          group === undefined ? (
            <GoneState text={t('group.gone')} onRetry={() => void query.refetch()} />
          ) : (
            <Content {...{ group, Watching }} />
          )
        }
      </QueryView>
    </Page>
  );
}
