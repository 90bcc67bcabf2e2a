import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Class } from '@/shared/timetable/model';
import { readPlace } from '@/shared/timetable/read';
import { useSettledValue } from '@/shared/ui/use-settled';
import type { Target } from './carry';
import {
  changeOf,
  composedOf,
  composedOfRequest,
  extraOf,
  needsReason,
  nothing,
  swapOf,
  type ClockTime,
  type Composed,
} from './change';
import type { Plan } from './plan';
import { planningQueries, usePutLines } from './queries';
import type { Change, Checked, Line, TeacherRequest } from './types';

/** What the composer creates: a change of a class, a make-up class, or an additional class for a group. */
type Mode = 'change' | 'makeup' | 'extra';

/** One change being composed for the draft. */
export interface Composer {
  mode: Mode;
  /** The class without your draft; undefined for a class that doesn't exist yet. */
  item: Class | undefined;
  group: string;
  /** The draft line that it replaces. */
  line: Line | undefined;
  composed: Composed;
  set: (change: Partial<Composed>) => void;
  /** The time shown, chosen or unchanged. */
  target: Target | undefined;
  /** The clock times shown, for a class without periods. */
  clock: ClockTime | undefined;
  changes: readonly Change[];
  /** The server's check; while `checking`, still that of the previous change. */
  checked: Checked | undefined;
  checking: boolean;
  checkError: unknown;
  /** Why it can't be added to the draft yet; undefined when it can. */
  missing: string | undefined;
  problem: string | undefined;
  busy: boolean;
  put: () => void;
}

interface About {
  item: Class | undefined;
  line: Line | undefined;
  /** The teacher's request about the class. */
  request: TeacherRequest | undefined;
  /** For an additional class. */
  group: string;
  /** Where the class is being dragged; replaces the chosen time until it is dropped. */
  carried: Target | undefined;
  onPut: () => void;
}

/** The class without the draft line that is edited. */
function baseOf(item: Class | undefined, line: Line | undefined): Class | undefined {
  const from = line?.from ?? null;
  return item !== undefined && from !== null && line?.change.action !== 'add'
    ? { ...item, place: readPlace(from), state: 'held' }
    : item;
}

/** The initial state: the draft line that is edited, the teacher's request, or nothing. */
function beginOf(item: Class | undefined, line: Line | undefined, request: TeacherRequest | undefined): Composed {
  if (line !== undefined) {
    return composedOf(line);
  }
  return item !== undefined && request !== undefined ? composedOfRequest(request, item) : nothing;
}

function modeOf(item: Class | undefined, line: Line | undefined): Mode {
  if (item === undefined || line?.change.action === 'add') {
    return 'extra';
  }
  return item.state === 'cancelled' && line === undefined ? 'makeup' : 'change';
}

function changesOf(mode: Mode, item: Class | undefined, group: string, composed: Composed): Change[] {
  if (mode === 'change' && item !== undefined) {
    if (composed.partner !== undefined && composed.tab === 'move') {
      return swapOf(item, composed.partner, composed);
    }
    const change = changeOf(item, composed);
    return change === undefined ? [] : [change];
  }
  const withDefaults =
    item === undefined
      ? composed
      : {
          ...composed,
          room: composed.room ?? item.place.room,
          teacher: composed.teacher ?? item.place.teacher,
        };
  const change = group === '' ? undefined : extraOf(group, item?.place.campus ?? '', withDefaults);
  return change === undefined ? [] : [change];
}

const hoursOf = (item: Class | undefined): Target | undefined =>
  item !== undefined && item.place.firstPeriod > 0
    ? { day: item.place.day, firstPeriod: item.place.firstPeriod, lastPeriod: item.place.lastPeriod }
    : undefined;

const clockOf = (item: Class | undefined): ClockTime | undefined =>
  item !== undefined && item.place.firstPeriod === 0 && item.place.starts !== ''
    ? { day: item.place.day, starts: item.place.starts, ends: item.place.ends }
    : undefined;

/** Checks the change on the server once it stops changing. */
function useCheck(plan: Plan, changes: readonly Change[], line: Line | undefined) {
  const [[change, swap], current] = useSettledValue(changes);
  const query = useQuery({
    ...planningQueries.check(plan.term.id, change ?? { action: 'cancel', group: '' }, swap, line?.id),
    enabled: change !== undefined,
  });
  return {
    checked: changes.length === 0 ? undefined : query.data,
    checking: changes.length > 0 && (!current || query.isFetching),
    checkError: current && changes.length > 0 ? query.error : null,
  };
}

/** Why a change can't be added to the draft yet. */
function useMissing(
  mode: Mode,
  group: string,
  changes: readonly Change[],
  { checked, checking, checkError }: ReturnType<typeof useCheck>,
  reason: string,
): string | undefined {
  const { t } = useTranslation('planning');
  if (changes.length === 0) {
    return mode === 'change' ? t('missing.place') : group === '' ? t('missing.group') : t('missing.extra');
  }
  if (checkError !== null) {
    return t('missing.refused');
  }
  if (checked === undefined || checking) {
    return t('missing.checking');
  }
  return needsReason(checked, reason) ? t('missing.reason') : undefined;
}

export function useComposer(
  plan: Plan,
  { item: shown, line, request, group: chosen, carried, onPut }: About,
): Composer {
  const of = `${shown?.id ?? 'new'} ${line?.id ?? ''} ${request?.id ?? ''}`;
  const [state, setState] = useState<{ of: string; composed: Composed }>({ of: '', composed: nothing });
  const begin = beginOf(shown, line, request);
  const chosenSoFar = state.of === of ? state.composed : begin;
  const composed: Composed =
    carried === undefined ? chosenSoFar : { ...chosenSoFar, tab: 'move', target: carried, partner: undefined };
  const item = baseOf(shown, line);
  const mode = modeOf(item, line);
  const group = line?.change.group ?? item?.group ?? chosen;
  const changes = changesOf(mode, item, group, composed);
  const check = useCheck(plan, changes, line);
  const putting = usePutLines(plan.term.id);
  const reason = composed.reason.trim();
  return {
    mode,
    item,
    group,
    line,
    composed,
    set: (change) =>
      setState((before) => ({
        of,
        composed: { ...(before.of === of ? before.composed : begin), ...change },
      })),
    target: composed.target ?? hoursOf(item),
    clock: composed.target === undefined ? (composed.clock ?? clockOf(item)) : undefined,
    changes,
    ...check,
    missing: useMissing(mode, group, changes, check, composed.reason),
    problem: putting.error instanceof Error ? putting.error.message : undefined,
    busy: putting.isPending,
    put: () =>
      putting.mutate(
        {
          lines: changes.map((change) => ({
            change,
            ...(reason !== '' && { reason }),
            ...(request !== undefined && change.class === request.class && { request: request.id }),
          })),
          replaces: changes.length === 1 ? line?.id : undefined,
        },
        {
          onSuccess: () => {
            setState({ of: '', composed: nothing });
            onPut();
          },
        },
      ),
  };
}
