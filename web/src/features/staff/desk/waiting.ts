import type { Key } from '@/shared/i18n/catalogue';
import type { Tone } from '@/shared/ui/badge';
import {
  BellIcon,
  CalendarIcon,
  DeviceIcon,
  FileIcon,
  LockIcon,
  PersonIcon,
  PlayIcon,
  type IconType,
} from '@/shared/ui/icons';
import type { Waiting } from './queries';

/** How a kind of task is described, and the page where it is done. */
interface About {
  text: Key<'desk'>;
  hint: Key<'desk'>;
  icon: IconType;
  tone: Extract<Tone, 'neutral' | 'warning' | 'danger'>;
  /** Undefined if there is no page for it. */
  href: string | undefined;
}

export const waitingKinds = {
  'logins.guessed': {
    text: 'waiting.loginsGuessed',
    hint: 'waiting.loginsGuessedHint',
    icon: LockIcon,
    tone: 'danger',
    href: '/admin/audit?action=account.guessed',
  },
  'timetable.clashes': {
    text: 'waiting.timetableClashes',
    hint: 'waiting.timetableClashesHint',
    icon: CalendarIcon,
    tone: 'danger',
    href: '/admin/timetable/clashes',
  },
  'timetable.requests': {
    text: 'waiting.timetableRequests',
    hint: 'waiting.timetableRequestsHint',
    icon: CalendarIcon,
    tone: 'warning',
    href: '/admin/timetable?panel=draft',
  },
  'recordings.failed': {
    text: 'waiting.recordingsFailed',
    hint: 'waiting.recordingsFailedHint',
    icon: PlayIcon,
    tone: 'danger',
    href: '/admin/recordings?show=failed',
  },
  'recordings.unmatched': {
    text: 'waiting.recordingsUnmatched',
    hint: 'waiting.recordingsUnmatchedHint',
    icon: PlayIcon,
    tone: 'warning',
    href: '/admin/recordings?show=unmatched',
  },
  'imports.refused': {
    text: 'waiting.importsRefused',
    hint: 'waiting.importsRefusedHint',
    icon: FileIcon,
    tone: 'warning',
    href: '/admin/imports?state=open',
  },
  'notices.unanswered': {
    text: 'waiting.noticesUnanswered',
    hint: 'waiting.noticesUnansweredHint',
    icon: BellIcon,
    tone: 'warning',
    href: '/admin/notices?state=sent',
  },
  'accounts.never': {
    text: 'waiting.accountsNever',
    hint: 'waiting.accountsNeverHint',
    icon: PersonIcon,
    tone: 'neutral',
    href: '/admin/students?login=never',
  },
  'accounts.firstPassword': {
    text: 'waiting.accountsFirstPassword',
    hint: 'waiting.accountsFirstPasswordHint',
    icon: LockIcon,
    tone: 'neutral',
    href: '/admin/students?login=firstPassword',
  },
  'jobs.dead': {
    text: 'waiting.jobsDead',
    hint: 'waiting.jobsDeadHint',
    icon: DeviceIcon,
    tone: 'danger',
    href: '/admin/system?state=dead',
  },
} as const satisfies Readonly<Record<Waiting['kind'], About>>;

/** The server stops counting here. */
const mostCounted = 1000;

/** The count as text, such as '12' or '1000+'. */
export function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted}+` : String(count);
}
