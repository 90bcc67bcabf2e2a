import { useEffect } from 'react';
import { useCollege } from '@/shared/api/use-college';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { theme, toggleTheme } from '@/shared/theme/theme';
import { Button } from '@/shared/ui/button';
import { chooseAndSay } from '@/shared/ui/choose-language';
import { BrandIcon } from '@/shared/ui/icons';
import { LoginForm } from './login-form';
import styles from './login-page.module.css';

// The brightness of each cell of the decorative week.
const cells = [1, 4, 3, 1, 1, 3, 2, 1, 1, 3, 1, 1, 3, 4, 2].map((light, index) => ({ light, index }));

function Welcome({ college }: { college: string }) {
  const { t } = useTranslation('account');
  return (
    <header className={styles['welcome']}>
      <p className={styles['brand']}>
        <span className={styles['mark']}>
          <BrandIcon />
        </span>
        {college}
      </p>
      <div className={styles['words']}>
        <p className={styles['headline']}>{t('login.headline')}</p>
        <p className={styles['subline']}>{t('login.subline')}</p>
      </div>
      <div className={styles['week']} aria-hidden="true">
        {cells.map(({ light, index }) => (
          <span key={index} data-light={light} />
        ))}
      </div>
    </header>
  );
}

/** The login form, beside an introduction to the portal. */
export function LoginPage({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t, locale } = useTranslation('account');
  const { t: say } = useTranslation('shared');
  const college = useCollege();
  const dark = useValue(theme) === 'dark';
  const other = locale === 'zh-CN' ? 'en-US' : 'zh-CN';
  const title = t('login.title', { college });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={styles['page']}>
      <Welcome college={college} />
      <main className={styles['main']}>
        <div className={styles['box']}>
          <h1 className={styles['title']}>{title}</h1>
          <LoginForm onLoggedIn={onLoggedIn} />
          <p className={styles['choices']}>
            <Button size="s" variant="text" lang={other} onClick={() => void chooseAndSay(other)}>
              {say(`language.${other}`)}
            </Button>
            <span aria-hidden="true">·</span>
            <Button size="s" variant="text" onClick={toggleTheme}>
              {dark ? t('login.light') : t('login.dark')}
            </Button>
          </p>
        </div>
      </main>
    </div>
  );
}
