import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import type { Captions } from './caption-cues';
import { mergeCue, shiftCues, splitCue } from './caption-cues';
import styles from './caption-editor.module.css';
import { CueRow } from './cue-row';
import type { Control } from './control';
import { captionQueries, useCaptionDraft, useOtherCaptions } from './use-caption-draft';

const languages = ['zh-CN', 'en-US'] as const;
type Language = (typeof languages)[number];

function Conflict({
  theirs,
  onResolve,
}: {
  theirs: Captions;
  onResolve: (whose: 'theirs' | 'mine') => void;
}) {
  const { t } = useTranslation('watch');
  return (
    <section className={styles['conflict']} aria-label={t('captions.conflict')}>
      <Notice tone="warning" icon={WarningIcon} role="status">
        {t('captions.stale', { name: theirs.by || t('captions.server') })}
      </Notice>
      <ol className={styles['theirs']}>
        {theirs.cues.map(({ start, text }) => (
          <li key={start}>{text}</li>
        ))}
      </ol>
      <Button onClick={() => onResolve('theirs')}>{t('captions.takeTheirs')}</Button>
      <Button variant="text" onClick={() => onResolve('mine')}>
        {t('captions.keepMine')}
      </Button>
    </section>
  );
}

/** Moves all lines at once. */
function Shift({ onShift }: { onShift: (by: number) => void }): ReactNode {
  const { t } = useTranslation('watch');
  const [text, setText] = useState('');
  const by = Number(text);
  return (
    <div className={styles['shift']}>
      <TextField
        label={t('captions.shift')}
        hint={t('captions.shiftHint')}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        disabled={text.trim() === '' || !Number.isFinite(by) || by === 0}
        onClick={() => {
          onShift(by);
          setText('');
        }}
      >
        {t('captions.shiftAll')}
      </Button>
    </div>
  );
}

/** Why a draft is there that nobody began. */
function Origin({ of: { origin } }: { of: Captions }): ReactNode {
  const { t } = useTranslation('watch');
  if (origin === 'other_length') {
    return (
      <Notice tone="warning" icon={WarningIcon}>
        {t('captions.otherLength')}
      </Notice>
    );
  }
  return origin === 'transcribed' ? <Notice icon={WarningIcon}>{t('captions.transcribed')}</Notice> : null;
}

interface ActionsProps {
  ready: boolean;
  publishing: boolean;
  onEnd: (what: 'publish' | 'drop') => void;
  onClose: () => void;
}

function Actions({ ready, publishing, onEnd, onClose }: ActionsProps): ReactNode {
  const { t } = useTranslation('watch');
  return (
    <div className={styles['actions']}>
      <Button variant="text" onClick={onClose}>
        {t('captions.close')}
      </Button>
      <Button disabled={!ready} onClick={() => onEnd('drop')}>
        {t('captions.drop')}
      </Button>
      <Button variant="primary" disabled={!ready} loading={publishing} onClick={() => onEnd('publish')}>
        {t('captions.publish')}
      </Button>
    </div>
  );
}

interface EditProps {
  asset: string;
  language: Language;
  loaded: Captions;
  control: Control;
  onClose: () => void;
}

function Edit({ asset, language, loaded, control, onClose }: EditProps): ReactNode {
  const { t } = useTranslation('watch');
  const draft = useCaptionDraft(asset, language, loaded);
  const other = useOtherCaptions(asset, language === 'zh-CN' ? 'en-US' : 'zh-CN');
  const { cues, change, finish } = draft;
  const end = (what: 'publish' | 'drop'): void =>
    finish.mutate(what, {
      onSuccess: () => {
        notify('success', t(what === 'publish' ? 'captions.published' : 'captions.dropped'));
        onClose();
      },
    });
  const state =
    draft.error !== null ? 'failed' : draft.dirty ? 'saving' : draft.version > 0 ? 'saved' : 'none';
  return (
    <>
      <Origin of={loaded} />
      {draft.theirs !== null && <Conflict theirs={draft.theirs} onResolve={draft.resolve} />}
      <Shift onShift={(by) => change(shiftCues(cues, by))} />
      <ol className={styles['cues']} lang={language}>
        {cues.map((cue, index) => (
          <CueRow
            // A cue is known by its place: its times and its text are what is edited.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            {...{ cue, index, other, control }}
            last={index === cues.length - 1}
            onChange={(next) => change(cues.with(index, next))}
            onSplit={(place) => change(splitCue(cues, index, place))}
            onMerge={() => change(mergeCue(cues, index))}
            onDelete={() => change(cues.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        size="s"
        onClick={() => {
          const from = Math.max(control.time.get(), cues.at(-1)?.end ?? 0);
          change([...cues, { start: from, end: from + 3, text: '' }]);
        }}
      >
        {t('captions.add')}
      </Button>
      <p role="status">{draft.error === null ? t(`captions.state.${state}`) : draft.error.message}</p>
      <Actions
        ready={draft.version > 0 && !draft.dirty}
        publishing={finish.isPending}
        onEnd={end}
        onClose={onClose}
      />
    </>
  );
}

interface Props {
  lesson: string;
  control: Control;
  onClose: () => void;
}

/** Where staff put captions right, beside the player. */
export function CaptionEditor({ lesson, control, onClose }: Props): ReactNode {
  const { t, locale } = useTranslation('watch');
  const { t: shared } = useTranslation('shared');
  const [language, setLanguage] = useState<Language>(locale);
  const asset = useQuery(captionQueries.asset(lesson)).data ?? '';
  const query = useQuery(captionQueries.draft(asset, language));
  return (
    <div className={styles['editor']}>
      <Select
        label={t('captions.language')}
        value={language}
        options={languages.map((value) => ({ value, label: shared(`language.${value}`) }))}
        onChange={({ target }) => setLanguage(target.value === 'zh-CN' ? 'zh-CN' : 'en-US')}
      />
      <QueryView query={query}>
        {(loaded) => <Edit key={language} {...{ asset, language, loaded, control, onClose }} />}
      </QueryView>
    </div>
  );
}
