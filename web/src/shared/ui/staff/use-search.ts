import { useEffect, useEffectEvent, useState } from 'react';

/** Something that can be chosen. */
export interface Choice {
  id: string;
  label: string;
  /** What tells it from others of the same name: a number, a class. */
  note?: string;
}

/** Choices of one kind, the best first. */
export interface ChoiceGroup {
  /** What they are: 'Students'. */
  label: string;
  choices: readonly Choice[];
}

/** Asks the server. A later question ends an earlier one by its signal. */
export type Search = (text: string, signal: AbortSignal) => Promise<readonly ChoiceGroup[]>;

/** How far a search is. What was found before stands until something else is there. */
export interface SearchState {
  phase: 'idle' | 'asking' | 'there' | 'failed';
  groups: readonly ChoiceGroup[];
  retry: () => void;
  /** Drops what was found: the next question begins anew. */
  forget: () => void;
}

/** How long a pause in typing must be before the server is asked, in ms. */
const pause = 200;

const none: readonly ChoiceGroup[] = [];

/** An answer and the question it belongs to; null when it failed. */
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

/** Asks for what was typed, once the typing pauses; undefined asks nothing. */
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
