import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip, type Tone } from '@/shared/ui/badge';
import { BookIcon, LogoutIcon, PauseIcon, SuccessIcon, SwitchIcon, type IconType } from '@/shared/ui/icons';
import type { Status } from './filter';

const looks: Readonly<Record<Status, { tone: Tone; icon: IconType }>> = {
  enrolled: { tone: 'success', icon: SuccessIcon },
  suspended: { tone: 'warning', icon: PauseIcon },
  exchange: { tone: 'accent', icon: SwitchIcon },
  graduated: { tone: 'neutral', icon: BookIcon },
  withdrawn: { tone: 'danger', icon: LogoutIcon },
};

/** A student's status as a word and a shape; the colour only repeats it. */
export function StatusMark({ status }: { status: Status }) {
  const { t } = useTranslation('students');
  const { tone, icon: Icon } = looks[status];
  return (
    <Chip tone={tone}>
      <Icon size={14} />
      {t(`status.${status}`)}
    </Chip>
  );
}
