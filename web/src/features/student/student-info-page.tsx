import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SkeletonLines } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { recordFields, textOf } from './record';
import { studentQueries } from './queries';

/** What the college knows about me. */
export function StudentInfoPage(): ReactNode {
  const { t } = useTranslation('student');
  const query = useQuery(studentQueries.record());
  return (
    <Page title={t('title')}>
      <Card>
        <QueryView
          query={query}
          skeleton={<SkeletonLines lines={9} />}
          isEmpty={(record) => Object.keys(record).length === 0}
          empty={<EmptyState drawing="page" title={t('none')} text={t('noneText')} />}
        >
          {(record) => (
            <Descriptions
              facts={recordFields.map((field) => ({
                label: t(`field.${field}`),
                value: textOf(record, field),
              }))}
            />
          )}
        </QueryView>
      </Card>
    </Page>
  );
}
