import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { copyText } from '@/shared/ui/copy-text';
import { CheckIcon, CopyIcon, HeadphonesIcon, HelpIcon, MoreIcon, PictureIcon } from '@/shared/ui/icons';
import type { MenuItem } from '@/shared/ui/menu';
import type { Control } from './control';
import { PlayerMenu } from './player-menus';
import { prefer, preferences } from './preferences';
import { qualityName } from './quality';

/** Chooses the quality, or sound without picture. */
export function QualityMenu({
  control,
  audioOnly,
  onAudioOnly,
}: {
  control: Control;
  audioOnly: boolean;
  /** Absent if the recording has no separate audio. */
  onAudioOnly: ((on: boolean) => void) | undefined;
}) {
  const { t } = useTranslation('player');
  const { levels, level, chosen } = useValue(control.state);
  const shown = levels[level];
  const auto = t('player.auto');
  const now = audioOnly ? t('player.audioOnly') : shown === undefined ? auto : qualityName(shown);
  if (levels.length < 2 && onAudioOnly === undefined) {
    return null;
  }
  const nameOf = (index: number): string => {
    const level = levels[index];
    return level !== undefined
      ? qualityName(level)
      : chosen === -1 && shown !== undefined
        ? t('player.autoNow', { quality: qualityName(shown) })
        : auto;
  };
  const picture: MenuItem = {
    id: 'picture',
    label: t('player.withPicture'),
    checked: false,
    onSelect: () => onAudioOnly?.(false),
  };
  const audio: MenuItem | undefined = onAudioOnly && {
    id: 'audio',
    label: t('player.audioOnly'),
    icon: HeadphonesIcon,
    separated: true,
    checked: audioOnly,
    onSelect: () => onAudioOnly(!audioOnly),
  };
  const choices: MenuItem[] = [-1, ...levels.keys()].map((index) => ({
    id: String(index),
    label: nameOf(index),
    checked: chosen === index,
    onSelect: () => control.setLevel(index),
  }));
  // Auto first, then the highest quality.
  const items = audioOnly ? [picture] : [...choices.slice(0, 1), ...choices.slice(1).toReversed()];
  return (
    <PlayerMenu
      label={t('player.qualityNow', { quality: now })}
      items={audio === undefined ? items : [...items, audio]}
    >
      {audioOnly ? <HeadphonesIcon /> : now}
    </PlayerMenu>
  );
}

/** Controls that don't fit or are rarely needed. */
export function MoreMenu({ control, onHelp }: { control: Control; onHelp: () => void }) {
  const { t } = useTranslation('player');
  const { autoNext } = useValue(preferences);
  const copy = async (): Promise<void> => {
    const url = new URL(globalThis.location.href);
    url.searchParams.set('t', String(Math.floor(control.time.get())));
    await copyText(url.href, t('player.linkCopied'), t('player.linkNotCopied', { link: url.href }));
  };
  const items: MenuItem[] = [
    {
      id: 'next',
      label: autoNext ? t('player.autoNextOff') : t('player.autoNextOn'),
      icon: CheckIcon,
      onSelect: () => prefer({ autoNext: !autoNext }),
    },
    {
      id: 'link',
      label: t('player.copyLink'),
      icon: CopyIcon,
      onSelect: () => void copy(),
    },
    ...(document.pictureInPictureEnabled
      ? [
          {
            id: 'picture',
            label: t('player.pictureInPicture'),
            icon: PictureIcon,
            onSelect: control.togglePictureInPicture,
          },
        ]
      : []),
    { id: 'help', label: t('player.help'), icon: HelpIcon, onSelect: onHelp },
  ];
  return (
    <PlayerMenu label={t('player.more')} items={items}>
      <MoreIcon />
    </PlayerMenu>
  );
}
