import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Dialog } from '@/shared/ui/dialog';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { JoinDialog, joinable } from './bulk-join';
import { PlaceFields } from './folder-place';
import { placesFor, type Chosen } from './places';
import { isUnderWay, type Asset } from './queries';
import { usePlaceQuestion } from './replace-question';
import { useBulk, type How } from './use-bulk';

const ids = (rows: readonly Asset[]): string[] => rows.map(({ id }) => id);
const has = ({ lesson }: Asset): boolean => lesson !== '';
const plays = (asset: Asset): boolean => has(asset) && asset.current;

interface MoveProps {
  assets: readonly Asset[];
  onClose: () => void;
  onDone: () => void;
}

/** Chooses a lesson for a recording, or lessons next to one for several. */
function MoveDialog({ assets, onClose, onDone }: MoveProps) {
  const { t } = useTranslation('recordings');
  const { move } = useBulk();
  const place = (places: readonly Chosen[]): void => {
    const moves = assets.flatMap((asset, index) => {
      const at = places[index];
      return at === undefined ? [] : [{ asset, place: at }];
    });
    move.mutate(moves, { onSuccess: onDone });
    onClose();
  };
  const { take, dialog } = usePlaceQuestion((one) => place([one]), assets[0]?.id);
  return (
    <>
      <Dialog open title={t('bulk.move')} onClose={onClose}>
        <p>{t(assets.length > 1 ? 'bulk.moveSeveral' : 'bulk.moveHint')}</p>
        <PlaceFields
          title=""
          onPlace={(one) => {
            if (assets.length === 1) {
              take(one);
            } else {
              void placesFor(one, assets.length).then(place, () => undefined); // the client shows errors
            }
          }}
        />
      </Dialog>
      {dialog}
    </>
  );
}

interface Props {
  assets: readonly Asset[];
  onNone: () => void;
}

/** Actions on the selected recordings. */
export function RecordingsBulk({ assets, onNone }: Props) {
  const { t } = useTranslation('recordings');
  const { show, remove } = useBulk();
  const [moving, setMoving] = useState<readonly Asset[] | null>(null);
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
          { id: 'move', label: t('bulk.move'), run: setMoving },
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
      {moving !== null && <MoveDialog assets={moving} onClose={() => setMoving(null)} onDone={onNone} />}
    </>
  );
}
