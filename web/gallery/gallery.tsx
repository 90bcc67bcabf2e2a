import { chooseLanguage } from '@/shared/i18n/i18n';
import { useLocale } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { theme, toggleTheme } from '@/shared/theme/theme';
import { Button } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { Toasts } from '@/shared/ui/toasts';
import { Charts } from './charts';
import { Display } from './display';
import { Fields } from './fields';
import styles from './gallery.module.css';
import { Layers } from './layers';
import { StaffFields } from './staff-fields';
import { StaffForm } from './staff-form';
import { StaffKeyboard } from './staff-keys';
import { StaffTable } from './staff-table';
import { StaffWork } from './staff-work';
import { States } from './states';

/** Every component of shared/ui with its states, in both themes and languages. */
export function Gallery() {
  const locale = useLocale();
  const dark = useValue(theme) === 'dark';
  const other = locale === 'zh-CN' ? 'en-US' : 'zh-CN';
  return (
    <main className={styles['page']}>
      <Page
        title="Gallery"
        actions={
          <>
            <Button onClick={toggleTheme}>{dark ? 'Light theme' : 'Dark theme'}</Button>
            <Button onClick={() => void chooseLanguage(other)}>{other}</Button>
          </>
        }
      >
        <Display />
        <Fields />
        <States />
        <Layers />
        <Charts />
        <StaffKeyboard />
        <StaffWork />
        <StaffFields />
        <StaffForm />
        <StaffTable />
        <Toasts />
      </Page>
    </main>
  );
}
