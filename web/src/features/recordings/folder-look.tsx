import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { PlayIcon } from '@/shared/ui/icons';
import { Keys } from '@/shared/ui/staff/keys';
import { PlaceFields } from './folder-place';
import { confirm } from './folder-queue';
import { usePlaceWords } from './folder-row';
import type { Candidate, Row } from './folder-store';
import { changeRow } from './folder-store';
import styles from './folder.module.css';

/** How long the open row plays. */
const taste = 10;

/** A still of the file as it lies on the disk, and ten seconds of it. */
function Still({ file, onToggle }: { file: File; onToggle: (toggle: () => void) => void }): ReactNode {
  const { t } = useTranslation('recordings');
  const film = useRef<HTMLVideoElement>(null);
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
  }, [file]);
  const toggle = (): void => {
    const shown = film.current;
    if (shown === null) {
      return;
    }
    if (shown.paused) {
      from.current = shown.currentTime;
      void shown.play().catch(() => setBroken(true));
    } else {
      shown.pause();
    }
  };
  onToggle(toggle);
  return (
    <div className={styles['still']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file on the reader's own disk */}
      <video
        ref={film}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = Math.min(60, currentTarget.duration / 4); // past the empty first pictures
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime - from.current >= taste) {
            currentTarget.pause();
          }
        }}
        onError={() => setBroken(true)}
      />
      {broken ? (
        <p className={styles['aside']}>{t('folder.cannotPlay')}</p>
      ) : (
        <Button size="s" icon={PlayIcon} onClick={toggle}>
          {t('folder.play')}
        </Button>
      )}
    </div>
  );
}

/** The open row: the film, the candidates by number, and any other place. */
export function FolderLook({ row, onNext }: { row: Row; onNext: () => void }): ReactNode {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const words = usePlaceWords();
  const toggle = useRef<() => void>(() => undefined);
  const [other, setOther] = useState(row.match.candidates.length === 0);
  const take = (one: Candidate, index: number, beside = false): void => {
    changeRow(row.key, { marked: index });
    void confirm([{ key: row.key, place: beside ? one.beside : one.place }]);
    onNext();
  };
  const fixed = row.match.state === 'here' || row.match.state === 'twice';
  const numbers = fixed
    ? []
    : row.match.candidates.map((one, index) => [
        String(index + 1),
        { label: t('folder.keyChoose'), group: 'list' as const, run: () => take(one, index) },
      ]);
  useShortcuts({
    ...Object.fromEntries(numbers),
    ' ': { label: t('folder.play'), group: 'list', run: () => toggle.current() },
  });
  return (
    <div className={styles['look']}>
      <Still
        file={row.file.file}
        onToggle={(next) => {
          toggle.current = next;
        }}
      />
      {!fixed && (
        <div className={styles['choices']}>
          <ol aria-label={t('folder.candidates')}>
            {row.match.candidates.map((one, index) => (
              <li key={`${one.place.class}${one.place.lesson}${one.place.title}`}>
                <button type="button" className={styles['choice']} onClick={() => take(one, index)}>
                  <Keys keys={String(index + 1)} />
                  <span>
                    <strong>{words(one)}</strong>{' '}
                    <span className={styles['aside']}>{one.reasons.map(({ text }) => text).join(' · ')}</span>
                  </span>
                  <span>{formats.number(one.percent / 100, { style: 'percent' })}</span>
                </button>
                {one.replaces !== '' && (
                  <p className={styles['aside']}>
                    {t('folder.replaces', { file: one.replaces })}{' '}
                    <Button size="s" variant="text" onClick={() => take(one, index, true)}>
                      {t('folder.keepBoth')}
                    </Button>
                  </p>
                )}
              </li>
            ))}
          </ol>
          {other ? (
            <PlaceFields
              title={
                row.file.path
                  .split('/')
                  .at(-1)
                  ?.replace(/\.[^.]+$/u, '') ?? ''
              }
              onPlace={(place) => {
                void confirm([{ key: row.key, place }]);
                onNext();
              }}
            />
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
