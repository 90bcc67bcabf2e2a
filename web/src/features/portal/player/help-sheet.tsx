import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { Switch } from '@/shared/ui/switch';
import styles from './help-sheet.module.css';
import { prefer, preferences } from './preferences';

/** The player's shortcut keys, and a switch to turn off single keys. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player');
  const { keys } = useValue(preferences);
  const rows: readonly [keys: readonly string[], does: string][] = [
    [[t('key.space'), 'K'], t('key.toggle')],
    [['J', 'L'], t('key.skip')],
    [['←', '→'], t('key.skipShort')],
    [[',', '.'], t('key.frame')],
    [['0', '9'], t('key.part')],
    [['<', '>'], t('key.speed')],
    [['↑', '↓'], t('key.volume')],
    [['M'], t('key.mute')],
    [['C'], t('key.captions')],
    [['F'], t('key.full')],
    [['?'], t('key.help')],
  ];
  return (
    <Dialog open title={t('player.help')} onClose={onClose}>
      <Stack as="dl" gap={0.5} className={styles['keys']}>
        {rows.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </Stack>
      <p className={styles['touch']}>{t('key.touch')}</p>
      <Switch label={t('key.on')} hint={t('key.onHint')} checked={keys} onChange={(on) => prefer({ keys: on })} />
    </Dialog>
  );
}
