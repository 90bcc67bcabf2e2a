import { useTranslation } from '@/shared/i18n/use-translation';

/** Shown for every address that is no page. */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <main>
      <h1>{t('menu.notFound')}</h1>
    </main>
  );
}
