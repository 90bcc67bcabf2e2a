import { loadServerMenu } from '@/app/server-menu';
import { useTranslation } from '@/shared/i18n/use-translation';
import { settings, updateSettings, type Settings } from '@/shared/store/settings';
import { useValue } from '@/shared/store/value';
import { themeColour } from '@/shared/theme/theme';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { copyText } from '@/shared/ui/copy-text';
import { Drawer } from '@/shared/ui/dialog';
import { GearIcon } from '@/shared/ui/icons';
import { NumberField } from '@/shared/ui/number-field';
import { Switch } from '@/shared/ui/switch';
import styles from './settings-drawer.module.css';

const switches = ['navbar', 'menu', 'topMenu', 'footer', 'tabBar', 'menuFromServer'] as const;

/** The layout as JSON, which "Copy settings" puts on the clipboard. */
function settingsText({ globalSettings: _open, ...layout }: Settings): string {
  return JSON.stringify({ ...layout, themeColor: themeColour }, null, 2);
}

const close = (): void => updateSettings({ globalSettings: false });

/** The layout's switches. Whether the drawer is open is itself a setting: globalSettings. */
export function SettingsDrawer() {
  const { t } = useTranslation('app');
  const now = useValue(settings);
  const copy = (): void => void copyText(settingsText(settings.get()), t('settings.copied'), t('settings.notCopied'));
  const change = (name: (typeof switches)[number], on: boolean): void => {
    updateSettings({ [name]: on });
    if (name === 'menuFromServer' && on) {
      void loadServerMenu();
    }
  };
  return (
    <Drawer
      open={now.globalSettings}
      title={t('settings.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('settings.close')}</Button>
          <Button variant="primary" onClick={copy}>
            {t('settings.copy')}
          </Button>
        </>
      }
    >
      <h3 className={styles['heading']}>{t('settings.content')}</h3>
      {switches.map((name) => (
        <Switch key={name} label={t(`settings.${name}`)} checked={now[name]} onChange={(on) => change(name, on)} />
      ))}
      <NumberField
        className={styles['width']}
        label={t('settings.menuWidth')}
        value={now.menuWidth}
        min={160}
        max={400}
        step={10}
        onChange={(menuWidth) => updateSettings({ menuWidth })}
      />
      <h3 className={styles['heading']}>{t('settings.other')}</h3>
      <Switch
        label={t('settings.colorWeak')}
        checked={now.colorWeak}
        onChange={(colorWeak) => updateSettings({ colorWeak })}
      />
    </Drawer>
  );
}

/** Opens the settings while the navbar is hidden. */
export function FloatingSettings() {
  const { t } = useTranslation('app');
  return (
    <button
      type="button"
      className={classNames('no-print', styles['floating'])}
      aria-label={t('settings.title')}
      title={t('settings.title')}
      onClick={() => updateSettings({ globalSettings: true })}
    >
      <GearIcon />
    </button>
  );
}
