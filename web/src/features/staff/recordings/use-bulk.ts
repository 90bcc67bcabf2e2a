import { api } from '@/shared/api/api';
import { refresh, useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { placed } from './folder-store';
import { recordingQueries, type Place } from './queries';

export type How = 'publish' | 'publish_ready' | 'withdraw' | 'open';

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
    ({ assets, place }: { assets: string[]; place: Place }) =>
      api.post('/api/admin/recordings/move', {
        body: { moves: assets.map((id) => ({ id, ...placed(place) })) },
      }),
    changed,
    { onSuccess: report },
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
