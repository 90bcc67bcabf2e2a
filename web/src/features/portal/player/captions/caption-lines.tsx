import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/state';
import { insertCue, mergeCue, splitCue, type EditedCue, type Row } from './caption-cues';
import styles from './caption-editor.module.css';
import { CueCell } from './cue-cell';
import { languages, type Language } from './languages';
import type { Player } from './player';
import type { CaptionDraft } from './use-caption-draft';
import { useDrawnRows } from './use-drawn-rows';

/** A line by its language and its index in that language. */
export interface Line {
  language: Language;
  index: number;
}

interface CellProps extends Line {
  draft: CaptionDraft;
  control: Player;
  wanted: Line | null;
  /** Moves the cursor into a line once it is rendered. */
  onGo: (line: Line | null) => void;
}

function Cell({ language, index, draft, control, wanted, onGo }: CellProps) {
  const { cues, change } = draft;
  const cue = cues[index];
  return (
    cue && (
      <CueCell
        {...{ cue, index, language, control }}
        last={index === cues.length - 1}
        wanted={wanted?.language === language && wanted.index === index}
        onFocus={() => onGo(null)}
        onEdit={(part) => change(cues.with(index, { ...cue, ...part }), `${Object.keys(part).join()} ${index}`)}
        onSplit={(place) => {
          change(splitCue(cues, index, place));
          onGo({ language, index: index + 1 });
        }}
        onMerge={() => {
          change(mergeCue(cues, index));
          onGo({ language, index });
        }}
        onDelete={() => {
          change(cues.toSpliced(index, 1));
          onGo({ language, index: Math.min(index, cues.length - 2) });
        }}
      />
    )
  );
}

interface MissingProps {
  language: Language;
  beside: EditedCue | undefined;
  draft: CaptionDraft;
  onGo: (line: Line | null) => void;
}

/** Shown where only the other language has a line. */
function Missing({ language, beside, draft, onGo }: MissingProps) {
  const { t } = useTranslation('captions');
  const add = (): void => {
    if (beside !== undefined) {
      const { cues, index } = insertCue(draft.cues, { ...beside, text: '' });
      draft.change(cues);
      onGo({ language, index });
    }
  };
  return (
    <div>
      <Button size="s" variant="text" onClick={add}>
        {t('addHere', { language: t(`name.${language}`) })}
      </Button>
    </div>
  );
}

interface Props {
  rows: readonly Row[];
  visible: readonly Language[];
  drafts: Readonly<Record<Language, CaptionDraft>>;
  control: Player;
  /** Whether to scroll along with playback. */
  follows: boolean;
  /** The line to move the cursor to next. */
  wanted: Line | null;
  onGo: (line: Line | null) => void;
}

function startOf(row: Row, drafts: Props['drafts']): number {
  return Math.min(...languages.map((language) => drafts[language].cues[row[language] ?? -1]?.start ?? Infinity));
}

/** The lines of one or both languages; lines spoken at the same time share a row. */
export function CaptionLines({ rows, visible, drafts, control, follows, wanted, onGo }: Props) {
  const { t } = useTranslation('captions');
  const list = useRef<HTMLOListElement>(null);
  const now = useSyncExternalStore(control.time.subscribe, () =>
    rows.findLastIndex((row) => startOf(row, drafts) <= control.time.get()),
  );
  const { drawn, rest, measure, show } = useDrawnRows(list, rows.length);
  // The list renders a row only after scrolling to it.
  useEffect(() => {
    if (wanted !== null) {
      show(rows.findIndex((row) => row[wanted.language] === wanted.index));
    }
  }, [wanted, rows, show]);
  useEffect(() => {
    if (follows && now >= 0 && list.current?.matches(':hover, :focus-within') === false) {
      show(now);
    }
  }, [follows, now, show]);
  if (rows.length === 0) {
    return follows ? (
      <EmptyState drawing="page" title={t('none')} text={t('noneText')} />
    ) : (
      <p role="status">{t('noneFound')}</p>
    );
  }
  return (
    <ol ref={list} className={styles['lines']} aria-label={t('lines')} data-columns={visible.length}>
      {drawn.map(({ index: at, gap }) => (
        <li
          // The index is the only stable key: times and text are being edited.
          key={at}
          ref={measure}
          data-index={at}
          aria-current={at === now ? 'true' : undefined}
          style={{ marginBlockStart: gap }}
        >
          {visible.map((language) => {
            const [own, beside] = [rows[at]?.[language], languages.find((other) => other !== language)];
            const draft = drafts[language];
            return own === undefined ? (
              <Missing
                key={language}
                {...{ language, draft, onGo }}
                beside={beside && drafts[beside].cues[rows[at]?.[beside] ?? -1]}
              />
            ) : (
              <Cell key={language} {...{ language, draft, control, wanted, onGo }} index={own} />
            );
          })}
        </li>
      ))}
      {rest > 0 && <li aria-hidden="true" style={{ height: rest }} />}
    </ol>
  );
}
