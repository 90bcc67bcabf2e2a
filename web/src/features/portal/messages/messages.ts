import type { DataOf } from '@/shared/api/types';
import { isDate } from '@/shared/time/civil';
import { instantOf } from '@/shared/time/zone';

/** What reaches a student in the message centre. */
export type Message = DataOf<'post', '/api/message/list'>[number];

/** The three kinds of the message centre, in the order of its tabs. */
export const messageTypes = ['message', 'notice', 'todo'] as const;

/** Messages, notices or todos. */
export type MessageType = (typeof messageTypes)[number];

/** The kind that an address names; messages when it names none. */
export function typeNamed(name: string | undefined): MessageType {
  return messageTypes.find((type) => type === name) ?? 'message';
}

/** Whether nobody has read it yet. */
export function isUnread({ status }: Pick<Message, 'status'>): boolean {
  return status === 0;
}

/** Whether the student still has to confirm that the notice was received. */
function needsAcknowledgement({ acknowledge, acknowledged }: Pick<Message, 'acknowledge' | 'acknowledged'>): boolean {
  return acknowledge && acknowledged === '';
}

/**
 * The kind that stands beside the title; none where there is nothing to say. What nobody has read or confirmed
 * is not done.
 */
export function shownKind(message: Message): 1 | 2 | 3 | undefined {
  const { messageType } = message;
  const open = isUnread(message) || needsAcknowledgement(message);
  return messageType === undefined || messageType === 0 || (messageType === 1 && open) ? undefined : messageType;
}

/** Until when it is to be confirmed and whether that is over; null when there is no hurry, or it is confirmed. */
export function dueOf(
  message: Pick<Message, 'acknowledge' | 'acknowledged'> & Partial<Pick<Message, 'deadline'>>,
  now: number,
): { at: number; over: boolean } | null {
  const at = Date.parse(message.deadline ?? ''); // other servers of the contract know no deadline
  return !needsAcknowledgement(message) || Number.isNaN(at) ? null : { at, over: at <= now };
}

/** The first few: unacknowledged before unread before the rest. Unacknowledged ones are never left out. */
export function topMessages(messages: readonly Message[], count: number): Message[] {
  const unacknowledged = messages.filter(needsAcknowledgement);
  const others = messages.filter((message) => !needsAcknowledgement(message));
  const ordered = [...others.filter(isUnread), ...others.filter((one) => !isUnread(one))];
  return [...unacknowledged, ...ordered.slice(0, Math.max(count - unacknowledged.length, 0))];
}

/** How many are unread. */
export function countUnread(messages: readonly Message[]): number {
  return messages.filter(isUnread).length;
}

/** The messages of a kind. */
export function ofType(messages: readonly Message[], type: MessageType): Message[] {
  return messages.filter((message) => message.type === type);
}

/** The ids that are still unread. */
export function unreadIds(messages: readonly Message[]): string[] {
  return messages.filter(isUnread).map(({ id }) => id);
}

/**
 * The instant in a message's time, or null when it is a text for people ("today 12:00"). Without a zone it
 * is the college's.
 */
export function instantIn(text: string, zone: string): number | null {
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}$/u.exec(text) ?? [];
  const instant = isDate(date) ? instantOf(date, time, zone) : Date.parse(/^\d{4}-/u.test(text) ? text : '');
  return Number.isNaN(instant) ? null : instant;
}
