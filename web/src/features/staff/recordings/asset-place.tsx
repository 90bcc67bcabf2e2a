import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { QueryView } from '@/shared/ui/query-view';
import { Choice } from './folder-choice';
import { PlaceFields } from './folder-place';
import styles from './folder.module.css';
import { recordingQueries, type Asset } from './queries';
import { usePlaceQuestion } from './replace-question';
import { useBulk } from './use-bulk';

/** Chooses a lesson for a recording that has none: from the matches for its file, or any other. */
export function AssetPlace({ asset }: { asset: Asset }) {
  const { t } = useTranslation('recordings');
  const match = useQuery(recordingQueries.match(asset));
  const { move } = useBulk();
  const { take, dialog } = usePlaceQuestion((place) => move.mutate([{ asset, place }]), asset.id);
  return (
    <QueryView query={match} empty={null}>
      {(found) => (
        <div className={styles['choices']}>
          {dialog}
          {found?.reason && <p className={styles['aside']}>{found.reason.text}</p>}
          <ol aria-label={t('folder.candidates')}>
            {found?.candidates.map((one) => (
              <Choice
                key={`${one.place.class}${one.place.lesson}${one.place.title}`}
                one={one}
                onTake={(beside) => take(beside ? one.beside : one.place)}
              />
            ))}
          </ol>
          <PlaceFields title={asset.file.replace(/\.[^.]+$/u, '')} onPlace={take} />
        </div>
      )}
    </QueryView>
  );
}
