import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { classNames } from '@/shared/ui/class-names';
import { GoneState } from '@/shared/ui/gone-state';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Tabs } from '@/shared/ui/tabs';
import { ClassList } from './class-list';
import { ComingClasses } from './coming-classes';
import { NoticeForm } from './notice-form';
import { teachingQueries, type TaughtGroup } from './queries';
import styles from './teaching.module.css';

const tabs = ['students', 'classes', 'watching', 'notice'] as const;

interface Parts {
  Watching: ComponentType<{ group: string }>;
}

function Content({ group, Watching }: Parts & { group: TaughtGroup }) {
  const { t, locale } = useTranslation('teaching');
  const [asked, setTab] = useQueryParam('tab');
  const [sent, setSent] = useState(0); // a new key clears the form for the next notice
  const { id, students } = group;
  const content = {
    students: <ClassList group={id} />,
    classes: <ComingClasses group={id} />,
    watching: asked === 'watching' && <Watching group={id} />,
    notice: (
      <NoticeForm
        key={sent}
        name={`teaching notice ${id} ${sent}`}
        group={id}
        students={students}
        onSent={() => setSent(sent + 1)}
      />
    ),
  };
  const about = [group.code, nameIn(locale, group), t('students', { count: students })];
  return (
    <>
      <p className={classNames('text-2', styles['about'])}>
        {about.filter(Boolean).join(' · ')} · <AppLink href="/teaching">{t('tab.groups')}</AppLink>
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
