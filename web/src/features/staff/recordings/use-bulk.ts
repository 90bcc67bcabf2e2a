import { api } from '@/shared/api/api';
import { refresh, useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { placed, type Chosen } from './places';
import { recordingQueries, type Asset } from './queries';

export type How = 'publish' | 'publish_ready' | 'withdraw' | 'open';

/** A recording and where it goes. */
interface Move {
  asset: Asset;
  place: Chosen;
}

/** Puts recordings back where they were, and then those that they replaced. */
async function undoMoves(moves: readonly Move[]): Promise<void> {
  const back = moves.map(({ asset: { id, lesson } }) => ({ id, ...(lesson !== '' && { lesson }) }));
  await api.post('/api/admin/recordings/move', { body: { moves: back } });
  const replaced = moves.flatMap(({ place: { replace } }) => (replace === undefined ? [] : [replace]));
  if (replaced.length > 0) {
    await api.post('/api/admin/recordings/restore', { body: { assets: replaced } });
  }
  await refresh(recordingQueries.all());
}

interface Result {
  done: number;
  left: readonly { text: string }[];
}

/** Applies one action to many recordings and reports which were skipped and why. */
export function useBulk() {
  const { t } = useTranslation('recordings');
  const report = ({ done, left }: Result): void => {
    const why = [...new Set(left.map(({ text }) => text))].join(' ');
    if (left.length > 0) {
      notify('info', t('bulk.left', { done, count: left.length, why }));
    } else {
      notify('success', t('bulk.done', { count: done }));
    }
  };
  const changed = [recordingQueries.all()];
  const show = useChange(
    ({ assets, how }: { assets: string[]; how: How }) =>
      api.post('/api/admin/recordings/show', { body: { assets, how } }),
    changed,
    { onSuccess: report },
  );
  const move = useChange(
    (moves: readonly Move[]) =>
      api.post('/api/admin/recordings/move', {
        body: { moves: moves.map(({ asset: { id }, place }) => ({ id, ...placed(place) })) },
      }),
    changed,
    {
      onSuccess: ({ done, left }, all) => {
        const moved = all.filter(({ asset }) => left.every((one) => one.asset !== asset.id));
        if (done > 0) {
          const replaced = moved.some(({ place }) => place.replace !== undefined);
          notifyUndo(replaced ? t('bulk.replaced') : t('bulk.moved', { count: done }), async () => undoMoves(moved));
        }
        if (left.length > 0) {
          report({ done, left });
        }
      },
    },
  );
  const remove = useChange(
    (assets: string[]) => api.post('/api/admin/recordings/delete', { body: { assets } }),
    changed,
    {
      onSuccess: ({ done, left }, all) => {
        const assets = all.filter((id) => left.every(({ asset }) => asset !== id));
        if (done > 0) {
          notifyUndo(t('bulk.deleted', { count: done }), async () => {
            await api.post('/api/admin/recordings/restore', { body: { assets } });
            await refresh(...changed);
          });
        }
        if (left.length > 0) {
          report({ done, left });
        }
      },
    },
  );
  return { show, move, remove };
}

/** Makes a lesson play a replaced recording again. */
export function useRestore() {
  return useChange(
    (asset: string) => api.post('/api/admin/recordings/restore', { body: { assets: [asset] } }),
    [recordingQueries.all()],
    { onSuccess: ({ left }) => left.forEach(({ text }) => notify('error', text)) },
  );
}
