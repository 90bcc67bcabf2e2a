import { useQuery } from '@tanstack/react-query';
import { statusOf } from '@/shared/api/errors';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton, SkeletonGroup, SkeletonLines } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { ContactValue } from './contact-value';
import { CopyButton } from './copy-button';
import { studentQueries, useExport } from './queries';
import { contactFields, type ContactField, type StudentRecord } from './record';
import { RecordHead } from './record-head';
import { NationalId } from './national-id';
import styles from './student-info-page.module.css';

/** A value that people often type elsewhere, with a copy button. */
function withCopy(label: string, value: string) {
  return value === '' ? (
    ''
  ) : (
    <span className={styles['value']}>
      {value}
      <CopyButton label={label} value={value} />
    </span>
  );
}

function Identity({ record }: { record: StudentRecord }) {
  const { t } = useTranslation('student-info');
  return (
    <Card title={t('identity')} extra={<span className="text-3 size-13">{t('official')}</span>}>
      <Descriptions
        facts={[
          {
            label: t('field.studentNumber'),
            value: withCopy(t('field.studentNumber'), record.studentNumber),
          },
          { label: t('field.name'), value: record.name },
          { label: t('field.gender'), value: record.gender === '' ? '' : t(`gender.${record.gender}`) },
          { label: t('field.phone'), value: withCopy(t('field.phone'), record.phone) },
          {
            label: t('field.nationalId'),
            value: record.nationalId === '' ? '' : <NationalId masked={record.nationalId} />,
          },
        ]}
      />
    </Card>
  );
}

function Studies({ record }: { record: StudentRecord }) {
  const { t, locale } = useTranslation('student-info');
  const dates = useDates();
  const graduation = record.expectedGraduation;
  return (
    <Card title={t('studies')} extra={<span className="text-3 size-13">{t('official')}</span>}>
      <Descriptions
        facts={[
          { label: t('field.college'), value: nameIn(locale, record.college) },
          { label: t('field.campus'), value: nameIn(locale, record.campus) },
          { label: t('field.programme'), value: nameIn(locale, record.programme) },
          { label: t('field.class'), value: nameIn(locale, { name: record.class, nameEn: record.classEn }) },
          { label: t('field.entryYear'), value: record.entryYear === 0 ? '' : String(record.entryYear) },
          {
            label: t('field.studyMode'),
            value: record.studyMode === '' ? '' : t(`mode.${record.studyMode}`),
          },
          { label: t('field.enrolmentStatus'), value: t(`status.${record.enrolmentStatus}`) },
          {
            label: t('field.expectedGraduation'),
            value: isDate(graduation) ? dates.full(graduation) : graduation,
          },
          {
            label: t('field.adviser'),
            value: nameIn(locale, { name: record.adviser, nameEn: record.adviserEn }),
          },
        ]}
      />
    </Card>
  );
}

function Contact({ record }: { record: StudentRecord }) {
  const { t } = useTranslation('student-info');
  const fields = Object.keys(contactFields) as ContactField[];
  return (
    <Card title={t('contact')} extra={<span className="text-3 size-13">{t('yours')}</span>}>
      <Descriptions
        facts={fields.map((field) => {
          const label = t(`field.${field}`);
          return { label, value: <ContactValue {...{ record, field, label }} /> };
        })}
      />
    </Card>
  );
}

function Waiting() {
  return (
    <Stack gap={4} shrink>
      <Card>
        <SkeletonGroup>
          <div className={styles['head']}>
            <Skeleton width={88} height={88} radius="50%" />
            <Skeleton width={200} height={72} />
          </div>
        </SkeletonGroup>
      </Card>
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    </Stack>
  );
}

/** The student's own record. */
export function StudentInfoPage() {
  const { t } = useTranslation('student-info');
  const query = useQuery(studentQueries.record());
  const exportRecord = useExport();
  if ([403, 404].includes(statusOf(query.error) ?? 0)) {
    return (
      <Page title={t('title')}>
        <EmptyState drawing="page" title={t('none')} text={t('noneText')} />
      </Page>
    );
  }
  return (
    <Page
      title={t('title')}
      actions={
        <div className={styles['no-print']}>
          <AppLink href="/student/watching" className={buttonClass()}>
            {t('watching')}
          </AppLink>
          <Button loading={exportRecord.isPending} onClick={() => exportRecord.mutate()}>
            {t('export')}
          </Button>
          <Button onClick={() => globalThis.print()}>{t('print')}</Button>
        </div>
      }
    >
      <QueryView query={query} skeleton={<Waiting />}>
        {(record) => (
          <Stack gap={4} shrink>
            <Card>
              <RecordHead record={record} />
            </Card>
            <Identity record={record} />
            <Studies record={record} />
            <Contact record={record} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
