import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Avatar } from '@/shared/ui/avatar';
import { deskQueries } from './queries';
import styles from './who-else.module.css';

/** Colleagues who have the same page open, by their initials. */
export function WhoElse({ page }: { page: string }): ReactNode {
  const { t } = useTranslation('desk');
  const { data = [] } = useQuery(deskQueries.presence(page));
  return data.length === 0 ? null : (
    <ul className={styles['people']} aria-label={t('alsoHere')}>
      {data.map(({ id, name }) => (
        <li key={id} title={t('isHere', { name })}>
          <Avatar name={name} size={28} />
          <span className="visually-hidden">{name}</span>
        </li>
      ))}
    </ul>
  );
}
