import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { CaptionsIcon } from '@/shared/ui/icons';
import { Menu, type MenuItem, type TriggerProps } from '@/shared/ui/menu';
import { classNames } from '@/shared/ui/class-names';
import { chapterAt, type Chapter } from './chapters';
import type { Control } from './control';
import styles from './player.module.css';
import { speeds } from './shortcuts';
import { clockText } from '@/shared/time/length';
import type { WireCaption } from './wire';

interface TextMenuProps {
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
  on?: boolean;
  children: ReactNode;
}

/** A button of the player that opens a list above it. */
export function PlayerMenu({ label, items, className, on = false, children }: TextMenuProps) {
  const trigger = (props: TriggerProps) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-on={on}
      className={classNames(styles['button'], className)}
      {...props}
    >
      {children}
    </button>
  );
  return <Menu above label={label} items={items} renderTrigger={trigger} />;
}

/** Chooses the playback speed. */
export function SpeedMenu({ control }: { control: Control }) {
  const { t } = useTranslation('player');
  const formats = useFormats();
  const { rate } = useValue(control.state);
  const name = (speed: number): string => t('player.times', { speed: formats.number(speed) });
  const items = speeds.map((speed) => ({
    id: String(speed),
    label: speed === 1 ? t('player.normalSpeed') : name(speed),
    checked: speed === rate,
    onSelect: () => control.setRate(speed),
  }));
  return (
    <PlayerMenu label={t('player.speedNow', { speed: name(rate) })} items={items}>
      {name(rate)}
    </PlayerMenu>
  );
}

/** Chooses the captions. */
export function CaptionsMenu({
  captions,
  shown,
  onChoose,
}: {
  captions: readonly WireCaption[];
  /** The language; empty when off. */
  shown: string;
  onChoose: (language: string) => void;
}) {
  const { t } = useTranslation('player');
  if (captions.length === 0) {
    return null;
  }
  const items = [
    { id: 'off', label: t('player.captionsOff'), checked: shown === '', onSelect: () => onChoose('') },
    ...captions.map(({ language, label }) => ({
      id: language,
      label,
      checked: shown === language,
      onSelect: () => onChoose(language),
    })),
  ];
  return (
    <PlayerMenu label={t('player.captions')} items={items} on={shown !== ''}>
      <CaptionsIcon size={22} />
    </PlayerMenu>
  );
}

/** Shows the current chapter and jumps to others. */
export function ChapterMenu({ control, chapters }: { control: Control; chapters: readonly Chapter[] }) {
  const { t } = useTranslation('player');
  const time = useValue(control.time);
  const now = chapterAt(chapters, time);
  if (now === undefined) {
    return null;
  }
  const items = chapters.map((chapter) => ({
    id: String(chapter.start),
    label: t('player.chapterAt', { time: clockText(chapter.start), title: chapter.title }),
    checked: chapter === now,
    onSelect: () => control.seek(chapter.start),
  }));
  return (
    <PlayerMenu
      label={t('player.chapterNow', { title: now.title })}
      items={items}
      className={classNames(styles['chapter'], styles['wide'])}
    >
      <span>{now.title}</span>
    </PlayerMenu>
  );
}
