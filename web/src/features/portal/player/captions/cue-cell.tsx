import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import { readTime, timeText, type EditedCue } from './caption-cues';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import type { Language } from './languages';

interface TimeProps {
  label: string;
  value: number;
  wrong: boolean;
  onChange: (seconds: number) => void;
}

/** A time field; a value is used once it can be parsed. */
function TimeField({ label, value, wrong, onChange }: TimeProps) {
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

interface ToolsProps extends Pick<Props, 'cue' | 'last' | 'control' | 'onMerge' | 'onDelete'> {
  onSplit: () => void;
}

function Tools({ cue, last, control, onSplit, onMerge, onDelete }: ToolsProps) {
  const { t } = useTranslation('captions');
  const play = (): void => {
    control.seek(cue.start);
    control.play();
  };
  return (
    <div className={styles['tools']}>
      <Button size="s" variant="text" onClick={play}>
        {t('play')}
      </Button>
      <Button size="s" variant="text" onClick={onSplit}>
        {t('split')}
      </Button>
      <Button size="s" variant="text" disabled={last} onClick={onMerge}>
        {t('merge')}
      </Button>
      <Button size="s" variant="text" onClick={onDelete}>
        {t('delete')}
      </Button>
    </div>
  );
}

interface Props {
  cue: EditedCue;
  index: number;
  language: Language;
  last: boolean;
  control: Player;
  /** Whether the cursor should move here. */
  wanted: boolean;
  onFocus: () => void;
  onEdit: (part: Partial<EditedCue>) => void;
  onSplit: (place: number) => void;
  onMerge: () => void;
  onDelete: () => void;
}

/** One line in one language: times, text and actions. */
export function CueCell({ cue, index, language, last, control, wanted, ...on }: Props) {
  const { t } = useTranslation('captions');
  const cell = useRef<HTMLDivElement>(null);
  const name = { line: index + 1, language: t(`name.${language}`) };
  useEffect(() => {
    if (wanted) {
      cell.current?.querySelector('textarea')?.focus();
    }
  }, [wanted]);
  const onSplit = (): void => on.onSplit(cell.current?.querySelector('textarea')?.selectionStart ?? 0);
  return (
    <div
      ref={cell}
      role="group"
      aria-label={t('line', name)}
      className={styles['cue']}
      data-line={`${language}-${index}`}
    >
      <div className={styles['times']}>
        <TimeField
          label={t('starts', name)}
          value={cue.start}
          wrong={false}
          onChange={(start) => on.onEdit({ start })}
        />
        <TimeField
          label={t('ends', name)}
          value={cue.end}
          wrong={cue.end <= cue.start}
          onChange={(end) => on.onEdit({ end })}
        />
      </div>
      <TextArea
        hideLabel
        lang={language}
        label={t('text', name)}
        rows={2}
        value={cue.text}
        onFocus={on.onFocus}
        onChange={({ target }) => on.onEdit({ text: target.value })}
      />
      <Tools {...{ cue, last, control, onSplit }} onMerge={on.onMerge} onDelete={on.onDelete} />
    </div>
  );
}
