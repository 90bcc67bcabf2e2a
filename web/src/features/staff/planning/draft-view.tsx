import { useQuery } from '@tanstack/react-query';
import { shortCode } from '@/shared/course/short-code';
import { useTranslation } from '@/shared/i18n/use-translation';
import { readPlace } from '@/shared/timetable/read';
import { Chip } from '@/shared/ui/badge';
import { IconButton } from '@/shared/ui/button';
import { CloseIcon, WarningIcon } from '@/shared/ui/icons';
import { Cluster, Grid, Row, Stack } from '@/shared/ui/layout';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { TextField } from '@/shared/ui/text-field';
import styles from './draft-view.module.css';
import { planningQueries, useRemoveLine } from './queries';
import type { Draft, Line } from './types';
import type { Words } from './use-words';

interface LineProps {
  line: Line;
  words: Words;
  /** Undefined in a colleague's draft. */
  onOpen?: ((line: Line) => void) | undefined;
  onRemove?: ((line: Line) => void) | undefined;
}

/** Why a line can no longer be published: the class has changed since. */
function Stale({ line, words }: Pick<LineProps, 'line' | 'words'>) {
  const { t } = useTranslation('planning');
  if (line.stale === '') {
    return null;
  }
  const place = (wire: Line['from']): string =>
    wire === null ? t('line.cancelled') : `${words.when(readPlace(wire))} · ${words.room(readPlace(wire))}`;
  const [was, now] = [place(line.was), place(line.from)];
  return (
    <Row as="p" gap={2} align="stretch" className={styles['stale']}>
      <WarningIcon size={14} />
      <span>
        {line.staleText} {line.change.action !== 'add' && was !== now && <DiffCell {...{ was, now }} />}
      </span>
    </Row>
  );
}

function LineItem({ line, words, onOpen, onRemove }: LineProps) {
  const { t } = useTranslation('planning');
  const { when, was, now } = words.line(line);
  const code = shortCode(line.code);
  const name = `${code}, ${when}`;
  return (
    <Grid
      as="li"
      gap="1 2"
      columns="minmax(0, 1fr) auto"
      align="center"
      className={styles['line']}
      data-stale={line.stale !== '' || undefined}
    >
      <Cluster as="span" gap={2} align="baseline" title={line.code}>
        {onOpen === undefined ? (
          <span className={styles['code']}>{code}</span>
        ) : (
          <button
            type="button"
            className={styles['code']}
            aria-label={t('draft.open', { line: name })}
            onClick={() => onOpen(line)}
          >
            {code}
          </button>
        )}
        <span className="text-2">{when}</span>
      </Cluster>
      {onRemove !== undefined && (
        <IconButton
          icon={CloseIcon}
          size="s"
          label={t('draft.remove', { line: name })}
          onClick={() => onRemove(line)}
        />
      )}
      <p>
        <DiffCell was={was} now={now} />
      </p>
      <Stale {...{ line, words }} />
      {line.reason !== '' && <p className="text-2">{t('line.reason', { reason: line.reason })}</p>}
    </Grid>
  );
}

/** The drafts of colleagues, read only, so that two people don't make conflicting plans. */
function Colleagues({ drafts, words }: { drafts: readonly Draft[]; words: Words }) {
  const { t } = useTranslation('planning');
  return (
    <>
      {drafts.map((draft) => (
        <details key={draft.id} className={styles['colleague']}>
          <summary>{t('draft.of', { name: draft.owner.name, count: draft.lines.length })}</summary>
          <ul>
            {draft.lines.map((line) => (
              <LineItem key={line.id} {...{ line, words }} />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

interface Props {
  term: string;
  words: Words;
  readOnly: boolean;
  note: string;
  onNote: (note: string) => void;
  onOpen: (line: Line) => void;
}

/** Your draft, ready to be published, and those of colleagues. */
export function DraftView({ term, words, readOnly, note, onNote, onOpen }: Props) {
  const { t } = useTranslation('planning');
  const drafts = useQuery(planningQueries.drafts(term)).data ?? [];
  const remove = useRemoveLine();
  const own = drafts.find(({ mine }) => mine);
  const lines = own?.lines ?? [];
  return (
    <Stack as="section" gap={3} aria-labelledby="planning-draft" className={styles['draft']}>
      <Row gap={2} className={styles['head']}>
        <h3 id="planning-draft">{t('draft.title')}</h3>
        {lines.length > 0 && <Chip tone="accent">{t('draft.count', { count: lines.length })}</Chip>}
        <span className="text-2 size-13">{lines.length > 0 && t('draft.unsent')}</span>
      </Row>
      {lines.length === 0 ? (
        <p className="text-2 size-13">{t(readOnly ? 'draft.over' : 'draft.empty')}</p>
      ) : (
        <>
          <ul>
            {lines.map((line) => (
              <LineItem
                key={line.id}
                {...{ line, words }}
                onOpen={onOpen}
                onRemove={readOnly ? undefined : ({ id }) => remove.mutate(id)}
              />
            ))}
          </ul>
          {!readOnly && (
            <TextField
              label={t('publish.note')}
              hint={t('publish.noteHint')}
              maxLength={500}
              value={note}
              onChange={({ target }) => onNote(target.value)}
            />
          )}
        </>
      )}
      <Colleagues drafts={drafts.filter((draft) => !draft.mine && draft.lines.length > 0)} words={words} />
    </Stack>
  );
}
