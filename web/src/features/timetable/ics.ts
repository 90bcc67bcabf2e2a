import { instantOf } from '@/shared/time/zone';
import type { Class } from './model';
import { isTimed } from './model';

/** What a calendar is told about a class. */
export interface Event {
  item: Class;
  summary: string;
  location: string;
  description: string;
}

/** Commas, semicolons, backslashes and line ends have a meaning in RFC 5545. */
function escape(text: string): string {
  return text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r?\n/gu, String.raw`\n`);
}

const size = (text: string): number => new TextEncoder().encode(text).length;

/** Lines have at most 75 octets; a longer one goes on after a space. No character is cut in two. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (size(current + character) > 74) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

const stamp = (instant: number): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/gu, '');

/**
 * A calendar file with classes whose times are known. Instants are written in UTC, so that every calendar agrees about
 * them; the UIDs are the feed's, so that importing the file beside the feed makes no doubles.
 */
export function calendarFile(events: readonly Event[], zone: string, now: number): string {
  const lines = events
    .filter(({ item }) => isTimed(item.place))
    .flatMap(({ item, summary, location, description }) => [
      'BEGIN:VEVENT',
      `UID:${item.id}@lectern`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(instantOf(item.place.day, item.place.starts, zone))}`,
      `DTEND:${stamp(instantOf(item.place.day, item.place.ends, zone))}`,
      `SUMMARY:${escape(summary)}`,
      ...(location === '' ? [] : [`LOCATION:${escape(location)}`]),
      ...(description === '' ? [] : [`DESCRIPTION:${escape(description)}`]),
      `STATUS:${item.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
      'END:VEVENT',
    ]);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Timetable//EN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}
