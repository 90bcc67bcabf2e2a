import { useEffect, useEffectEvent, useState } from 'react';

export interface Choice {
  id: string;
  label: string;
  /** Distinguishes choices with the same name: a number, a class. */
  note?: string;
}

/** Choices of one kind, the best first. */
export interface ChoiceGroup {
  /** The heading: 'Students'. */
  label: string;
  choices: readonly Choice[];
}

/** Asks the server. A later search aborts an earlier one by its signal. */
export type Search = (text: string, signal: AbortSignal) => Promise<readonly ChoiceGroup[]>;

/** The state of a search. Earlier results stay until there are new ones. */
export interface SearchState {
  phase: 'idle' | 'asking' | 'there' | 'failed';
  groups: readonly ChoiceGroup[];
  retry: () => void;
  /** Drops the results, so that the next search starts afresh. */
  forget: () => void;
}

/** How long a pause in typing must be before the server is asked, in ms. */
const pause = 200;

const none: readonly ChoiceGroup[] = [];

/** The results and their search text; null if the search failed. */
interface Found {
  question: string;
  groups: readonly ChoiceGroup[] | null;
}

function phaseOf(question: string | undefined, found: Found | undefined): SearchState['phase'] {
  if (question === undefined) {
    return 'idle';
  }
  if (found?.question !== question) {
    return 'asking';
  }
  return found.groups === null ? 'failed' : 'there';
}

/** Searches once typing pauses; undefined searches nothing. */
export function useSearch(search: Search, text: string | undefined): SearchState {
  const [found, setFound] = useState<Found>();
  const [tries, setTries] = useState(0);
  const question = text === undefined ? undefined : `${tries} ${text.trim()}`;
  const ask = useEffectEvent(async (wanted: string, signal: AbortSignal) => {
    try {
      const groups = await search(wanted, signal);
      return groups.filter(({ choices }) => choices.length > 0);
    } catch {
      return null;
    }
  });
  useEffect(() => {
    if (question === undefined) {
      return undefined;
    }
    const wanted = question.slice(question.indexOf(' ') + 1);
    const asked = new AbortController();
    const run = async (): Promise<void> => {
      const groups = await ask(wanted, asked.signal);
      if (!asked.signal.aborted) {
        setFound({ question, groups });
      }
    };
    const timer = setTimeout(() => void run(), wanted === '' ? 0 : pause);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [question]);
  return {
    phase: phaseOf(question, found),
    groups: found?.groups ?? none,
    retry: () => setTries(tries + 1),
    forget: () => setFound(undefined),
  };
}
