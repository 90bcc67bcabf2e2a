import { useId, useState } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { AppLink } from '@/shared/ui/app-link';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Cluster, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { titleIn } from '@/shared/i18n/name-in';
import { lessonHref } from '@/shared/course/lesson';
import { AssetExtras } from './asset-extras';
import { AssetHeights } from './asset-heights';
import { ClassOf, Lesson, TitlesOf } from './asset-lesson';
import { AssetPlace } from './asset-place';
import styles from './asset-row.module.css';
import { ConfirmButton } from './confirm-button';
import { isUnderWay, lessonOf, useAssetAction, type Asset } from './queries';
import { useRestore } from './use-bulk';
import { useUntil } from './use-until';

const tones: Record<Asset['state'], Tone> = {
  waiting: 'neutral',
  preparing: 'accent',
  ready: 'success',
  failed: 'danger',
  cancelled: 'warning',
};

/** What replaced a recording, and until when it can be put back. */
function Replaced({ asset }: { asset: Asset }) {
  const { t } = useTranslation('recordings');
  const until = useUntil();
  const restore = useRestore();
  return (
    <Cluster gap={2}>
      <p className="size-14">{t('recordings.replacedBy', { file: asset.replacedBy, when: until(asset.until) })}</p>
      <Button
        size="s"
        variant="text"
        aria-label={t('bin.putBackOf', { name: asset.file })}
        loading={restore.isPending}
        onClick={() => restore.mutate(asset.id)}
      >
        {t('bin.putBack')}
      </Button>
    </Cluster>
  );
}

function Summary({ asset, title }: { asset: Asset; title: string }) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const size = useFileSize();
  const { published } = asset;
  return (
    <Stack gap={1} shrink className={styles['summary']}>
      <Cluster gap="1 2">
        {asset.lesson === '' ? (
          <strong>{title}</strong>
        ) : (
          <AppLink href={lessonHref(asset.lesson)} className={styles['title'] ?? ''}>
            {title}
          </AppLink>
        )}
        <Chip tone={asset.state === 'ready' && !published ? 'neutral' : tones[asset.state]}>
          {asset.state === 'preparing'
            ? t('recordings.preparing', {
                percent: formats.number(asset.percent / 100, { style: 'percent' }),
              })
            : t(`state.${asset.state}`)}
        </Chip>
        {asset.current && (
          <Chip tone={published ? 'accent' : 'warning'}>
            {published ? t('recordings.current') : t('recordings.hidden')}
          </Chip>
        )}
        {asset.publish && !published && asset.state !== 'ready' && (
          <Chip tone="neutral">{t('recordings.publishWhenReady')}</Chip>
        )}
        {asset.silent && <Chip tone="warning">{t('recordings.noSound')}</Chip>}
        {asset.blank && <Chip tone="warning">{t('recordings.noPicture')}</Chip>}
      </Cluster>
      <p className="text-3 size-13">
        {[
          shortCode(asset.groupCode) || asset.code,
          asset.file,
          size(asset.size),
          asset.duration > 0 ? clockText(asset.duration) : '',
        ]
          .filter((fact) => fact !== '')
          .join(' · ')}
      </p>
      {asset.files.length > 1 && (
        <p className="text-3 size-13">{t('recordings.parts', { files: asset.files.join(', ') })}</p>
      )}
      {asset.state === 'preparing' && <ProgressBar percent={asset.percent} label={t('processingPercent')} />}
      <AssetHeights renditions={asset.renditions} />
      {asset.until !== '' && <Replaced asset={asset} />}
      {asset.reason !== '' && <p className="danger size-14">{asset.reason}</p>}
    </Stack>
  );
}

function Delete({ asset, title }: { asset: Asset; title: string }) {
  const { t } = useTranslation('recordings');
  const act = useAssetAction();
  return (
    <Cluster gap="2 4" justify="space-between" className={styles['delete']}>
      <p className="text-3 size-13">
        {t(asset.lesson === '' ? 'recordings.deleteHintAlone' : 'recordings.deleteHint')}
      </p>
      <ConfirmButton
        name={t('recordings.deleteOf', { title })}
        title={t('recordings.deleteTitle')}
        text={t('recordings.deleteText', { file: asset.file })}
        disabled={act.isPending}
        onConfirm={() => act.mutate({ asset: asset.id, action: 'delete' })}
      >
        {t('recordings.delete')}
      </ConfirmButton>
    </Cluster>
  );
}

/** Retries a failed recording, or cancels one that is being prepared. */
function NextStep({ asset }: { asset: Asset }) {
  const { t } = useTranslation('recordings');
  const act = useAssetAction();
  const failed = asset.renditions.some(({ state }) => state === 'failed' || state === 'cancelled');
  if (asset.state === 'ready' && !failed) {
    return null;
  }
  const action = isUnderWay([asset]) ? 'cancel' : 'retry';
  return (
    <Button size="s" loading={act.isPending} onClick={() => act.mutate({ asset: asset.id, action })}>
      {t(`recordings.${action}`)}
    </Button>
  );
}

interface Props {
  asset: Asset;
  /** Whether this row shows the switches of its lesson. */
  showsSwitches: boolean;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

/** One recording: its state and the actions on it. */
export function AssetRow({ asset, showsSwitches, selected, onSelect }: Props) {
  const { t, locale } = useTranslation('recordings');
  const [open, setOpen] = useState(false);
  const id = useId();
  const lesson = showsSwitches && asset.lesson !== '' ? lessonOf(asset) : undefined;
  const title = asset.title === '' ? asset.file : titleIn(locale, asset);
  return (
    <li className={styles['asset']}>
      <div className={styles['row']}>
        <input
          type="checkbox"
          className={styles['select']}
          aria-label={t('bulk.select', { title })}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
        <Summary {...{ asset, title }} />
        {lesson !== undefined && <Lesson lesson={lesson} />}
        <div className={styles['actions']}>
          <NextStep asset={asset} />
          <Button
            size="s"
            variant="text"
            aria-label={t('recordings.moreOf', { title })}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {t('recordings.more')}
            <ChevronDownIcon size={16} className={classNames(styles['chevron'], open && styles['turned'])} />
          </Button>
        </div>
      </div>
      {open && (
        <Stack gap={5} id={id} className={styles['more']}>
          {asset.lesson === '' && <AssetPlace asset={asset} />}
          {lesson !== undefined && <TitlesOf lesson={lesson} />}
          {lesson !== undefined && <ClassOf lesson={lesson} />}
          {asset.current && asset.lesson !== '' && <AssetExtras asset={asset} />}
          <Delete asset={asset} title={title} />
        </Stack>
      )}
    </li>
  );
}
