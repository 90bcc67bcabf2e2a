import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { SuccessIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { CodesCard } from './codes-card';
import { RefusedButton } from './refused-button';
import { importHref } from './links';
import { NextCard } from './next-card';
import styles from './report.module.css';
import { importQueries, type Draft } from './queries';
import { ReportChanges, ReportCounts } from './report-counts';
import { PeopleList } from './people-list';

/** What was imported, what to do next, and how to undo it. */
export function DoneStep({ draft }: { draft: Draft }) {
  const { t } = useTranslation('imports');
  const { accountId } = useValue(user);
  const report = useQuery(importQueries.report(draft.importId ?? ''));
  return (
    <QueryView query={report}>
      {(done) => {
        const codes = done.told.find(({ what }) => what === 'codes')?.count ?? 0;
        return (
          <Stack gap={4} shrink>
            <Card>
              <Row as="h2" gap={2} className={classNames('size-16', styles['done'])}>
                <SuccessIcon />
                {t('done.title')}
              </Row>
              <ReportCounts item={done} />
              <ReportChanges fields={done.fields} />
              <PeopleList told={done.told} />
              {done.refused > 0 && <p>{t('done.refused', { count: done.refused })}</p>}
              <div className={styles['buttons']}>
                {done.refused > 0 && <RefusedButton draft={draft} count={done.refused} />}
                <AppLink href={importHref(done.id)} className={buttonClass()}>
                  {t('done.report')}
                </AppLink>
                <AppLink href={`${importHref(done.id)}?undo=1`} className={buttonClass({ variant: 'text' })}>
                  {t('done.undo')}
                </AppLink>
              </div>
            </Card>
            {codes > 0 &&
              (done.account === accountId ? (
                <CodesCard draft={draft} count={codes} />
              ) : (
                <p>{t('codes.other', { name: done.accountName })}</p>
              ))}
            <NextCard draft={draft} />
            <p>
              <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
                {t('done.another')}
              </AppLink>
            </p>
          </Stack>
        );
      }}
    </QueryView>
  );
}
