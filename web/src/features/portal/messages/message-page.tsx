import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { MessageCentre } from './message-centre';
import { typeNamed } from './messages';
import { PushCard } from './push-card';

export function MessagePage() {
  const { t } = useTranslation('messages');
  const [type, setType] = useQueryParam('type');
  return (
    <Page title={t('title')}>
      <Stack gap={4} shrink>
        <Card>
          <MessageCentre selected={typeNamed(type)} onSelect={setType} />
        </Card>
        <PushCard />
      </Stack>
    </Page>
  );
}
