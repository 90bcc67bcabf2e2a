import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { MessageCentre } from './message-centre';

/** Messages, notices and todos. */
export function MessagePage(): ReactNode {
  const { t } = useTranslation('message');
  return (
    <Page title={t('title')}>
      <Card>
        <MessageCentre />
      </Card>
    </Page>
  );
}
