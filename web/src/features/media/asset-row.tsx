import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import type { Tone } from '@/shared/ui/badge';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { ProgressBar } from '@/shared/ui/progress';
import { Checkbox } from '@/shared/ui/switch';
import { clockText } from '@/shared/time/length';
import { lessonHref } from './lesson-list';
import { titleIn } from './lesson-words';
import styles from './recordings-page.module.css';
import type { Asset, StaffLesson } from './staff-queries';
import { useAssetAction, useEditLesson, usePutCaptions } from './staff-queries';
import { useLengths } from './use-lengths';

const tones: Record<Asset['state'], Tone> = {
  waiting: 'neutral',
  preparing: 'accent',
  ready: 'success',
  failed: 'danger',
  cancelled: 'warning',
};

const languages = ['zh-CN', 'en-US'] as const;

/** Puts a file of captions beside the recording. */
function Captions({ asset }: { asset: string }): ReactNode {
  const { t } = useTranslation('media');
  const { t: shared } = useTranslation('shared');
  const put = usePutCaptions();
  const id = useId();
  return languages.map((language) => (
    <span key={language} className={styles['captions']}>
      <label htmlFor={`${id}-${language}`}>
        {t('recordings.captions', { language: shared(`language.${language}`) })}
      </label>
      <input
        id={`${id}-${language}`}
        type="file"
        accept=".vtt,.srt,text/vtt"
        disabled={put.isPending}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) {
            put.mutate({ asset, language, label: shared(`language.${language}`), file });
          }
        }}
      />
    </span>
  ));
}

/** What the lesson shows, and to whom. */
function Lesson({ lesson }: { lesson: StaffLesson }): ReactNode {
  const { t } = useTranslation('media');
  const edit = useEditLesson();
  return (
    <>
      <Checkbox
        label={t('recordings.published')}
        checked={lesson.published}
        disabled={edit.isPending}
        onChange={(published) => edit.mutate({ ...lesson, published })}
      />
      <Checkbox
        label={t('recordings.preview')}
        checked={lesson.preview}
        disabled={edit.isPending}
        onChange={(preview) => edit.mutate({ ...lesson, preview })}
      />
    </>
  );
}

function Actions({ asset }: { asset: Asset }): ReactNode {
  const { t } = useTranslation('media');
  const act = useAssetAction();
  const [doomed, setDoomed] = useState(false);
  const moving = asset.state === 'waiting' || asset.state === 'preparing';
  return (
    <div className={styles['actions']}>
      {(asset.state === 'failed' || asset.state === 'cancelled') && (
        <Button size="s" onClick={() => act.mutate({ asset: asset.id, action: 'retry' })}>
          {t('recordings.retry')}
        </Button>
      )}
      {moving && (
        <Button size="s" onClick={() => act.mutate({ asset: asset.id, action: 'cancel' })}>
          {t('recordings.cancel')}
        </Button>
      )}
      <Button size="s" variant="danger" onClick={() => setDoomed(true)}>
        {t('recordings.delete')}
      </Button>
      <Dialog
        alert
        open={doomed}
        title={t('recordings.deleteTitle')}
        onClose={() => setDoomed(false)}
        actions={
          <>
            <Button data-autofocus onClick={() => setDoomed(false)}>
              {t('notes.keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setDoomed(false);
                act.mutate({ asset: asset.id, action: 'delete' });
              }}
            >
              {t('recordings.delete')}
            </Button>
          </>
        }
      >
        {t('recordings.deleteText', { file: asset.file })}
      </Dialog>
    </div>
  );
}

/** One recording: what it is, how it stands, and what can be done. */
export function AssetRow({ asset, lesson }: { asset: Asset; lesson: StaffLesson | undefined }): ReactNode {
  const { t, locale } = useTranslation('media');
  const formats = useFormats();
  const { size } = useLengths();
  const title = asset.title === '' ? asset.file : titleIn(locale, asset);
  return (
    <li className={styles['asset']}>
      <div className={styles['head']}>
        {asset.lesson === '' ? (
          <strong>{title}</strong>
        ) : (
          <AppLink href={lessonHref(asset.lesson)}>{title}</AppLink>
        )}
        <Chip tone={tones[asset.state]}>
          {asset.state === 'preparing'
            ? t('recordings.preparing', {
                percent: formats.number(asset.percent / 100, { style: 'percent' }),
              })
            : t(`state.${asset.state}`)}
        </Chip>
        {asset.current && <Chip tone="accent">{t('recordings.current')}</Chip>}
      </div>
      <p className={styles['facts']}>
        {[asset.code, asset.file, size(asset.size), asset.duration > 0 ? clockText(asset.duration) : '']
          .filter((fact) => fact !== '')
          .join(' · ')}
      </p>
      {asset.state === 'preparing' && <ProgressBar percent={asset.percent} label={t('processingPercent')} />}
      {asset.reason !== '' && <p className={styles['reason']}>{asset.reason}</p>}
      <div className={styles['settings']}>
        {lesson !== undefined && <Lesson lesson={lesson} />}
        {asset.state === 'ready' && <Captions asset={asset.id} />}
      </div>
      <Actions asset={asset} />
    </li>
  );
}
