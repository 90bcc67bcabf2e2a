import { useRouter } from '@tanstack/react-router';
import { refresh } from '@/shared/api/cached';
import { onSessionEnd } from '@/shared/api/events';
import { useTranslation } from '@/shared/i18n/use-translation';
import { identity } from '@/shared/store/session';
import { createValue, type Value } from '@/shared/store/value';
import { draftHref, importsHref } from './links';
import { importQueries, uploadDraft, type Draft, type Kind } from './queries';

/** The server's limit. */
const mostMegabytes = 50;

/** Uploads in progress. */
interface Uploads {
  /** The file being uploaded. */
  sending: { name: string; percent: number } | null;
  /** Why files were not accepted, each with its name. */
  problems: readonly string[];
}

const none: Uploads = { sending: null, problems: [] };

/** It outlives the page, so that a file dropped elsewhere keeps uploading while the imports page opens. */
export const uploads: Value<Uploads> = createValue(none);

onSessionEnd(() => uploads.set(none));

/**
 * Uploads files one after the other. A single draft is opened, unless the user has left the page; several are in the
 * list of drafts. Without a kind, the server guesses it.
 */
export function useSendFiles(kind?: Kind): (files: readonly File[]) => void {
  const { t } = useTranslation('imports');
  const router = useRouter();
  const isHere = (): boolean => router.state.location.pathname === importsHref;
  const sendOne = async (file: File, person: string | null): Promise<Draft[]> => {
    const note = (change: Partial<Uploads>): void => {
      if (identity.get() === person) {
        uploads.set({ ...uploads.get(), ...change }); // a file may still be on its way after a logout
      }
    };
    const progress = (percent: number): void => note({ sending: { name: file.name, percent } });
    try {
      if (file.size > mostMegabytes * 1024 ** 2) {
        throw new Error(t('upload.tooLarge', { limit: mostMegabytes }));
      }
      progress(0);
      return await uploadDraft(file, kind, progress);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const { problems } = uploads.get();
      note({ sending: null, problems: [...problems, t('upload.problem', { file: file.name, text })] });
      return [];
    }
  };
  const sendAll = async (files: readonly File[]): Promise<void> => {
    uploads.set(none);
    const made: Draft[] = [];
    const person = identity.get();
    for (const file of files) {
      // One after the other, so that each has the whole bandwidth.
      made.push(...(await sendOne(file, person)));
      if (identity.get() !== person) {
        return;
      }
    }
    uploads.set({ ...uploads.get(), sending: null });
    void refresh(importQueries.drafts().queryKey);
    const [first] = made;
    if (first !== undefined && files.length === 1 && isHere()) {
      router.history.push(draftHref(first.id));
    }
  };
  return (files) => {
    if (files.length === 0 || uploads.get().sending !== null) {
      return;
    }
    if (!isHere()) {
      router.history.push(importsHref);
    }
    void sendAll(files);
  };
}
