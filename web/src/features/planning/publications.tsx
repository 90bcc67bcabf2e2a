import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import styles from './basket.module.css';
import { planningQueries, useWithdraw } from './queries';
import type { Publication } from './types';

function Item({ publication, readOnly }: { publication: Publication; readOnly: boolean }): ReactNode {
  const { t } = useTranslation('planning');
  const moment = useMoment();
  const { mutate, isPending } = useWithdraw();
  const [asking, setAsking] = useState(false);
  const { id, at, by, note, changes, told, withdrawn } = publication;
  return (
    <li className={styles['publication']}>
      <div>
        <b>{t('publications.changes', { count: changes })}</b>
        <span className={styles['quiet']}>
          {' '}
          {moment(Date.parse(at))} · {by.name} · {t('publications.told', { count: told })}
        </span>
        {note !== '' && <p>{note}</p>}
      </div>
      {withdrawn !== undefined ? (
        <Chip>{t('publications.withdrawn')}</Chip>
      ) : readOnly ? null : asking ? (
        <div className={styles['asking']}>
          <p className={styles['quiet']}>{t('publications.ask', { count: told })}</p>
          <Button size="s" loading={isPending} onClick={() => mutate(id)}>
            {t('publications.really')}
          </Button>
          <Button size="s" variant="text" onClick={() => setAsking(false)}>
            {t('publications.keep')}
          </Button>
        </div>
      ) : (
        <Button
          size="s"
          variant="text"
          aria-label={t('publications.withdrawOf', {
            what: `${t('publications.changes', { count: changes })}, ${moment(Date.parse(at))}, ${by.name}`,
          })}
          onClick={() => setAsking(true)}
        >
          {t('publications.withdraw')}
        </Button>
      )}
    </li>
  );
}

/** What was published, newest first; each can be taken back as one. */
export function Publications({ term, readOnly }: { term: string; readOnly: boolean }): ReactNode {
  const { t } = useTranslation('planning');
  const { data = [] } = useQuery(planningQueries.publications(term));
  return data.length === 0 ? null : (
    <details className={styles['colleague']}>
      <summary>{t('publications.title', { count: data.length })}</summary>
      <ul className={styles['lines']}>
        {data.map((publication) => (
          <Item key={publication.id} {...{ publication, readOnly }} />
        ))}
      </ul>
    </details>
  );
}
