import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Cluster } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import styles from './draft-view.module.css';
import { PublishedLines } from './published-lines';
import { planningQueries } from './queries';
import type { Publication } from './types';
import { usePeople } from './use-people';
import type { Words } from './use-words';
import { Withdraw } from './withdraw';

interface Props {
  readOnly: boolean;
  words: Words;
}

function Item({ publication, readOnly, words }: Props & { publication: Publication }) {
  const { t } = useTranslation('planning');
  const moment = useMoment();
  const [open, setOpen] = useState<'lines' | 'withdraw'>();
  const { id, at, by, note, changes, told, teachers, withdrawn } = publication;
  const { people } = usePeople()({ students: told, teachers });
  const lines = useQuery({ ...planningQueries.publication(id), enabled: open !== undefined });
  const what = `${t('publications.changes', { count: changes })}, ${moment(Date.parse(at))}, ${by.name}`;
  return (
    <Cluster as="li" gap={2} justify="space-between" className={styles['publication']}>
      <div>
        <b>{t('publications.changes', { count: changes })}</b>
        <span className="text-2 size-13">
          {' '}
          {moment(Date.parse(at))} · {by.name} · {t('publications.told', { people })}
        </span>
        {note !== '' && <p>{note}</p>}
      </div>
      {withdrawn !== undefined && <Chip>{t('publications.withdrawn')}</Chip>}
      <Cluster gap={2} align="stretch">
        <Button
          size="s"
          variant="text"
          aria-expanded={open === 'lines'}
          aria-label={t('publications.whatOf', { what })}
          onClick={() => setOpen(open === 'lines' ? undefined : 'lines')}
        >
          {t(open === 'lines' ? 'publications.hide' : 'publications.what')}
        </Button>
        {withdrawn === undefined && !readOnly && open !== 'withdraw' && (
          <Button
            size="s"
            variant="text"
            aria-label={t('publications.withdrawOf', { what })}
            onClick={() => setOpen('withdraw')}
          >
            {t('publications.withdraw')}
          </Button>
        )}
      </Cluster>
      {open !== undefined && (
        <QueryView query={lines}>
          {(published) =>
            open === 'lines' ? (
              <PublishedLines lines={published.lines} words={words} />
            ) : (
              <Withdraw {...{ publication, words }} back={published.back} onKeep={() => setOpen(undefined)} />
            )
          }
        </QueryView>
      )}
    </Cluster>
  );
}

/** What was published, newest first; each can be opened and withdrawn as a whole. */
export function Publications({ term, ...props }: Props & { term: string }) {
  const { t } = useTranslation('planning');
  const { data = [] } = useQuery(planningQueries.publications(term));
  return data.length === 0 ? null : (
    <details className={styles['colleague']}>
      <summary>{t('publications.title', { count: data.length })}</summary>
      <ul>
        {data.map((publication) => (
          <Item key={publication.id} {...props} publication={publication} />
        ))}
      </ul>
    </details>
  );
}
