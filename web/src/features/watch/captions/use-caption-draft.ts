import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { lessonKey } from '@/shared/course/lesson';
import { useSettled } from '@/shared/ui/use-settled';
import type { Captions, EditedCue } from './caption-cues';

export const captionQueries = {
  /** The recording that a lesson plays. */
  asset: (lesson: string) =>
    queryOptions({
      queryKey: ['watch', 'asset', lesson],
      queryFn: async ({ signal }) => {
        const assets = await api.get('/api/admin/media', { query: { lesson }, signal, quiet: true });
        return assets.find(({ current }) => current)?.id ?? '';
      },
    }),
  draft: (asset: string, language: string) =>
    queryOptions({
      queryKey: ['watch', 'captions', asset, language],
      queryFn: ({ signal }) =>
        api.get('/api/admin/media/{asset}/captions/{language}/draft', {
          path: { asset, language },
          signal,
          quiet: true,
        }),
      enabled: asset !== '',
      refetchOnWindowFocus: false, // what is being edited stays
      gcTime: 0, // whoever opens the editor again sees what is stored now
    }),
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Publishes a draft or throws it away, then hands over what there is now. */
function useFinish(
  asset: string,
  language: string,
  version: number,
  onDone: (what: 'publish' | 'drop', now: Captions) => void,
) {
  const client = useQueryClient();
  const path = { asset, language };
  return useMutation({
    mutationFn: async (what: 'publish' | 'drop'): Promise<unknown> =>
      what === 'publish'
        ? api.post('/api/admin/media/{asset}/captions/{language}/draft/publish', { path, body: { version } })
        : api.delete('/api/admin/media/{asset}/captions/{language}/draft', { path, query: { version } }),
    onSuccess: async (_, what) => {
      onDone(what, await client.fetchQuery({ ...captionQueries.draft(asset, language), staleTime: 0 }));
      await client.invalidateQueries({ queryKey: lessonKey('').slice(0, 1) });
    },
  });
}

/** The cues that somebody works on, saved as they work. A save that would overwrite somebody else's shows theirs instead. */
export function useCaptionDraft(asset: string, language: string, loaded: Captions) {
  const client = useQueryClient();
  const [cues, setCues] = useState<readonly EditedCue[]>(loaded.cues);
  const [saved, setSaved] = useState({ version: loaded.version, cues: JSON.stringify(loaded.cues) });
  const [theirs, setTheirs] = useState<Captions | null>(null);
  const now = JSON.stringify(cues);
  const settled = useSettled(now);
  const save = useMutation({
    mutationFn: async (text: string) => {
      const body = { version: saved.version, cues: JSON.parse(text) as EditedCue[] };
      const { data } = await api.put('/api/admin/media/{asset}/captions/{language}/draft', {
        path: { asset, language },
        body,
        quiet: true,
      });
      setSaved({ version: data.version, cues: text });
    },
    onError: async (error) => {
      if (isStale(error)) {
        setTheirs(await client.fetchQuery({ ...captionQueries.draft(asset, language), staleTime: 0 }));
      }
    },
  });
  const { mutate, isPending, isError } = save;
  const waits = settled === now && now !== saved.cues && theirs === null && !isPending && !isError;
  useEffect(() => {
    if (waits) {
      mutate(now);
    }
  }, [waits, mutate, now]);
  const finish = useFinish(asset, language, saved.version, (what, fresh) => {
    const text = JSON.stringify(fresh.cues);
    setSaved({ version: fresh.version, cues: text });
    // What was typed while it was being published stays, and becomes the next draft.
    setCues((current) =>
      what === 'publish' && JSON.stringify(current) !== saved.cues ? current : fresh.cues,
    );
  });
  return {
    cues,
    change: (next: readonly EditedCue[]) => {
      save.reset();
      setCues(next);
    },
    version: saved.version,
    dirty: now !== saved.cues,
    error: isStale(save.error) ? null : save.error,
    theirs,
    /** Ends a conflict: with their cues, or with the own ones over theirs. */
    resolve: (whose: 'theirs' | 'mine') => {
      if (theirs !== null) {
        setSaved({ version: theirs.version, cues: JSON.stringify(theirs.cues) });
        if (whose === 'theirs') {
          setCues(theirs.cues);
        }
        setTheirs(null);
        save.reset();
      }
    },
    finish,
  };
}

export type CaptionDraft = ReturnType<typeof useCaptionDraft>;
