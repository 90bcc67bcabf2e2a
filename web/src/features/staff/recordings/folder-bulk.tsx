import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Dialog } from '@/shared/ui/dialog';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { PlaceFields } from './folder-place';
import { confirm, leaveOut } from './folder-queue';
import { isNew, type Row } from './folder-store';
import { placesFor, type Chosen } from './places';
import type { Place } from './queries';
import { usePlaceQuestion } from './replace-question';

/** The first choice of a row. Several at once replace nothing. */
function best({ match, marked }: Row): Place | undefined {
  const first = match.candidates[marked] ?? match.candidates[0];
  return first?.replaces === '' ? first.place : undefined;
}

const numbered = (title: string, number: number): string => (title === '' ? '' : `${title} (${number})`);

/** Gives each file a lesson and a title of its own, so that files of one folder don't replace each other. */
async function placeAll(rows: readonly Row[], place: Chosen): Promise<void> {
  const places = await placesFor(place, rows.length);
  const first = places[0] === place ? 1 : 2;
  return confirm(
    rows.flatMap(({ key }, index) => {
      const at = places[index];
      if (at === undefined || at === place) {
        return at === undefined ? [] : [{ key, place: at }];
      }
      const number = index + first;
      const titles = { title: numbered(at.title, number), titleEn: numbered(at.titleEn, number) };
      return [{ key, place: { ...at, ...titles } }];
    }),
  );
}

function confirmBest(rows: readonly Row[]): void {
  void confirm(
    rows.flatMap((row) => {
      const place = best(row);
      return place === undefined ? [] : [{ key: row.key, place }];
    }),
  );
}

/** Actions on the selected files. */
export function FolderBulk({ rows, onNone }: { rows: readonly Row[]; onNone: () => void }) {
  const { t } = useTranslation('recordings');
  const [placing, setPlacing] = useState<readonly Row[] | null>(null);
  const done = (): void => {
    setPlacing(null);
    onNone();
  };
  const { take, dialog } = usePlaceQuestion((place) => {
    void confirm((placing ?? []).map(({ key }) => ({ key, place })));
    done();
  });
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
              confirmBest(some);
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
            if (placing?.length === 1) {
              take(place);
            } else {
              placeAll(placing ?? [], place).catch(() => undefined); // the client has shown the error
              done();
            }
          }}
        />
      </Dialog>
      {dialog}
    </>
  );
}
