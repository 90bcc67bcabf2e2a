import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statusOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { usePageLocation } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { IconButton, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { GoneState } from '@/shared/ui/gone-state';
import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { Keys } from '@/shared/ui/staff/keys';
import type { Choice } from '@/shared/ui/staff/use-search';
import { useExtraWide } from '@/shared/ui/wide';
import { AccountCard } from './account-card';
import { CoursesCard } from './courses-card';
import { ImportsCard } from './imports-card';
import { MessagesCard } from './messages-card';
import type { ActionKind } from './person';
import { studentsQueries, type StaffRecord } from './queries';
import { RecordCard } from './record-card';
import { StudentHead } from './student-head';
import styles from './student-page.module.css';
import { useCan } from './use-can';
import { useNeighbours } from './use-neighbours';
import { useStudentActions } from './use-student-actions';

/** Parts that other features provide. */
interface Slots {
  Timetable: (props: { student: string }) => ReactNode;
  History: (props: { student: string }) => ReactNode;
  View: (props: { student: string; name: string }) => ReactNode;
}

/** The order of the cards on a phone: what callers ask about first. */
const phoneOrder = ['account', 'timetable', 'messages', 'record', 'history', 'courses', 'imports'] as const;

const hrefOf = (student: string): string => `/admin/students/${encodeURIComponent(student)}`;

/** Links to the list and to the previous and next student. */
function Walk({ student }: { student: string }) {
  const { t } = useTranslation('students');
  const { history } = useRouter();
  const { previous, next, place, total, back } = useNeighbours(student);
  const go = (to: string | undefined) => (): void => {
    if (to !== undefined) {
      history.replace(hrefOf(to)); // so that Back leads to the list, not through each student
    }
  };
  useShortcuts({
    ...(previous !== undefined && { '[': { label: t('walk.previous'), run: go(previous) } }),
    ...(next !== undefined && { ']': { label: t('walk.next'), run: go(next) } }),
  });
  return (
    <div className={styles['top']}>
      <AppLink href={back} className={buttonClass({ variant: 'text', size: 's' })}>
        <ArrowLeftIcon size={16} />
        {t('walk.back')}
      </AppLink>
      {place > 0 && (
        <div className={styles['walk']}>
          <Keys keys="[" />
          <Keys keys="]" />
          {total === undefined ? t('walk.place', { place }) : t('walk.placeOf', { place, total })}
          <IconButton
            icon={ChevronLeftIcon}
            size="s"
            label={t('walk.previous')}
            disabled={previous === undefined}
            onClick={go(previous)}
          />
          <IconButton
            icon={ChevronRightIcon}
            size="s"
            label={t('walk.next')}
            disabled={next === undefined}
            onClick={go(next)}
          />
        </div>
      )}
    </div>
  );
}

/** Everything staff need when a student calls: in two columns, or in one on a phone. */
function Student({ record, Timetable, History, View }: { record: StaffRecord } & Slots) {
  const { t } = useTranslation('students');
  const two = useExtraWide();
  const { change } = useCan();
  const { person, menu, act, dialog } = useStudentActions(record);
  const one = (kind: ActionKind, group?: Choice): void => act(kind, [person], group);
  const cards = {
    account: <AccountCard key="account" {...{ record, person }} onAct={one} />,
    timetable: (
      <Card key="timetable" title={t('timetable.title')}>
        <Timetable student={record.id} />
      </Card>
    ),
    messages: <MessagesCard key="messages" student={record.id} />,
    record: <RecordCard key="record" record={record} />,
    courses: (
      <CoursesCard key="courses" student={record.id} left={record.enrolmentStatus === 'withdrawn'} onAct={one} />
    ),
    imports: change && <ImportsCard key="imports" student={record.id} />,
    history: (
      <Card key="history" title={t('history.title')}>
        <History student={record.id} />
      </Card>
    ),
  };
  return (
    <>
      <StudentHead
        record={record}
        actions={menu}
        view={change && record.account !== '' && <View student={record.id} name={record.name} />}
      />
      {two ? (
        <div className={styles['columns']}>
          <div className={styles['column']}>
            {cards.record}
            {cards.timetable}
            {cards.courses}
          </div>
          <div className={styles['column']}>
            {cards.account}
            {cards.messages}
            {cards.history}
            {cards.imports}
          </div>
        </div>
      ) : (
        <div className={styles['column']}>{phoneOrder.map((name) => cards[name])}</div>
      )}
      {dialog}
    </>
  );
}

export function StudentPage(slots: Slots) {
  const { parameters } = usePageLocation();
  const student = parameters['student'] ?? '';
  const query = useQuery(studentsQueries.record(student));
  const { error, refetch } = query;
  if (query.data === undefined && statusOf(error) === 404) {
    return <GoneState text={error?.message} onRetry={() => void refetch()} />;
  }
  return (
    <div className={styles['page']}>
      <Walk student={student} />
      <QueryView query={query}>{(record) => <Student key={record.id} record={record} {...slots} />}</QueryView>
    </div>
  );
}
