import { useQuery } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { refresh, useChange } from '@/shared/api/cached';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Count } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { ErrorState } from '@/shared/ui/state';
import styles from './imports.module.css';
import { importQueries, type HeaderMapping } from './queries';

/** Deletes a mapping, with an undo in the toast. */
function useRemove(mapping: HeaderMapping) {
  const { t } = useTranslation('imports');
  const path = { mapping: mapping.id };
  const { queryKey } = importQueries.mappings();
  return useChange(() => api.delete('/api/admin/import-mappings/{mapping}', { path }), [queryKey], {
    onSuccess: () =>
      notifyUndo(t('mappings.removed', { kind: t(`kind.${mapping.kind}`) }), async () => {
        await api.post('/api/admin/import-mappings/{mapping}/restore', { path });
        await refresh(queryKey);
      }),
  });
}

function MappingLine({ mapping }: { mapping: HeaderMapping }) {
  const { t } = useTranslation('imports');
  const { list } = useFormats();
  const moment = useMoment();
  const remove = useRemove(mapping);
  const { kind, anyFile, headers, accountName, at } = mapping;
  const used = headers.flatMap(({ header, title }) => (title === null ? [] : [{ header, title }]));
  const ignored = headers.filter(({ title }) => title === null);
  const facts = [
    t(`kind.${kind}`),
    anyFile ? t('mappings.anyFile') : t('mappings.sameHeaders'),
    accountName === '' ? moment(at) : t('drafts.by', { name: accountName, time: moment(at) }),
  ];
  return (
    <li className={styles['line']}>
      <div className={styles['text']}>
        <p className={styles['main']}>{list(used.map(({ header, title }) => t('mappings.pair', { header, title })))}</p>
        {ignored.length > 0 && (
          <p className="text-2 size-13 regular">
            {t('mapping.ignored', { columns: list(ignored.map(({ header }) => header)) })}
          </p>
        )}
        <p className="text-2 size-13 regular">{facts.join(' · ')}</p>
      </div>
      <Button size="s" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('mappings.remove')}
        <span className="visually-hidden">{headers.map(({ header }) => header).join(' ')}</span>
      </Button>
    </li>
  );
}

/** The mappings of headers that staff have chosen, with their authors; renders nothing if there are none. */
export function MappingsCard() {
  const { t } = useTranslation('imports');
  const { data, error, refetch } = useQuery(importQueries.mappings());
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    data !== undefined &&
    data.length > 0 && (
      <Card title={t('mappings.title')} extra={<Count count={data.length} />}>
        <p className={styles['intro']}>{t('mappings.intro')}</p>
        <details>
          <summary className={styles['summary']}>{t('mappings.show')}</summary>
          <ul className={styles['lines']}>
            {data.map((mapping) => (
              <MappingLine key={mapping.id} mapping={mapping} />
            ))}
          </ul>
        </details>
      </Card>
    )
  );
}
