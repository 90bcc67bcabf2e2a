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

/** A line of a language: its place among the lines of that language. */
export interface Line {
  language: Language;
  index: number;
}

interface CellProps extends Line {
  draft: CaptionDraft;
  control: Player;
  wanted: Line | null;
  /** Puts the cursor into a line as soon as it is drawn. */
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

/** The other language says something here and this one does not. */
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
  /** Follows what is played. */
  follows: boolean;
  /** The line that the cursor goes to next. */
  wanted: Line | null;
  onGo: (line: Line | null) => void;
}

/** Where a row begins. */
function startOf(row: Row, drafts: Props['drafts']): number {
  return Math.min(...languages.map((language) => drafts[language].cues[row[language] ?? -1]?.start ?? Infinity));
}

/** The lines of one language or of both; what is said at the same time stands in one row. */
export function CaptionLines({ rows, visible, drafts, control, follows, wanted, onGo }: Props) {
  const { t } = useTranslation('captions');
  const list = useRef<HTMLOListElement>(null);
  const now = useSyncExternalStore(control.time.subscribe, () =>
    rows.findLastIndex((row) => startOf(row, drafts) <= control.time.get()),
  );
  const { drawn, rest, measure, show } = useDrawnRows(list, rows.length);
  // It has to be scrolled to before it is drawn.
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
          // A row is known by its place: its times and its text are what is edited.
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
