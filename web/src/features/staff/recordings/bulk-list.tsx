import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Dialog } from '@/shared/ui/dialog';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { JoinDialog, joinable } from './bulk-join';
import { PlaceFields } from './folder-place';
import { isUnderWay, type Asset } from './queries';
import { useBulk, type How } from './use-bulk';

const ids = (rows: readonly Asset[]): string[] => rows.map(({ id }) => id);
const has = ({ lesson }: Asset): boolean => lesson !== '';
const plays = (asset: Asset): boolean => has(asset) && asset.current;

interface Props {
  assets: readonly Asset[];
  onNone: () => void;
}

/** Actions on the selected recordings. */
export function RecordingsBulk({ assets, onNone }: Props) {
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
