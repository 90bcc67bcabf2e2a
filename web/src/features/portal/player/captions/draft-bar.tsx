import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { TextField } from '@/shared/ui/text-field';
import { addCue, shiftCues, type Captions } from './caption-cues';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import type { Language } from './languages';
import type { CaptionDraft } from './use-caption-draft';

interface ConflictProps {
  name: string;
  theirs: Captions;
  onResolve: (whose: 'theirs' | 'mine') => void;
}

function Conflict({ name, theirs, onResolve }: ConflictProps) {
  const { t } = useTranslation('captions');
  return (
    <section className={styles['bar']} aria-label={t('conflict', { language: name })}>
      <Notice tone="warning" icon={WarningIcon} role="status">
        {t('stale', { language: name, name: theirs.by || t('server') })}
      </Notice>
      <ol className={classNames('bullets', styles['theirs'])}>
        {theirs.cues.map(({ start, text }) => (
          <li key={start}>{text}</li>
        ))}
      </ol>
      <Button onClick={() => onResolve('theirs')}>{t('takeTheirs')}</Button>
      <Button variant="text" onClick={() => onResolve('mine')}>
        {t('keepMine')}
      </Button>
    </section>
  );
}

/** Moves all lines at once. */
function Shift({ onShift }: { onShift: (by: number) => void }) {
  const { t } = useTranslation('captions');
  const [text, setText] = useState('');
  const by = Number(text);
  return (
    <div className={styles['shift']}>
      <TextField
        label={t('shift')}
        inputMode="text" // a numeric keyboard has no minus sign on some phones
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        size="s"
        disabled={text.trim() === '' || !Number.isFinite(by) || by === 0}
        onClick={() => {
          onShift(by);
          setText('');
        }}
      >
        {t('shiftAll')}
      </Button>
    </div>
  );
}

/** Explains a draft that nobody started: transcribed, or taken from a recording of another length. */
function Origin({ name, origin }: { name: string; origin: Captions['origin'] }) {
  const { t } = useTranslation('captions');
  if (origin === 'other_length') {
    return (
      <Notice tone="warning" icon={WarningIcon}>
        {t('otherLength', { language: name })}
      </Notice>
    );
  }
  return origin === 'transcribed' ? <Notice icon={WarningIcon}>{t('transcribed', { language: name })}</Notice> : null;
}

function stateOf({ error, dirty, version }: CaptionDraft): 'failed' | 'saving' | 'saved' | 'none' {
  if (error !== null) {
    return 'failed';
  }
  return dirty ? 'saving' : version > 0 ? 'saved' : 'none';
}

interface Props {
  language: Language;
  loaded: Captions;
  draft: CaptionDraft;
  control: Player;
  onAdd: (index: number) => void;
}

/** Actions on the draft of one language: publish, discard, add a line, move all. */
export function DraftBar({ language, loaded, draft, control, onAdd }: Props) {
  const { t } = useTranslation('captions');
  const name = t(`name.${language}`);
  const { cues, change, undo, finish, error } = draft;
  const ready = draft.version > 0 && !draft.dirty;
  const end = (what: 'publish' | 'drop'): void =>
    finish.mutate(what, {
      onSuccess: () => notify('success', t(what === 'publish' ? 'published' : 'dropped', { language: name })),
    });
  const add = (): void => {
    const added = addCue(cues, control.time.get());
    change(added.cues);
    onAdd(added.index);
  };
  return (
    <section className={styles['bar']} aria-label={t('draftIn', { language: name })}>
      <Origin name={name} origin={loaded.origin} />
      {draft.theirs !== null && <Conflict name={name} theirs={draft.theirs} onResolve={draft.resolve} />}
      <p role="status">
        {t(`state.${stateOf(draft)}`, { language: name })}
        {error !== null && ` ${error.message}`}
      </p>
      <div className={styles['actions']}>
        <Button size="s" variant="primary" disabled={!ready} loading={finish.isPending} onClick={() => end('publish')}>
          {t('publish', { language: name })}
        </Button>
        <Button size="s" disabled={!ready} onClick={() => end('drop')}>
          {t('drop', { language: name })}
        </Button>
        <Button size="s" onClick={add}>
          {t('add')}
        </Button>
        <Button size="s" disabled={undo === undefined} onClick={undo}>
          {t('undo')}
        </Button>
      </div>
      <Shift onShift={(by) => change(shiftCues(cues, by))} />
    </section>
  );
}
