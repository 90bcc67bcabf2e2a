import { useEffect, useRef, useState } from 'react';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Dialog } from '@/shared/ui/dialog';
import { FileInput } from '@/shared/ui/file-input';
import { PictureIcon } from '@/shared/ui/icons';
import { Cluster, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { pictureKinds } from '@/shared/ui/shrink-picture';
import { errorText } from '@/shared/ui/state';
import styles from './actions.module.css';
import { matchPhotos, sendPhotos, type LeftOut, type Matches } from './photos';
import { studentsQueries } from './queries';

/** `matching` and `sending` count files. */
type Stage =
  | { at: 'choosing'; error?: unknown }
  | { at: 'matching' | 'sending'; done: number; all: number }
  | { at: 'matched'; matches: Matches }
  | { at: 'done'; sent: number; leftOut: readonly LeftOut[] };

/** Skipped files by name, with the reasons. */
function LeftOutList({ title, files }: { title: string; files: readonly LeftOut[] }) {
  const { t } = useTranslation('students');
  return (
    files.length > 0 && (
      <Stack gap={3} className={styles['preview']}>
        <p>{title}</p>
        <ul className="bullets">
          {files.map(({ name, why }) => (
            <li key={name}>
              {t('photos.why', {
                name,
                why: typeof why === 'string' ? t(`photos.${why}`) : why.message,
              })}
            </li>
          ))}
        </ul>
      </Stack>
    )
  );
}

/** Matches and uploads files until the dialog closes. */
function usePhotos() {
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);
  const counting = (at: 'matching' | 'sending', all: number) => (done: number) => {
    setStage({ at, done, all });
    return closed.current;
  };
  const match = async (files: readonly File[]): Promise<void> => {
    setStage({ at: 'matching', done: 0, all: files.length });
    try {
      setStage({ at: 'matched', matches: await matchPhotos(files, counting('matching', files.length)) });
    } catch (error) {
      setStage({ at: 'choosing', error });
    }
  };
  const send = async ({ matched, leftOut }: Matches): Promise<void> => {
    setStage({ at: 'sending', done: 0, all: matched.length });
    const failed = await sendPhotos(matched, counting('sending', matched.length));
    setStage({ at: 'done', sent: matched.length - failed.length, leftOut: [...failed, ...leftOut] });
    void refresh(studentsQueries.all());
  };
  return { stage, match, send };
}

/** The progress: matches, skipped files, and uploads. */
function StageView({ stage }: { stage: Stage }) {
  const { t } = useTranslation('students');
  return (
    <>
      {(stage.at === 'matching' || stage.at === 'sending') && (
        <div>
          <p>{t(`photos.${stage.at}`, { done: String(stage.done), all: String(stage.all) })}</p>
          <ProgressBar
            percent={(stage.done / stage.all) * 100}
            label={t(`photos.${stage.at}`, { done: String(stage.done), all: String(stage.all) })}
          />
        </div>
      )}
      <div role="status">
        {stage.at === 'matched' && <p>{t('photos.matched', { count: stage.matches.matched.length })}</p>}
        {stage.at === 'done' && <p>{t('photos.sent', { count: stage.sent })}</p>}
      </div>
      {stage.at === 'matched' && (
        <LeftOutList
          title={t('photos.leftOut', { count: stage.matches.leftOut.length })}
          files={stage.matches.leftOut}
        />
      )}
      {stage.at === 'done' && (
        <LeftOutList title={t('photos.notSent', { count: stage.leftOut.length })} files={stage.leftOut} />
      )}
    </>
  );
}

/** Uploads photos of many students; the file names are student numbers. */
function PhotosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('students');
  const input = useRef<HTMLInputElement>(null);
  const { stage, match, send } = usePhotos();
  return (
    <Dialog open title={t('photos.title')} onClose={onClose}>
      <Stack gap={4}>
        <p>{t('photos.text')}</p>
        <FileInput
          ref={input}
          multiple
          accept={pictureKinds.join(',')}
          aria-label={t('photos.choose')}
          hidden
          onFiles={(files) => void match(files)}
        />
        <StageView stage={stage} />
        <div role="alert" className={classNames('danger', styles['error'])}>
          {stage.at === 'choosing' && errorText(stage.error)}
        </div>
        <Cluster gap={2} justify="end">
          <Button onClick={onClose}>{t(stage.at === 'done' ? 'photos.close' : 'cancel')}</Button>
          {(stage.at === 'choosing' || (stage.at === 'matched' && stage.matches.matched.length === 0)) && (
            <Button variant="primary" data-autofocus onClick={() => input.current?.click()}>
              {t('photos.choose')}
            </Button>
          )}
          {stage.at === 'matched' && stage.matches.matched.length > 0 && (
            <Button variant="primary" onClick={() => void send(stage.matches)}>
              {t('photos.send', { count: stage.matches.matched.length })}
            </Button>
          )}
        </Cluster>
      </Stack>
    </Dialog>
  );
}

export function PhotosButton() {
  const { t } = useTranslation('students');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={PictureIcon} onClick={() => setOpen(true)}>
        {t('photos.open')}
      </Button>
      {open && <PhotosDialog onClose={() => setOpen(false)} />}
    </>
  );
}
