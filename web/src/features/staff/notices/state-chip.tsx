import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { Row } from '@/shared/ui/layout';
import type { Sent } from './queries';
import { states } from './use-words';

export function StateChip({ state }: Pick<Sent, 'state'>) {
  const { t } = useTranslation('notices');
  const { icon: Icon, tone } = states[state];
  return (
    <Chip tone={tone}>
      <Row as="span" gap={1} inline>
        <Icon size={14} />
        {t(`state.${state}`)}
      </Row>
    </Chip>
  );
}
