import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { ReloadIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { useCompute, type Source } from './queries';

interface Props {
  source: Source;
  asOf: string;
  computing: boolean;
}

/** How old the figures are, with a button to update them. */
export function AgeLine({ source, asOf, computing }: Props) {
  const { t } = useTranslation('who-watched');
  const moment = useMoment();
  const compute = useCompute(source);
  const busy = computing || compute.isPending;
  const age = asOf === '' ? t('age.never') : t('age.asOf', { when: moment(Date.parse(asOf)) });
  return (
    <Cluster gap={2} className="text-2">
      <span role="status">{busy ? `${age} ${t('age.computing')}` : age}</span>
      <Button size="s" icon={ReloadIcon} loading={busy} onClick={() => compute.mutate()}>
        {t('age.again')}
      </Button>
    </Cluster>
  );
}
