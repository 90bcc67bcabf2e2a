import type { CSSProperties, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import type { EditedCue } from './caption-cues';
import { readTime, timeText } from './caption-cues';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import type { Language } from './languages';

interface TimeProps {
  label: string;
  value: number;
  wrong: boolean;
  onChange: (seconds: number) => void;
}

/** A time that counts once it can be read. */
function TimeField({ label, value, wrong, onChange }: TimeProps): ReactNode {
  const { t } = useTranslation('captions');
  const [typed, setTyped] = useState<string>();
  const bad = wrong || (typed !== undefined && readTime(typed) === undefined);
  return (
    <TextField
      hideLabel
      label={label}
      value={typed ?? timeText(value)}
      error={bad ? t('badTime') : undefined}
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
  language: Language;
  /** In which row of the two columns it stands. */
  row: number;
  last: boolean;
  control: Player;
  onChange: (cue: EditedCue) => void;
  onSplit: (place: number) => void;
  onMerge: () => void;
  onDelete: () => void;
}

/** One line in one language: its times, its text, and what can be done with it. */
export function CueCell({ cue, index, language, row, last, control, ...on }: Props): ReactNode {
  const { t } = useTranslation('captions');
  const cell = useRef<HTMLLIElement>(null);
  const name = { line: index + 1, language: t(`name.${language}`) };
  const split = (): void => on.onSplit(cell.current?.querySelector('textarea')?.selectionStart ?? 0);
  return (
    <li ref={cell} className={styles['cue']} style={{ '--row': row } as CSSProperties}>
      <div className={styles['times']}>
        <TimeField
          label={t('starts', name)}
          value={cue.start}
          wrong={false}
          onChange={(start) => on.onChange({ ...cue, start })}
        />
        <TimeField
          label={t('ends', name)}
          value={cue.end}
          wrong={cue.end <= cue.start}
          onChange={(end) => on.onChange({ ...cue, end })}
        />
      </div>
      <TextArea
        hideLabel
        lang={language}
        label={t('text', name)}
        rows={2}
        value={cue.text}
        onChange={({ target }) => on.onChange({ ...cue, text: target.value })}
      />
      <div className={styles['tools']}>
        <Button size="s" variant="text" onClick={() => control.seek(cue.start)}>
          {t('play')}
        </Button>
        <Button size="s" variant="text" onClick={split}>
          {t('split')}
        </Button>
        <Button size="s" variant="text" disabled={last} onClick={on.onMerge}>
          {t('merge')}
        </Button>
        <Button size="s" variant="text" onClick={on.onDelete}>
          {t('delete')}
        </Button>
      </div>
    </li>
  );
}
