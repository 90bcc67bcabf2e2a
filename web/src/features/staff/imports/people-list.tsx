import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Stack } from '@/shared/ui/layout';
import styles from './panel.module.css';
import type { PeopleCount } from './queries';

/** What the import means for people: notifications, accounts and so on. */
export function PeopleList({ told, children }: { told: readonly PeopleCount[]; children?: ReactNode }) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (
    <Stack as="ul" gap={3} className={styles['told']}>
      {told
        .filter(({ count }) => count > 0)
        .map(({ what, count }) => (
          <li key={what}>
            <strong>{number(count)}</strong>
            <span>
              {t(`told.${what}`, { count })}
              <span className={styles['hint']}>{t(`toldHint.${what}`)}</span>
            </span>
          </li>
        ))}
      {children}
    </Stack>
  );
}
