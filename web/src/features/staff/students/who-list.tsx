import { useTranslation } from '@/shared/i18n/use-translation';
import { Cluster } from '@/shared/ui/layout';
import type { Person } from './person';
import styles from './actions.module.css';

/** People listed by name; the rest is a number. */
const maxShown = 8;

/** The people an action is about. */
export function WhoList({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('students');
  return (
    <Cluster as="ul" gap="1 2" align="stretch" className={styles['who']} aria-label={t('who.label')}>
      {people.slice(0, maxShown).map(({ id, name, studentNumber }) => (
        <li key={id}>
          {name} <span>{studentNumber}</span>
        </li>
      ))}
      {people.length > maxShown && <li>{t('who.more', { count: people.length - maxShown })}</li>}
    </Cluster>
  );
}
