import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { PlayIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Choice } from './folder-choice';
import { PlaceFields } from './folder-place';
import { FolderParts, JoinChoice } from './folder-parts';
import { confirm, confirmJoin } from './folder-queue';
import { changeRow, nameOf, type Row } from './folder-store';
import styles from './folder.module.css';
import type { Chosen } from './places';
import type { Candidate } from './queries';
import { usePlaceQuestion } from './replace-question';

/** Seconds that are played of the open row. */
const previewSeconds = 10;

/** Plays or pauses. A file that can't be played fires an error event. */
function toggle(film: HTMLVideoElement | null): void {
  if (film?.paused === true) {
    void film.play().catch(() => undefined);
  } else {
    film?.pause();
  }
}

/** A still of the local file, and ten seconds of it. */
function Still({ file, film }: { file: File; film: RefObject<HTMLVideoElement | null> }) {
  const { t } = useTranslation('recordings');
  const [broken, setBroken] = useState(false);
  const from = useRef(0);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    const shown = film.current;
    shown?.setAttribute('src', address);
    return () => {
      shown?.removeAttribute('src');
      URL.revokeObjectURL(address);
    };
  }, [file, film]);
  return (
    <Stack gap={2} justify="start" className={styles['still']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file on the reader's own disk */}
      <video
        ref={film}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = Math.min(60, currentTarget.duration / 4); // skips blank pictures at the start
        }}
        onPlay={({ currentTarget }) => {
          from.current = currentTarget.currentTime;
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime - from.current >= previewSeconds) {
            currentTarget.pause();
          }
        }}
        onError={() => setBroken(true)}
      />
      {broken ? (
        <p className={styles['aside']}>{t('folder.cannotPlay')}</p>
      ) : (
        <Button size="s" icon={PlayIcon} onClick={() => toggle(film.current)}>
          {t('folder.play')}
        </Button>
      )}
    </Stack>
  );
}

const hasChoice = ({ match }: Row): boolean => match.state !== 'here' && match.state !== 'twice';

/** The open row: the video, the numbered candidates, and a choice of any other place. */
export function FolderLook({ row, onNext }: { row: Row; onNext: () => void }) {
  const { t } = useTranslation('recordings');
  const film = useRef<HTMLVideoElement>(null);
  const [other, setOther] = useState(row.match.candidates.length === 0);
  const candidates = hasChoice(row) ? row.match.candidates : [];
  const { take: place, dialog } = usePlaceQuestion((chosen: Chosen): void => {
    void confirm([{ key: row.key, place: chosen }]);
    onNext();
  }, row.sent.id);
  const take = (one: Candidate, index: number, beside: boolean): void => {
    changeRow(row.key, { marked: index });
    place(beside ? one.beside : one.place);
  };
  const isPart = hasChoice(row) && row.partOf !== '';
  const first = isPart ? 2 : 1;
  const join = (): void => {
    void confirmJoin(row);
    onNext();
  };
  const key = (number: number, run: () => void) =>
    [String(number), { label: t('folder.keyChoose'), group: 'list' as const, run }] as const;
  const numbers = [
    ...(isPart ? [key(1, join)] : []),
    ...candidates.map((one, index) => key(index + first, () => take(one, index, false))),
  ];
  useShortcuts({
    ...Object.fromEntries(numbers),
    ' ': { label: t('folder.play'), group: 'list', run: () => toggle(film.current) },
  });
  return (
    <div className={styles['look']}>
      <Still file={row.file.file} film={film} />
      {dialog}
      {!hasChoice(row) && <FolderParts row={row} />}
      {hasChoice(row) && (
        <div className={styles['choices']}>
          <FolderParts row={row} />
          <ol aria-label={t('folder.candidates')}>
            {isPart && <JoinChoice row={row} onTake={join} />}
            {candidates.map((one, index) => (
              <Choice
                key={`${one.place.class}${one.place.lesson}${one.place.title}`}
                number={index + first}
                one={one}
                onTake={(beside) => take(one, index, beside)}
              />
            ))}
          </ol>
          {other ? (
            <PlaceFields title={nameOf(row).replace(/\.[^.]+$/u, '')} onPlace={place} />
          ) : (
            <Button size="s" variant="text" onClick={() => setOther(true)}>
              {t('folder.other')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
