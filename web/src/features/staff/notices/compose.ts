import * as v from 'valibot';
import { shortCode } from '@/shared/course/short-code';
import type { Key, Translate } from '@/shared/i18n/catalogue';
import { civilAt, instantOf } from '@/shared/time/zone';
import type { useForm } from '@/shared/ui/staff/use-form';
import type { Choice } from '@/shared/ui/staff/use-search';
import type { AudienceBody, Audiences, NewNotice, NoticeFile, Reach } from './queries';

/** The kinds of audience in the API. */
export type AudienceKind = Audiences['kinds'][number];

/** The form's values, all of which are stored with the draft. */
export interface Input {
  /** Created before the first attempt, so that a retry sends the same notice. */
  id: string;
  kind: 'notice' | 'message' | 'todo';
  titleZh: string;
  titleEn: string;
  contentZh: string;
  contentEn: string;
  audience: AudienceKind;
  /** A campus, programme or year. */
  target: string;
  /** A class, a course or a group. */
  choice: Choice | null;
  numbers: string;
  when: 'now' | 'later';
  sendDate: string;
  sendTime: string;
  acknowledge: boolean;
  deadlineDate: string;
  deadlineTime: string;
  link: string;
  files: readonly NoticeFile[];
}

export type ComposeFormState = ReturnType<typeof useForm<Input, Input>>;

export const blank: Input = {
  id: '',
  kind: 'notice',
  titleZh: '',
  titleEn: '',
  contentZh: '',
  contentEn: '',
  audience: 'all',
  target: '',
  choice: null,
  numbers: '',
  when: 'now',
  sendDate: '',
  sendTime: '08:00',
  acknowledge: false,
  deadlineDate: '',
  deadlineTime: '18:00',
  link: '',
  files: [],
};

export const limits = { title: 120, content: 10_000, numbers: 5000, files: 5 } as const;

/** Reads student numbers from lines or separated by commas or spaces, without duplicates. */
export function numbersIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;，、；]+/u).filter((number) => number !== ''))];
}

const isPath = (link: string): boolean => /^\/(?![/\\])[^\\\s]*$/u.test(link);

interface Rule {
  /** The field that shows the message. */
  field: keyof Input;
  key: Key<'notices'>;
  right: (input: Input) => boolean;
}

/** Rules that involve more than one field. */
const rules: readonly Rule[] = [
  { field: 'titleZh', key: 'error.title', right: (i) => `${i.titleZh}${i.titleEn}`.trim() !== '' },
  { field: 'target', key: 'error.target', right: (i) => !isPlain(i.audience) || i.target !== '' },
  { field: 'choice', key: 'error.target', right: (i) => !isFound(i.audience) || i.choice !== null },
  {
    field: 'numbers',
    key: 'error.numbers',
    right: (i) => i.audience !== 'list' || numbersIn(i.numbers).length > 0,
  },
  { field: 'numbers', key: 'error.manyNumbers', right: (i) => numbersIn(i.numbers).length <= limits.numbers },
  {
    field: 'sendDate',
    key: 'error.sendDate',
    right: (i) => i.when === 'now' || (i.sendDate !== '' && i.sendTime !== ''),
  },
  { field: 'deadlineTime', key: 'error.time', right: (i) => i.deadlineDate === '' || i.deadlineTime !== '' },
  { field: 'link', key: 'error.link', right: (i) => i.link === '' || isPath(i.link) },
];

/** The schema of the form with its error messages. */
export function schemaOf(t: Translate<'notices'>): v.GenericSchema<Input, Input> {
  const text = (most: number) => v.pipe(v.string(), v.maxLength(most, t('error.long', { max: String(most) })));
  const choice = v.object({ id: v.string(), label: v.string(), note: v.exactOptional(v.string()) });
  const kinds = ['all', 'campus', 'programme', 'year', 'class', 'course', 'group', 'list'] as const;
  return v.pipe(
    v.object({
      id: v.string(),
      kind: v.picklist(['notice', 'message', 'todo']),
      titleZh: text(limits.title),
      titleEn: text(limits.title),
      contentZh: text(limits.content),
      contentEn: text(limits.content),
      audience: v.picklist(kinds),
      target: v.string(),
      choice: v.nullable(choice),
      numbers: v.string(),
      when: v.picklist(['now', 'later']),
      sendDate: v.string(),
      sendTime: v.string(),
      acknowledge: v.boolean(),
      deadlineDate: v.string(),
      deadlineTime: v.string(),
      link: v.string(),
      files: v.pipe(v.array(v.object({ id: v.string(), name: v.string(), size: v.number() })), v.readonly()),
    }),
    v.rawCheck<Input>(({ dataset, addIssue }) => {
      if (dataset.typed) {
        const input = dataset.value;
        for (const { field, key } of rules.filter(({ right }) => !right(input))) {
          addIssue({
            message: t(key),
            path: [{ type: 'object', origin: 'value', input: { ...input }, key: field, value: input[field] }],
          });
        }
      }
    }),
  );
}

/** Whether the kind is chosen from a fixed list. */
export function isPlain(kind: AudienceKind): kind is 'campus' | 'programme' | 'year' {
  return ['campus', 'programme', 'year'].includes(kind);
}

/** Whether the kind is found by typing. */
export function isFound(kind: AudienceKind): kind is 'class' | 'course' | 'group' {
  return kind === 'class' || kind === 'course' || kind === 'group';
}

/** The audience as the API takes it; null until it is complete. */
export function audienceOf(input: Pick<Input, 'audience' | 'target' | 'choice' | 'numbers'>): AudienceBody | null {
  const { audience } = input;
  if (audience === 'all') {
    return { to: 'all' };
  }
  if (audience === 'list') {
    const numbers = numbersIn(input.numbers);
    return numbers.length === 0 || numbers.length > limits.numbers ? null : { to: 'list', numbers };
  }
  const target = isFound(audience) ? (input.choice?.id ?? '') : input.target;
  return target === '' ? null : { to: `${audience}:${target}` };
}

/** Send time and deadline as instants; null to send at once, or without a deadline. */
export function timesOf(input: Input, zone: string): { send: number | null; deadline: number | null } {
  const { when, sendDate, sendTime, deadlineDate, deadlineTime } = input;
  const at = (date: string, time: string): number | null =>
    date === '' || time === '' ? null : instantOf(date, time, zone);
  return {
    send: when === 'now' ? null : at(sendDate, sendTime),
    deadline: input.kind === 'notice' && input.acknowledge ? at(deadlineDate, deadlineTime) : null,
  };
}

const trim = (zh: string, en: string) => ({ zh: zh.trim(), en: en.trim() });

/** The request body. */
export function toBody(input: Input, zone: string): NewNotice {
  const { send, deadline } = timesOf(input, zone);
  const audience = audienceOf(input) ?? { to: 'all' };
  return {
    ...audience,
    id: input.id,
    type: input.kind,
    title: trim(input.titleZh, input.titleEn),
    content: trim(input.contentZh, input.contentEn),
    ...(input.link !== '' && { link: input.link }),
    ...(input.kind === 'notice' && input.acknowledge && { acknowledge: true }),
    ...(deadline !== null && { deadline: new Date(deadline).toISOString() }),
    ...(send !== null && { sendAt: new Date(send).toISOString() }),
    ...(input.files.length > 0 && { attachments: input.files.map(({ id }) => id) }),
  };
}

/** Copies the texts, audience and time of day of a notice. Its files belong to it, and its dates are in the past. */
export function copyOf({ message }: Reach, audiences: Audiences, zone: string): Input {
  const [kind = '', target = ''] = message.to.split(/:(.*)/su);
  const known = audiences.kinds.find((one) => one === kind);
  const label = [shortCode(message.audience.code), message.audience.name].filter(Boolean).join(' ');
  const clock = message.deadline === '' ? blank.deadlineTime : civilAt(Date.parse(message.deadline), zone).time;
  return {
    ...firstOf(audiences),
    kind: message.type,
    titleZh: message.title.zh ?? '',
    titleEn: message.title.en ?? '',
    contentZh: message.content.zh ?? '',
    contentEn: message.content.en ?? '',
    ...(known !== undefined && { audience: known }),
    ...(known !== undefined && isPlain(known) && { target }),
    ...(known !== undefined && isFound(known) && { choice: { id: target, label: label || target } }),
    acknowledge: message.acknowledge,
    deadlineTime: clock,
    link: message.link,
  };
}

/** One of a teacher's own groups, as a choice. */
export const groupChoice = ({ id, code }: Audiences['groups'][number]): Choice => ({ id, label: shortCode(code) });

/** One of an adviser's own classes, as a choice. */
export const classChoice = ({ name }: Audiences['classes'][number]): Choice => ({ id: name, label: name });

/** The initial form, addressed to a group if it is named; with only one class or group, to that. */
export function firstOf({ kinds, classes, groups }: Audiences, named = ''): Input {
  const group = groups.find(({ id }) => id === named);
  const audience = group === undefined ? (kinds[0] ?? 'all') : 'group';
  const only = {
    group: group ?? (groups.length === 1 ? groups[0] : undefined),
    class: classes.length === 1 ? classes[0] : undefined,
  };
  const choice = {
    group: only.group === undefined ? null : groupChoice(only.group),
    class: only.class === undefined ? null : classChoice(only.class),
  };
  return { ...blank, audience, choice: audience === 'group' || audience === 'class' ? choice[audience] : null };
}
