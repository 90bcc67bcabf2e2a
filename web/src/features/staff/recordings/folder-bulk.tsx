import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Dialog } from '@/shared/ui/dialog';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { PlaceFields } from './folder-place';
import { confirm, leaveOut } from './folder-queue';
import { isNew, type Row } from './folder-store';
import type { Place } from './queries';

const best = ({ match, marked }: Row): Place | undefined => (match.candidates[marked] ?? match.candidates[0])?.place;

/**
 * The first file gets the chosen place and each further one a lesson beside it, so that files of one folder don't
 * replace each other.
 */
function placesFor(rows: readonly Row[], place: Place): { key: string; place: Place }[] {
  return rows.map(({ key }, index) =>
    index === 0
      ? { key, place }
      : {
          key,
          place: { ...place, lesson: '', title: `${place.title} (${index + 1})`, beside: place.class !== '' },
        },
  );
}

/** Actions on the selected files. */
export function FolderBulk({ rows, onNone }: { rows: readonly Row[]; onNone: () => void }) {
  const { t } = useTranslation('recordings');
  const [placing, setPlacing] = useState<readonly Row[] | null>(null);
  return (
    <>
      <BulkBar
        rows={rows}
        onNone={onNone}
        actions={[
          {
            id: 'confirm',
            label: t('folder.bulkConfirm'),
            can: (row) => isNew(row) && row.place === null && best(row) !== undefined,
            run: (some) => {
              void confirm(
                some.flatMap((row) => {
                  const place = best(row);
                  return place === undefined ? [] : [{ key: row.key, place }];
                }),
              );
              onNone();
            },
          },
          { id: 'place', label: t('folder.bulkPlace'), can: isNew, run: setPlacing },
          {
            id: 'out',
            label: t('folder.leaveOut'),
            can: ({ left }) => !left,
            run: (some) => {
              some.forEach(({ key }) => leaveOut(key));
              onNone();
            },
          },
        ]}
      />
      <Dialog open={placing !== null} title={t('folder.bulkPlace')} onClose={() => setPlacing(null)}>
        {(placing?.length ?? 0) > 1 && <p>{t('folder.bulkPlaceHint')}</p>}
        <PlaceFields
          title=""
          onPlace={(place) => {
            void confirm(placesFor(placing ?? [], place));
            setPlacing(null);
            onNone();
          }}
        />
      </Dialog>
    </>
  );
}
