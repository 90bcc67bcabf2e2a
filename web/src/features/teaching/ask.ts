import * as v from 'valibot';
import type { Translate } from '@/shared/i18n/catalogue';
import { isDate, type CivilDate } from '@/shared/time/civil';
import type { CivilMoment } from '@/shared/time/zone';
import type { Class, Scheme, Timetable } from '@/shared/timetable/model';
import type { ChangeRequest, Listed, NewRequest } from './queries';

export const actions = ['cancel', 'move', 'room'] as const satisfies readonly NewRequest['action'][];

export interface Input {
  action: NewRequest['action'];
  day: string;
  /** 0 for a class at clock times, which keeps them. */
  periods: { first: number; last: number };
  reason: string;
}

const longestReason = 300;

/** The initial values: the class as it is. */
export function beginOf({ place }: Class): Input {
  const { day, firstPeriod, lastPeriod } = place;
  return { action: 'cancel', day, periods: { first: firstPeriod, last: lastPeriod }, reason: '' };
}

/** Whether a move would change nothing. */
function stays({ day, periods }: Input, { place }: Class): boolean {
  return day === place.day && periods.first === place.firstPeriod && periods.last === place.lastPeriod;
}

/** The schema of the form with its error messages. */
export function schemaOf(t: Translate<'teaching'>, item: Class, today: CivilDate): v.GenericSchema<Input, Input> {
  const number = v.pipe(v.number(), v.integer());
  return v.pipe(
    v.object({
      action: v.picklist(actions),
      day: v.string(),
      periods: v.object({ first: number, last: number }),
      reason: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(2, t('error.reason')),
        v.maxLength(longestReason, t('error.long', { max: String(longestReason) })),
      ),
    }),
    v.forward(
      v.check(({ action, day }) => action !== 'move' || (isDate(day) && day >= today), t('error.day')),
      ['day'],
    ),
    v.forward(
      v.check((input) => input.action !== 'move' || !stays(input, item), t('error.same')),
      ['day'],
    ),
  );
}

/** The request body. */
export function toBody(item: Class, { action, day, periods, reason }: Input): NewRequest {
  return {
    class: item.id,
    action,
    reason,
    ...(action === 'move' && {
      day,
      ...(periods.first > 0 && { firstPeriod: periods.first, lastPeriod: periods.last }),
    }),
  };
}

/** The periods of a campus on a day. */
export function periodsOn(timetable: Timetable, campus: string, day: string): Scheme['periods'] {
  const fits = (scheme: Scheme): boolean => scheme.campus === campus && scheme.from <= day && day <= scheme.to;
  return timetable.schemes.find(fits)?.periods ?? [];
}

/** Whether a class has ended. Without clock times it lasts all day. */
const isOver = ({ place: { day, ends } }: Class, now: CivilMoment): boolean =>
  day < now.date || (day === now.date && ends !== '' && ends <= now.time);

/** The classes of a group that aren't over, each with its open request. */
export function comingOf(
  timetable: Timetable,
  group: string,
  now: CivilMoment,
  requests: readonly ChangeRequest[],
): { item: Class; open: ChangeRequest | undefined }[] {
  return timetable.classes
    .filter((item) => item.group === group && item.kind === 'class' && !isOver(item, now))
    .map((item) => ({
      item,
      open: requests.find((request) => request.class === item.id && request.state === 'open'),
    }));
}

/** The students whose name, number or class contains a text. */
export function searchStudents(students: readonly Listed[], text: string): readonly Listed[] {
  const wanted = text.trim().toLowerCase();
  return students.filter(({ name, nameLatin, number, class: of }) =>
    [name, nameLatin, number, of].some((word) => word.toLowerCase().includes(wanted)),
  );
}
