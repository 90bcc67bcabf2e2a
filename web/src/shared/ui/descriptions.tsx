import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import styles from './descriptions.module.css';
import { Grid } from './layout';

/** A name and its value. Empty values are marked as such. */
export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts in two columns if there is room. */
export function Descriptions({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation('shared');
  return (
    <Grid as="dl" gap="1 8" min="280px" fill>
      {facts.map(({ label, value }) => (
        <Grid gap={3} columns="minmax(104px, 34%) 1fr" key={label} className={styles['fact']}>
          <dt>{label}</dt>
          <dd>
            {value === '' || value === null || value === undefined ? (
              <span className="text-3">{t('ui.notGiven')}</span>
            ) : (
              value
            )}
          </dd>
        </Grid>
      ))}
    </Grid>
  );
}
