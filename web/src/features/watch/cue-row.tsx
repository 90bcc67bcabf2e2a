import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import type { EditedCue } from './caption-cues';
import { readTime, saidDuring, timeText } from './caption-cues';
import styles from './caption-editor.module.css';
import type { Control } from './control';

interface TimeProps {
  label: string;
  value: number;
  wrong: boolean;
  onChange: (seconds: number) => void;
}

/** A time that counts once it can be read. */
function TimeField({ label, value, wrong, onChange }: TimeProps): ReactNode {
  const { t } = useTranslation('watch');
  const [typed, setTyped] = useState<string>();
  const bad = wrong || (typed !== undefined && readTime(typed) === undefined);
  return (
    <TextField
      hideLabel
      label={label}
      value={typed ?? timeText(value)}
      error={bad ? t('captions.badTime') : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        const seconds = readTime(target.value);
        if (seconds !== undefined) {
          onChange(seconds);
        }
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface Props {
  cue: EditedCue;
  index: number;
  last: boolean;
  /** The other language. */
  other: readonly EditedCue[];
  control: Control;
  onChange: (cue: EditedCue) => void;
  onSplit: (place: number) => void;
  onMerge: () => void;
  onDelete: () => void;
}

/** One line: its times, its text beside the other language's, and what can be done with it. */
export function CueRow({ cue, index, last, other, control, ...on }: Props): ReactNode {
  const { t } = useTranslation('watch');
  const text = useRef<HTMLLIElement>(null);
  const line = index + 1;
  const split = (): void => on.onSplit(text.current?.querySelector('textarea')?.selectionStart ?? 0);
  return (
    <li ref={text} className={styles['cue']}>
      <div className={styles['times']}>
        <TimeField
          label={t('captions.starts', { line })}
          value={cue.start}
          wrong={false}
          onChange={(start) => on.onChange({ ...cue, start })}
        />
        <TimeField
          label={t('captions.ends', { line })}
          value={cue.end}
          wrong={cue.end <= cue.start}
          onChange={(end) => on.onChange({ ...cue, end })}
        />
      </div>
      <div className={styles['texts']}>
        <TextArea
          hideLabel
          label={t('captions.text', { line })}
          rows={2}
          value={cue.text}
          onChange={({ target }) => on.onChange({ ...cue, text: target.value })}
        />
        <p className={styles['other']}>{saidDuring(other, cue)}</p>
      </div>
      <div className={styles['tools']}>
        <Button size="s" variant="text" onClick={() => control.seek(cue.start)}>
          {t('captions.play')}
        </Button>
        <Button size="s" variant="text" onClick={split}>
          {t('captions.split')}
        </Button>
        <Button size="s" variant="text" disabled={last} onClick={on.onMerge}>
          {t('captions.merge')}
        </Button>
        <Button size="s" variant="text" onClick={on.onDelete}>
          {t('captions.delete')}
        </Button>
      </div>
    </li>
  );
}
