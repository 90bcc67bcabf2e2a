import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Dialog } from '@/shared/ui/dialog';
import { Cluster, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { binSize, recordingQueries } from './queries';
import { useUntil } from './use-until';

type Removed = DataOf<'get', '/api/admin/recordings/bin'>['removed'][number];

/** Puts a recording or lesson back, after a question if that replaces what plays now. */
function PutBack({ one, name }: { one: Removed; name: string }) {
  const { t } = useTranslation('recordings');
  const [asking, setAsking] = useState(false);
  const back = useChange(
    async (): Promise<readonly { text: string }[]> => {
      if (one.kind === 'lesson') {
        await api.post('/api/admin/lessons/{lesson}/restore', { path: { lesson: one.id } });
        return [];
      }
      return (await api.post('/api/admin/recordings/restore', { body: { assets: [one.id] } })).left;
    },
    [recordingQueries.all()],
    {
      onSuccess: ([refused]) =>
        refused === undefined ? notify('success', t('bin.done', { name })) : notify('error', refused.text),
    },
  );
  return (
    <>
      <Button
        size="s"
        aria-label={t('bin.putBackOf', { name })}
        loading={back.isPending}
        onClick={() => (one.plays === '' ? back.mutate() : setAsking(true))}
      >
        {t('bin.putBack')}
      </Button>
      <Dialog
        alert
        open={asking}
        title={t('bin.question', { name })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                back.mutate();
              }}
            >
              {t('bin.putBack')}
            </Button>
          </>
        }
      >
        {t('bin.replaces', { file: one.plays })}
      </Dialog>
    </>
  );
}

function Line({ one }: { one: Removed }) {
  const { t, locale } = useTranslation('recordings');
  const until = useUntil();
  const title = titleIn(locale, one);
  const name = one.kind === 'lesson' ? title : one.file;
  const facts = [
    one.kind === 'replaced' ? t('bin.replaced', { file: one.replacedBy }) : t(`bin.kind.${one.kind}`),
    one.by === '' ? '' : t('bin.by', { name: one.by }),
    [one.code, one.kind === 'lesson' ? '' : title].filter((part) => part !== '').join(' '),
    t('bin.until', { when: until(one.until) }),
  ];
  return (
    <Cluster as="li" gap="2 4" justify="space-between">
      <Stack gap={1} shrink>
        <strong>{name}</strong>
        <p className="text-3 size-13">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      </Stack>
      <PutBack one={one} name={name} />
    </Cluster>
  );
}

/** What was deleted or replaced and can be put back. */
export function BinCard() {
  const { t } = useTranslation('recordings');
  const [page, setPage] = useState(1);
  const query = useQuery(recordingQueries.bin(page));
  const total = query.data?.total ?? 0;
  return (
    <Card title={t('bin.title')}>
      <QueryView
        query={query}
        isEmpty={({ removed }) => removed.length === 0 && page === 1}
        empty={<EmptyState small title={t('bin.empty')} text={t('bin.emptyText')} />}
      >
        {({ removed }) => (
          <Stack as="ul" gap={3}>
            {removed.map((one) => (
              <Line key={one.id} one={one} />
            ))}
          </Stack>
        )}
      </QueryView>
      {(total > binSize || page > 1) && (
        <Cluster as="nav" gap={2} aria-label={t('bin.pages')}>
          <Button size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('list.newer')}
          </Button>
          <Button size="s" disabled={page * binSize >= total} onClick={() => setPage(page + 1)}>
            {t('list.older')}
          </Button>
        </Cluster>
      )}
    </Card>
  );
}
