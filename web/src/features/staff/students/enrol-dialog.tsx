import { useState } from 'react';
import { api } from '@/shared/api/api';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import type { Locale } from '@/shared/i18n/locale';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Combobox } from '@/shared/ui/staff/combobox';
import { DateField } from '@/shared/ui/staff/date-field';
import type { Choice, Search } from '@/shared/ui/staff/use-search';
import { ActionFrame, type ActionProps } from './action-dialogs';
import { useEnrol } from './use-enrol';

/** Finds groups of the current term by code, name, course or teacher. */
function groupSearch(locale: Locale, label: string): Search {
  return async (search, signal) => {
    const { items } = await api.get('/api/admin/groups', { query: { search }, signal, quiet: true });
    const choices = items.map((group) => ({
      id: group.id,
      label: nameIn(locale, group.course),
      note: [
        shortCode(group.code),
        ...group.teachers.map((teacher) => nameIn(locale, teacher)),
        String(group.size),
      ].join(' · '),
    }));
    return [{ label, choices }];
  };
}

const words = {
  enrol: { title: 'enrol.title', text: 'enrol.text', action: 'enrol.do', day: 'enrol.from' },
  drop: { title: 'drop.title', text: 'drop.text', action: 'drop.do', day: 'drop.until' },
} as const;

interface Props extends ActionProps {
  kind: 'enrol' | 'drop';
  /** The group whose button was pressed, if any. */
  group?: Choice | undefined;
}

/**
 * Enrols students in a group or removes them. Both send messages at once, so it first shows how many and what they say.
 */
export function EnrolDialog({ kind, people, group: first, onClose }: Props) {
  const { t, locale } = useTranslation('students');
  const today = civilAt(useNow(), useZone()).date;
  const [group, setGroup] = useState<Choice | null>(first ?? null);
  const [day, setDay] = useState(today);
  const { mutate, error, isPending } = useEnrol(kind);
  return (
    <ActionFrame
      {...{ people, onClose, error }}
      title={t(words[kind].title)}
      text={t(words[kind].text, { count: people.length })}
      action={t(words[kind].action, { count: people.length })}
      busy={isPending}
      missing={group === null ? t('enrol.missing') : ''}
      onDo={() => group && mutate({ people, group: group.id, day }, { onSuccess: onClose })}
    >
      <Combobox
        label={t('enrol.group')}
        hint={t('enrol.groupHint')}
        required
        value={group}
        onChange={setGroup}
        search={groupSearch(locale, t('enrol.groups'))}
      />
      <DateField label={t(words[kind].day)} value={day} onChange={setDay} {...(kind === 'drop' && { max: today })} />
    </ActionFrame>
  );
}
