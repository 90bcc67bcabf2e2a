import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { ApiError } from '@/shared/api/errors';
import { lessonKey } from '@/shared/course/lesson';
import { useSettled } from '@/shared/ui/use-settled';
import type { Captions, EditedCue } from './caption-cues';
import { useSteps } from './use-steps';

export const captionQueries = {
  /** The recording of a lesson. */
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
      refetchOnWindowFocus: false, // must not replace text that is being edited
      gcTime: 0, // reopening the editor loads what is stored by then
    }),
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Publishes or discards a draft, then passes on the current captions. */
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
      await refresh(lessonKey('').slice(0, 1));
    },
  });
}

/** Saves the cues as they change, one save after the other, each based on the version of the one before. */
function useSaving(asset: string, language: string, loaded: Captions, now: string) {
  const client = useQueryClient();
  const [saved, setSaved] = useState({ version: loaded.version, cues: JSON.stringify(loaded.cues) });
  const [theirs, setTheirs] = useState<Captions | null>(null);
  const version = useRef(loaded.version);
  const settled = useSettled(now);
  const noteSaved = (next: number, cues: string): void => {
    version.current = next;
    setSaved({ version: next, cues });
  };
  const save = useMutation({
    scope: { id: `captions ${asset} ${language}` },
    mutationFn: async (cues: string) => {
      const { data } = await api.put('/api/admin/media/{asset}/captions/{language}/draft', {
        path: { asset, language },
        body: { version: version.current, cues: JSON.parse(cues) as EditedCue[] },
        quiet: true,
      });
      noteSaved(data.version, cues);
    },
    onError: async (error) => {
      if (isStale(error)) {
        setTheirs(await client.fetchQuery({ ...captionQueries.draft(asset, language), staleTime: 0 }));
      }
    },
  });
  const { mutate, isPending, isError } = save;
  const unsaved = now !== saved.cues && theirs === null && !isError;
  const waits = settled === now && unsaved && !isPending;
  useEffect(() => {
    if (waits) {
      mutate(now);
    }
  }, [waits, mutate, now]);
  // Closing the editor still saves the last letters.
  const leave = useEffectEvent(() => {
    if (unsaved) {
      mutate(now);
    }
  });
  useEffect(() => () => leave(), []);
  return { saved, noteSaved, theirs, setTheirs, save };
}

/** The cues being edited, saved as they change. A save that would overwrite someone else's shows theirs instead. */
export function useCaptionDraft(asset: string, language: string, loaded: Captions) {
  const { cues, change, replace, undo } = useSteps(loaded.cues);
  const now = JSON.stringify(cues);
  const { saved, noteSaved, theirs, setTheirs, save } = useSaving(asset, language, loaded, now);
  const finish = useFinish(asset, language, saved.version, (what, fresh) => {
    if (what === 'drop') {
      change(fresh.cues);
    } else {
      // Text typed while publishing stays, and becomes the next draft.
      replace((current) => (JSON.stringify(current) === saved.cues ? fresh.cues : current));
    }
    noteSaved(fresh.version, JSON.stringify(fresh.cues));
  });
  return {
    cues,
    change: (next: readonly EditedCue[], what?: string) => {
      save.reset();
      change(next, what);
    },
    undo:
      undo &&
      (() => {
        save.reset();
        undo();
      }),
    version: saved.version,
    dirty: now !== saved.cues,
    error: isStale(save.error) ? null : save.error,
    theirs,
    /** Resolves a conflict by keeping one of the two versions. */
    resolve: (whose: 'theirs' | 'mine') => {
      if (theirs !== null) {
        noteSaved(theirs.version, JSON.stringify(theirs.cues));
        if (whose === 'theirs') {
          change(theirs.cues);
        }
        setTheirs(null);
        save.reset();
      }
    },
    finish,
  };
}

export type CaptionDraft = ReturnType<typeof useCaptionDraft>;
