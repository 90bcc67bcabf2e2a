import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import type { EditedCue } from './caption-cues';
import { insertCue, mergeCue, splitCue } from './caption-cues';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import { CueCell } from './cue-cell';
import type { Language } from './languages';
import type { CaptionDraft } from './use-caption-draft';

interface Props {
  language: Language;
  draft: CaptionDraft;
  /** The row of each line, and the lines of the other language that have none beside them. */
  rows: readonly number[];
  missing: readonly { row: number; cue: EditedCue }[];
  control: Player;
}

/** The lines of one language. Where the other one says something and this one does not, a button adds the line. */
export function CaptionColumn({ language, draft, rows, missing, control }: Props): ReactNode {
  const { t } = useTranslation('captions');
  const { cues, change } = draft;
  const name = { language: t(`name.${language}`) };
  return (
    <ol className={styles['column']} data-language={language} aria-label={t('draftIn', name)}>
      {cues.map((cue, index) => (
        <CueCell
          // A cue is known by its place: its times and its text are what is edited.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ cue, index, language, control }}
          row={rows[index] ?? 0}
          last={index === cues.length - 1}
          onChange={(next) => change(cues.with(index, next))}
          onSplit={(place) => change(splitCue(cues, index, place))}
          onMerge={() => change(mergeCue(cues, index))}
          onDelete={() => change(cues.toSpliced(index, 1))}
        />
      ))}
      {missing.map(({ row, cue }) => (
        <li key={`missing-${row}`} className={styles['cue']} style={{ '--row': row } as CSSProperties}>
          <Button
            size="s"
            variant="text"
            onClick={() => change(insertCue(cues, { start: cue.start, end: cue.end, text: '' }))}
          >
            {t('addHere', name)}
          </Button>
        </li>
      ))}
    </ol>
  );
}
