import { ApiError } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { SkeletonLines } from '@/shared/ui/skeleton';
import { errorText } from '@/shared/ui/state';
import { Switch } from '@/shared/ui/switch';
import styles from './push-card.module.css';
import { ability, pushKinds, useChooseKinds, useDevice } from './push';

/** Chooses which notifications this device shows; none by default. */
export function PushCard() {
  const { t } = useTranslation('messages');
  const able = ability();
  const device = useDevice();
  const choose = useChooseKinds();
  const content = () => {
    if (able !== 'able') {
      return <p>{t(able === 'blocked' ? 'push.blocked' : 'push.unable')}</p>;
    }
    return (
      <QueryView query={device} skeleton={<SkeletonLines lines={3} />}>
        {(known) =>
          known.ready ? (
            <>
              {pushKinds.map((kind) => (
                <Switch
                  key={kind}
                  label={t(`push.${kind}`)}
                  hint={t(`push.${kind}Hint`)}
                  checked={known.kinds.includes(kind)}
                  disabled={choose.isPending}
                  onChange={(on) => {
                    const others = known.kinds.filter((one) => one !== kind);
                    choose.mutate({ device: known, kinds: on ? [...others, kind] : others });
                  }}
                />
              ))}
              <div role="alert">
                {choose.error !== null && (
                  <p className="danger">
                    {/* The browser's own error texts are meant for developers. */}
                    {choose.error instanceof ApiError ? errorText(choose.error) : t('push.failed')}
                  </p>
                )}
              </div>
            </>
          ) : (
            <p>{t('push.unable')}</p>
          )
        }
      </QueryView>
    );
  };
  return (
    <Card title={t('push.title')}>
      <Stack gap={3} className={styles['body']}>
        {content()}
      </Stack>
    </Card>
  );
}
