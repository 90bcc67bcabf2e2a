import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Dialog } from '@/shared/ui/dialog';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { JoinDialog, joinable } from './bulk-join';
import { PlaceFields } from './folder-place';
import type { Place } from './folder-store';
import type { Asset } from './queries';
import { isUnderWay, recordingQueries } from './queries';

type How = 'publish' | 'publish_ready' | 'withdraw' | 'open';

interface Result {
  done: number;
  left: readonly { text: string }[];
}

/** Does one thing to many recordings and says what was left out and why. */
function useBulk() {
  const { t } = useTranslation('recordings');
  const client = useQueryClient();
  const say = ({ done, left }: Result): void => {
    const why = [...new Set(left.map(({ text }) => text))].join(' ');
    if (left.length > 0) {
      notify('info', t('bulk.left', { done, count: left.length, why }));
    } else {
      notify('success', t('bulk.done', { count: done }));
    }
  };
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: recordingQueries.all() });
  const show = useMutation({
    mutationFn: ({ assets, how }: { assets: string[]; how: How }) =>
      api.post('/api/admin/recordings/show', { body: { assets, how } }),
    onSuccess: (result) => {
      say(result);
      return refresh();
    },
  });
  const move = useMutation({
    mutationFn: ({ assets, place }: { assets: string[]; place: Place }) =>
      api.post('/api/admin/recordings/move', {
        body: {
          moves: assets.map((id) =>
            place.lesson === ''
              ? {
                  id,
                  course: place.course,
                  title: place.title,
                  ...(place.class !== '' && { class: place.class }),
                }
              : { id, lesson: place.lesson },
          ),
        },
      }),
    onSuccess: (result) => {
      say(result);
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (assets: string[]) => api.post('/api/admin/recordings/delete', { body: { assets } }),
    onSuccess: ({ done, left }, assets) => {
      notifyUndo(t('bulk.deleted', { count: done }), async () => {
        await api.post('/api/admin/recordings/restore', { body: { assets } });
        await refresh();
      });
      if (left.length > 0) {
        say({ done, left });
      }
      return refresh();
    },
  });
  return { show, move, remove };
}

const ids = (rows: readonly Asset[]): string[] => rows.map(({ id }) => id);
const has = ({ lesson }: Asset): boolean => lesson !== '';
const plays = (asset: Asset): boolean => has(asset) && asset.current;

interface Props {
  assets: readonly Asset[];
  onNone: () => void;
}

/** What can be done with the recordings that are selected. */
export function RecordingsBulk({ assets, onNone }: Props): ReactNode {
  const { t } = useTranslation('recordings');
  const { show, move, remove } = useBulk();
  const [moving, setMoving] = useState<string[] | null>(null);
  const [joining, setJoining] = useState<readonly Asset[] | null>(null);
  const parts = joinable(assets);
  const act = (how: How) => (rows: readonly Asset[]) => {
    show.mutate({ assets: ids(rows), how }, { onSuccess: onNone });
  };
  return (
    <>
      <BulkBar
        rows={assets}
        onNone={onNone}
        actions={[
          { id: 'publish', label: t('bulk.publish'), can: plays, run: act('publish') },
          {
            id: 'ready',
            label: t('bulk.publishReady'),
            can: (asset) => has(asset) && isUnderWay([asset]),
            run: act('publish_ready'),
          },
          { id: 'withdraw', label: t('bulk.withdraw'), can: has, run: act('withdraw') },
          { id: 'open', label: t('bulk.open'), can: plays, run: act('open') },
          { id: 'move', label: t('bulk.move'), run: (rows) => setMoving(ids(rows)) },
          {
            id: 'join',
            label: t('join.open'),
            can: ({ id }) => parts.some((one) => one.id === id),
            run: setJoining,
          },
          {
            id: 'delete',
            label: t('recordings.delete'),
            run: (rows) => remove.mutate(ids(rows), { onSuccess: onNone }),
          },
        ]}
      />
      {joining !== null && <JoinDialog assets={joining} onClose={() => setJoining(null)} onDone={onNone} />}
      <Dialog open={moving !== null} title={t('bulk.move')} onClose={() => setMoving(null)}>
        <p>{t('bulk.moveHint')}</p>
        <PlaceFields
          title=""
          onPlace={(place) => {
            move.mutate({ assets: moving ?? [], place }, { onSuccess: onNone });
            setMoving(null);
          }}
        />
      </Dialog>
    </>
  );
}
