import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import type { Setting } from './queries';
import styles from './system.module.css';

/** The value of an option, unless it is secret. */
function Value({ setting }: { setting: Setting }) {
  const { t } = useTranslation('system');
  if (setting.secret) {
    return setting.set ? t('settings.set') : t('settings.derived');
  }
  return setting.set ? (
    <code translate="no" className={styles['place']}>
      {setting.value}
    </code>
  ) : (
    t('settings.unset')
  );
}

/** All options with their values and where these come from; for secrets only whether they are set. */
export function SettingsCard({ settings }: { settings: readonly Setting[] }) {
  const { t } = useTranslation('system');
  return (
    <Card title={t('settings.title')}>
      <p className={classNames('text-2', styles['text'])}>{t('settings.about')}</p>
      <dl className={styles['settings']}>
        {settings.map((setting) => (
          <div key={setting.name} data-own={setting.from !== 'default'}>
            <dt>
              <code>{setting.name}</code>
            </dt>
            <dd>
              <Value setting={setting} />
              <span className={styles['from']}>{t(`settings.${setting.from}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
