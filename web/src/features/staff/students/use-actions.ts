import { useMutation } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import type { Key } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import type { Status } from './filter';
import type { Done, Person } from './person';
import { studentsQueries } from './queries';

function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  all.forEach((one) => groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]));
  return groups;
}

export const idsOf = (people: readonly Person[]): string[] => people.map(({ id }) => id);

/** Long lists take longer than the usual timeout. */
export const longCall = { quiet: true, timeout: 60_000 } as const;

/** Reports what was done, and who was skipped and why. */
function useReport() {
  const { t } = useTranslation('students');
  return (people: readonly Person[], { left }: Pick<Done, 'left'>): void => {
    const reasons = groupBy(left, ({ code }) => code);
    for (const [code, ones] of reasons) {
      const key = `left.${code.replace('.', '-')}`;
      const why = t(key as Key<'students'>);
      const names = ones
        .slice(0, 3)
        .map(({ student }) => people.find(({ id }) => id === student)?.name ?? '')
        .join(t('list.comma'));
      notify('warning', t('left.out', { count: ones.length, names, why: why === key ? code : why }));
    }
  };
}

const setEnabled = async (people: readonly Person[], enabled: boolean, reason: string): Promise<Done> => {
  const done = await api.post('/api/admin/students/enabled', {
    body: { students: idsOf(people), enabled, ...(reason !== '' && { reason }) },
    ...longCall,
  });
  await refresh(studentsQueries.all());
  return done;
};
const setStatus = async (people: readonly Person[], status: Status, reason: string): Promise<Done> => {
  const done = await api.post('/api/admin/students/status', {
    body: { students: idsOf(people), status, ...(reason !== '' && { reason }) },
    ...longCall,
  });
  await refresh(studentsQueries.all());
  return done;
};
/** Restores each student's earlier status: one call per status. */
const restoreStatus = async (people: readonly Person[]): Promise<void> => {
  for (const [status, ones] of groupBy(people, ({ enrolmentStatus }) => enrolmentStatus)) {
    await setStatus(ones, status, '');
  }
};

export function useActions() {
  const { t } = useTranslation('students');
  return { report: useReport(), t };
}

/** Replaces passwords with one-time codes. Only this response contains them. */
export function useHandOut() {
  const { report } = useActions();
  return useMutation({
    mutationFn: (people: readonly Person[]) =>
      api.post('/api/admin/students/codes', { body: { students: idsOf(people) }, ...longCall }),
    onSuccess: (answer, people) => {
      report(people, answer);
      void refresh(studentsQueries.all());
    },
    gcTime: 0, // don't keep codes in memory
  });
}

export function useEndSessions() {
  const { report, t } = useActions();
  return useMutation({
    mutationFn: (people: readonly Person[]) =>
      api.post('/api/admin/students/end-sessions', { body: { students: idsOf(people) }, ...longCall }),
    onSuccess: (answer, people) => {
      if (answer.done > 0) {
        notify('success', t('endSessions.done', { count: answer.done }));
      }
      report(people, answer);
      void refresh(studentsQueries.all());
    },
  });
}

/** Closes accounts with a reason, or opens them; both can be undone. */
export function useEnable() {
  const { report, t } = useActions();
  return useMutation({
    mutationFn: ({ people, enabled, reason }: { people: readonly Person[]; enabled: boolean; reason: string }) =>
      setEnabled(people, enabled, reason),
    onSuccess: (answer, { people, enabled, reason }) => {
      const done = people.filter(({ id }) => !answer.left.some(({ student }) => student === id));
      const text = t(enabled ? 'open.done' : 'close.done', { count: answer.done });
      report(people, answer);
      if (answer.done === 0) {
        return;
      }
      if (enabled && reason === '') {
        notify('success', text); // no undo: the reasons for closing them are unknown here
      } else {
        notifyUndo(text, async () => {
          await setEnabled(done, !enabled, enabled ? reason : '');
        });
      }
    },
  });
}

/** Changes the status of students; undo restores the status each had. */
export function useStatus() {
  const { report, t } = useActions();
  return useMutation({
    mutationFn: ({ people, status, reason }: { people: readonly Person[]; status: Status; reason: string }) =>
      setStatus(people, status, reason),
    onSuccess: (answer, { people, status }) => {
      const done = people.filter(({ id }) => !answer.left.some(({ student }) => student === id));
      report(people, answer);
      if (answer.done > 0) {
        const words = t(`status.${status}`);
        notifyUndo(t('status.done', { count: answer.done, status: words }), () => restoreStatus(done));
      }
    },
  });
}
