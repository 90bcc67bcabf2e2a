import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { datesOf, weekOf } from '@/shared/timetable/weeks';
import type { Class } from '@/shared/timetable/model';
import type { Choice } from '@/shared/ui/staff/use-search';
import type { Address, Go } from './address';
import { takeProposal } from './alternatives';
import { numbered, type Hint, type Target } from './carry';
import { draftOf, isOver, type Plan } from './plan';
import { planningQueries } from './queries';
import type { Clash, Line, Proposal, TeacherRequest } from './types';
import type { Carrying } from './use-carry';
import { useComposer, type Composer } from './use-composer';

/** A class being moved and where it is now. */
interface Lifted {
  id: string;
  target: Target;
}

/** The open class, the change composed for it, and how it is dragged. */
export interface Desk {
  item: Class | undefined;
  composer: Composer | undefined;
  slots: readonly Hint[];
  /** The best slots, in order. */
  proposals: readonly Proposal[];
  /** The clashes the open class has now. */
  now: readonly Clash[];
  carrying: Carrying;
  group: Choice | null;
  setGroup: (group: Choice | null) => void;
  readOnly: boolean;
  open: (item: Class) => void;
  /** Opens a class outside the timetable shown. */
  openElsewhere: (item: Class) => void;
  openLine: (line: Line) => void;
  /** The teacher's request that the open class is about. */
  request: TeacherRequest | undefined;
  openRequest: (request: TeacherRequest) => void;
  take: (best: number) => void;
  close: () => void;
}

/** The slots for the open class in the current week. */
function usePlaces(plan: Plan, composer: Composer, week: number, enabled: boolean) {
  const days = datesOf(plan.term, week);
  const { item, mode, group, target, composed, checked, changes } = composer;
  const room = composed.room ?? item?.place.room ?? '';
  const hours = target === undefined ? 2 : target.lastPeriod - target.firstPeriod + 1;
  const { data } = useQuery({
    ...planningQueries.places({
      term: plan.term.id,
      ...(mode === 'change' && item !== undefined ? { class: item.id } : { group, hours }),
      from: days[0] ?? '',
      to: days[6] ?? '',
      ...(composed.room !== undefined && composed.room !== '' && { room }),
      ...(composed.teacher !== undefined && { teacher: composed.teacher }),
    }),
    enabled,
  });
  const offered = changes.length > 0 ? (checked?.alternatives ?? []) : [];
  const proposals = offered.length > 0 ? offered : enabled ? (data?.alternatives ?? []) : [];
  const now = enabled && changes.length === 0 ? (data?.now ?? []) : [];
  return { proposals, now, slots: enabled ? numbered(data?.places ?? [], proposals, room) : [] };
}

/** Lifts, moves and drops a class. A lifted class is open at once; the URL follows. */
function carryingOf(
  { lifted, setLifted }: { lifted: Lifted | undefined; setLifted: (next: Lifted | undefined) => void },
  composer: Composer,
  readOnly: boolean,
  go: Go,
): Carrying {
  return {
    lifted: lifted?.id,
    lift: (one) => {
      if (!readOnly) {
        const { day, firstPeriod, lastPeriod } = one.place;
        const chosen = one.id === composer.item?.id ? composer.target : undefined;
        setLifted({ id: one.id, target: chosen ?? { day, firstPeriod, lastPeriod } });
        go({ class: one.id, panel: undefined });
      }
    },
    carry: (item, target) => setLifted({ id: item, target }),
    drop: () => {
      // no periods until it is moved
      const carried = lifted?.target.firstPeriod === 0 ? undefined : lifted?.target;
      composer.set({ tab: 'move', target: carried, partner: undefined });
      setLifted(undefined);
    },
    putBack: () => setLifted(undefined),
  };
}

/** The request in the URL, if it is about the open class. */
function useRequest(id: string | undefined, item: Class | undefined): TeacherRequest | undefined {
  const { data = [] } = useQuery(planningQueries.requests());
  return data.find((one) => one.id === id && one.class === item?.id);
}

const groupAddress = (
  group: string,
  day: string | undefined,
  item: string | undefined,
): Readonly<Record<string, string | undefined>> => ({
  by: undefined,
  view: undefined,
  id: group,
  week: undefined,
  day,
  class: item,
  panel: undefined,
  request: undefined,
});

/** The state of the page. What is open is in the URL; what is composed isn't. */
export function useDesk(plan: Plan, address: Address, week: number, go: Go): Desk {
  const [group, setGroup] = useState<Choice | null>(null);
  const [lifted, setLifted] = useState<Lifted>();
  const drafts = useQuery(planningQueries.drafts(plan.term.id)).data ?? [];
  const lines = drafts.find(({ mine }) => mine)?.lines ?? [];
  const readOnly = isOver(plan);
  const item = plan.classes.find(({ id }) => id === (lifted?.id ?? address.open));
  const line = item === undefined ? undefined : lines.find(({ id }) => id === draftOf(plan, item));
  const close = (): void => {
    setLifted(undefined);
    go({ class: undefined, panel: undefined, request: undefined });
  };
  const request = useRequest(address.request, item);
  const composer = useComposer(plan, {
    item,
    line,
    request,
    group: group?.id ?? '',
    carried: lifted?.target,
    onPut: close,
  });
  const composing = !readOnly && (item !== undefined || address.panel === 'extra');
  const wanted = composing && composer.composed.tab === 'move' && composer.group !== '';
  // The term view has no current week, so take that of the class.
  const around = address.view === 'term' && item ? weekOf(plan.term, item.place.day) : week;
  const { slots, proposals, now } = usePlaces(plan, composer, around, wanted);
  const carrying = carryingOf({ lifted, setLifted }, composer, readOnly, go);
  return {
    item,
    composer: item !== undefined || address.panel === 'extra' ? composer : undefined,
    slots,
    proposals,
    now,
    carrying,
    group,
    setGroup,
    readOnly,
    open: (one) => go({ class: one.id, panel: undefined }),
    openElsewhere: ({ id, group: of, place }) => go(groupAddress(of, place.day, id)),
    openLine: ({ change, from, to }) => go(groupAddress(change.group, (to ?? from)?.day, change.class ?? change.id)),
    request,
    openRequest: ({ id, term, group: of, place, class: one }) =>
      go({ ...groupAddress(of, place?.day, one), term, request: id }),
    take: (best) => {
      const proposal = proposals.find(({ rank }) => rank === best);
      if (proposal !== undefined) {
        setLifted(undefined);
        takeProposal(composer, proposal);
      }
    },
    close,
  };
}
