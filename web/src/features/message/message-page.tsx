import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Page, Stack } from '@/shared/ui/page';
import { MessageCentre } from './message-centre';
import { PushCard } from './push-card';

/** Messages, notices and todos. */
export function MessagePage(): ReactNode {
  const { t } = useTranslation('message');
  return (
    <Page title={t('title')}>
      <Stack>
        <Card>
          <MessageCentre />
        </Card>
        <PushCard />
      </Stack>
    </Page>
  );
}
