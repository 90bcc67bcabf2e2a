import type { DataOf } from '@/shared/api/types';
import { isDate } from '@/shared/time/civil';
import { instantOf } from '@/shared/time/zone';

/** A message in the message centre. */
export type Message = DataOf<'post', '/api/message/list'>[number];

/** The three types of the message centre, in tab order. */
export const messageTypes = ['message', 'notice', 'todo'] as const;

export type MessageType = (typeof messageTypes)[number];

/** The type that an address names; `message` by default. */
export function typeNamed(name: string | undefined): MessageType {
  return messageTypes.find((type) => type === name) ?? 'message';
}

export function isUnread({ status }: Pick<Message, 'status'>): boolean {
  return status === 0;
}

/** Whether the student still has to acknowledge the notice. */
function needsAcknowledgement({ acknowledge, acknowledged }: Pick<Message, 'acknowledge' | 'acknowledged'>): boolean {
  return acknowledge && acknowledged === '';
}

/**
 * The label beside the title; undefined if it says nothing new: a deadline has its own label with the date. A message
 * that is unread or unacknowledged isn't done.
 */
export function shownKind(message: Message): 1 | 2 | undefined {
  const { messageType } = message;
  const open = isUnread(message) || needsAcknowledgement(message);
  return messageType === 2 || (messageType === 1 && !open) ? messageType : undefined;
}

/** The deadline of an unacknowledged notice and whether it has passed; null if there is none. */
export function dueOf(
  message: Pick<Message, 'acknowledge' | 'acknowledged'> & Partial<Pick<Message, 'deadline'>>,
  now: number,
): { at: number; over: boolean } | null {
  const at = Date.parse(message.deadline ?? ''); // other servers that implement the contract send no deadline
  return !needsAcknowledgement(message) || Number.isNaN(at) ? null : { at, over: at <= now };
}

/** The first few: unacknowledged, then unread, then the rest. All unacknowledged ones are included. */
export function topMessages(messages: readonly Message[], count: number): Message[] {
  const unacknowledged = messages.filter(needsAcknowledgement);
  const others = messages.filter((message) => !needsAcknowledgement(message));
  const ordered = [...others.filter(isUnread), ...others.filter((one) => !isUnread(one))];
  return [...unacknowledged, ...ordered.slice(0, Math.max(count - unacknowledged.length, 0))];
}

export function countUnread(messages: readonly Message[]): number {
  return messages.filter(isUnread).length;
}

export function ofType(messages: readonly Message[], type: MessageType): Message[] {
  return messages.filter((message) => message.type === type);
}

export function unreadIds(messages: readonly Message[]): string[] {
  return messages.filter(isUnread).map(({ id }) => id);
}

/** Parses a message's time; null for free text such as "today 12:00". A time without a zone is the college's. */
export function instantIn(text: string, zone: string): number | null {
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}$/u.exec(text) ?? [];
  const instant = isDate(date) ? instantOf(date, time, zone) : Date.parse(/^\d{4}-/u.test(text) ? text : '');
  return Number.isNaN(instant) ? null : instant;
}
