import { useTranslation } from '@/shared/i18n/use-translation';
import { activeShortcuts, type Listed } from '@/shared/shortcuts/shortcuts';
import { singleKeys } from '@/shared/shortcuts/single-keys';
import { useValue } from '@/shared/store/value';
import { Dialog } from '@/shared/ui/dialog';
import { Switch } from '@/shared/ui/switch';
import styles from './key-help.module.css';
import { Keys } from './keys';

const groups = ['page', 'list', 'go', 'everywhere'] as const;

/** Puts shortcuts with the same label on one line. */
function byLabel(shortcuts: readonly Listed[]): [label: string, keys: string[]][] {
  const lines = new Map<string, string[]>();
  for (const { label, keys } of shortcuts) {
    lines.set(label, [...(lines.get(label) ?? []), keys]);
  }
  return [...lines];
}

/** The active shortcuts, and the switch to turn off single letters. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  const active = useValue(activeShortcuts);
  const single = useValue(singleKeys);
  return (
    <Dialog open title={t('keys.title')} onClose={onClose}>
      {groups.map((group) => {
        const lines = byLabel(active.filter((shortcut) => (shortcut.group ?? 'page') === group));
        return lines.length === 0 ? null : (
          <section key={group} className={styles['group']}>
            <h3>{t(`keys.group.${group}`)}</h3>
            <dl>
              {lines.map(([label, keys]) => (
                <div key={label}>
                  <dt>
                    {keys.map((one) => (
                      <Keys key={one} keys={one} />
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      <Switch label={t('keys.single')} hint={t('keys.singleHint')} checked={single} onChange={singleKeys.set} />
    </Dialog>
  );
}
