import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Cluster, Grid, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { TextArea } from '@/shared/ui/text-area';
import { useFileSize } from '@/shared/i18n/use-file-size';
import styles from './asset-extras.module.css';
import { linesOf, readChapters } from './chapter-lines';
import { ConfirmButton } from './confirm-button';
import { FilePick } from './file-pick';
import { recordingQueries, useExtras, type Asset, type Attachment, type Caption, type Chapter } from './queries';

const languages: readonly string[] = ['zh-CN', 'en-US'];

interface Props<T> {
  asset: Asset;
  there: readonly T[];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={2} align="start" justify="start" shrink aria-labelledby={id} className={styles['section']}>
      <h3 id={id}>{title}</h3>
      {children}
    </Stack>
  );
}

function Captions({ asset, there }: Props<Caption>) {
  const { t } = useTranslation('recordings');
  const { t: shared } = useTranslation('shared');
  const { change, busy } = useExtras(asset);
  const others = there.map(({ language }) => language).filter((one) => !languages.includes(one));
  return (
    <Section title={t('extras.captions')}>
      <ul className={styles['list']}>
        {[...languages, ...others].map((language) => {
          const caption = there.find((one) => one.language === language);
          const name =
            language === 'zh-CN' || language === 'en-US'
              ? shared(`language.${language}`)
              : (caption?.label ?? language);
          const verb = caption === undefined ? t('extras.add') : t('extras.replace');
          return (
            <li key={language}>
              <Cluster as="span" gap="0 2" align="baseline" shrink className={styles['what']}>
                {caption === undefined ? (
                  name
                ) : (
                  <a href={caption.url} download={`${language}.vtt`}>
                    {name}
                  </a>
                )}
                {caption === undefined && <small>{t('extras.noCaptions')}</small>}
              </Cluster>
              <FilePick
                name={t('extras.captionsIn', { verb, language: name })}
                accept=".vtt,.srt,text/vtt"
                disabled={busy}
                onFile={(file) =>
                  change({ what: 'captions', language, label: name, file }, (answer) => {
                    const { cues } = answer as { cues: number };
                    notify('success', t('extras.captionsRead', { language: name, cues }));
                  })
                }
              >
                {verb}
              </FilePick>
              {caption !== undefined && (
                <ConfirmButton
                  name={t('extras.deleteCaptions', { language: name })}
                  title={t('extras.deleteCaptionsTitle')}
                  text={t('extras.deleteCaptionsText', { language: name })}
                  disabled={busy}
                  onConfirm={() => change({ what: 'noCaptions', language })}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles['hint']}>{t('extras.captionsHint')}</p>
    </Section>
  );
}

function Attachments({ asset, there }: Props<Attachment>) {
  const { t } = useTranslation('recordings');
  const size = useFileSize();
  const { change, busy } = useExtras(asset);
  return (
    <Section title={t('extras.files')}>
      {there.length > 0 && (
        <ul className={styles['list']}>
          {there.map((file) => (
            <li key={file.id}>
              <Cluster as="span" gap="0 2" align="baseline" shrink className={styles['what']}>
                <a href={file.url} download={file.name}>
                  {file.name}
                </a>
                <small>{size(file.size)}</small>
              </Cluster>
              <ConfirmButton
                name={t('extras.deleteFile', { file: file.name })}
                title={t('extras.deleteFileTitle')}
                text={t('extras.deleteFileText', { file: file.name })}
                disabled={busy}
                onConfirm={() => change({ what: 'detach', attachment: file.id })}
              />
            </li>
          ))}
        </ul>
      )}
      <FilePick name={t('extras.addFile')} disabled={busy} onFile={(file) => change({ what: 'attach', file })}>
        {t('extras.addFile')}
      </FilePick>
      <p className={styles['hint']}>{t('extras.filesHint')}</p>
    </Section>
  );
}

function Chapters({ asset, there }: Props<Chapter>) {
  const { t } = useTranslation('recordings');
  const { change, busy } = useExtras(asset);
  const saved = linesOf(there);
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(0);
  const save = (): void => {
    const read = readChapters(draft ?? saved);
    setWrong('wrong' in read ? read.wrong : 0);
    if ('chapters' in read) {
      change({ what: 'chapters', chapters: read.chapters }, () => setDraft(null));
    }
  };
  return (
    <Section title={t('extras.chapters')}>
      <TextArea
        label={t('extras.chapterLines')}
        hideLabel
        rows={5}
        value={draft ?? saved}
        placeholder={t('extras.chaptersPlaceholder')}
        hint={t('extras.chaptersHint')}
        error={wrong > 0 ? t('extras.chapterWrong', { line: wrong }) : undefined}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button size="s" disabled={draft === null || draft === saved} loading={busy} onClick={save}>
        {t('extras.saveChapters')}
      </Button>
    </Section>
  );
}

/** The captions, files and chapters of a playable recording. */
export function AssetExtras({ asset }: { asset: Asset }) {
  const lesson = useQuery(recordingQueries.extras(asset));
  return (
    <QueryView query={lesson} empty={null}>
      {({ media, attachments }) => (
        <Grid gap="5 6" min="260px">
          <Captions asset={asset} there={media?.captions ?? []} />
          <Attachments asset={asset} there={attachments} />
          <Chapters asset={asset} there={media?.chapters ?? []} />
        </Grid>
      )}
    </QueryView>
  );
}
