import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lectureSearch } from '@/shared/course/search';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { useRole, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { SearchIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import type { Control } from './control';
import { watchQueries } from './queries';
import { clockText } from '@/shared/time/length';
import styles from './transcript-panel.module.css';
import { cueAt, type Cue } from './cues';
import { findCues, splitAt } from './transcript';
import type { WireCaption } from './wire';

/** The current cue; re-renders only when it changes. */
function useCue(control: Control, cues: readonly Cue[]): number {
  return useSyncExternalStore(control.time.subscribe, () => cueAt(cues, control.time.get()));
}

/** The text with matches highlighted. */
function Marked({ text, found }: { text: string; found: string }) {
  return splitAt(text, found).map((part, index) =>
    // Parts with an odd index are matches; the index is the only possible key.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/** Keeps the current line in view within its list, without scrolling the page. */
function useFollowing(now: number, on: boolean) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-cue="${now}"]`);
    if (on && line && list.current !== null && !list.current.matches(':hover, :focus-within')) {
      list.current.scrollTop = line.offsetTop - list.current.clientHeight / 3;
    }
  }, [now, on]);
  return list;
}

function Lines({ cues, control }: { cues: readonly Cue[]; control: Control }) {
  const { t } = useTranslation('player');
  const [search, setSearch] = useState('');
  const typing = useWholeWords(search, setSearch);
  const now = useCue(control, cues);
  const list = useFollowing(now, search.trim() === '');
  const found = findCues(cues, search);
  return (
    <>
      <TextField
        hideLabel
        icon={SearchIcon}
        type="search"
        label={t('transcript.search')}
        placeholder={t('transcript.search')}
        {...typing}
      />
      <Cluster gap="0 3" justify="space-between">
        <p role="status" className={styles['count']}>
          {search.trim() !== '' && t('transcript.found', { count: found.length })}
        </p>
        <Button size="s" variant="text" onClick={() => lectureSearch.set(search.trim())}>
          {t('transcript.everywhere')}
        </Button>
      </Cluster>
      <ol ref={list} className={styles['lines']}>
        {found.map(({ cue, index }) => (
          <li key={index} data-cue={index} aria-current={index === now ? 'true' : undefined}>
            <button type="button" onClick={() => control.seek(cue.start)}>
              <time>{clockText(cue.start)}</time>
              <span>
                <Marked text={cue.text} found={search} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

// Students never load it.
const CaptionEditor = lazy(async () => ({
  default: (await import('./captions/caption-editor')).CaptionEditor,
}));

interface Props {
  lesson: string;
  caption: WireCaption | undefined;
  control: Control;
}

/** The transcript: read, search, jump. Staff who look after recordings can edit it here. */
export function TranscriptPanel(props: Props) {
  const { t } = useTranslation('player');
  const [editing, setEditing] = useState(false);
  const { scope } = useValue(user);
  const edits = useRole() === 'admin' && (scope === 'registrar' || scope === 'media');
  if (!edits) {
    return <Transcript {...props} />;
  }
  return editing ? (
    <Suspense>
      <CaptionEditor lesson={props.lesson} control={props.control} onClose={() => setEditing(false)} />
    </Suspense>
  ) : (
    <>
      <div className={styles['edit']}>
        <Button size="s" onClick={() => setEditing(true)}>
          {t('captions.edit')}
        </Button>
      </div>
      <Transcript {...props} />
    </>
  );
}

function Transcript({ lesson, caption, control }: Props) {
  const { t } = useTranslation('player');
  const query = useQuery({
    ...watchQueries.transcript(lesson, caption?.url ?? ''),
    enabled: caption !== undefined,
  });
  const none = <EmptyState drawing="page" title={t('transcript.none')} text={t('transcript.noneText')} />;
  if (caption === undefined) {
    return none;
  }
  return (
    <div lang={caption.language}>
      <QueryView query={query} empty={none}>
        {(cues) => <Lines cues={cues} control={control} />}
      </QueryView>
    </div>
  );
}
