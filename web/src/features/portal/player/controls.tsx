import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { classNames } from '@/shared/ui/class-names';
import {
  ExpandIcon,
  MutedIcon,
  PauseIcon,
  PictureIcon,
  ReplayIcon,
  ShrinkIcon,
  StartIcon,
  TheatreIcon,
  VolumeIcon,
  type IconType,
} from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import type { Chapter } from './chapters';
import type { Control } from './control';
import { CaptionsMenu, ChapterMenu, SpeedMenu } from './player-menus';
import { MoreMenu, QualityMenu } from './quality-menu';
import styles from './player.module.css';
import { prefer, preferences } from './preferences';
import { SeekBar } from './seek-bar';
import { clockText } from '@/shared/time/length';
import type { WireCaption } from './wire';

/** What the controls show. */
interface Shown {
  lesson: string;
  chapters: readonly Chapter[];
  captions: readonly WireCaption[];
  /** The language of the captions on screen; empty when they are off. */
  captionsShown: string;
  sprite: string;
  live: boolean;
  audioOnly: boolean;
}

interface Props extends Shown {
  control: Control;
  onCaptions: (language: string) => void;
  onAudioOnly: ((on: boolean) => void) | undefined;
  onHelp: () => void;
}

function PlayerButton({
  icon: Icon,
  label,
  onPress,
  pressed,
  wide = false,
}: {
  icon: IconType;
  label: string;
  onPress: () => void;
  pressed?: boolean;
  /** Shown only if there is room. */
  wide?: boolean;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={classNames(styles['button'], wide && styles['wide'])}
      onClick={onPress}
    >
      <Icon size={22} />
    </button>
  );
}

function Volume({ control }: { control: Control }) {
  const { t } = useTranslation('player');
  const { volume, muted } = useValue(control.state);
  return (
    <Row as="span" className={classNames(styles['volume'], styles['wide'])}>
      <PlayerButton
        icon={muted || volume === 0 ? MutedIcon : VolumeIcon}
        label={muted ? t('player.unmute') : t('player.mute')}
        onPress={control.mute}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        aria-label={t('player.volume')}
        onChange={({ target }) => control.setVolume(Number(target.value))}
      />
    </Row>
  );
}

function Time({ control }: { control: Control }) {
  const { duration } = useValue(control.state);
  const time = useValue(control.time);
  return (
    <span className={styles['time']}>
      {clockText(time)} / {clockText(duration)}
    </span>
  );
}

/** The controls below the picture. */
export function Controls({ control, onCaptions, onAudioOnly, onHelp, ...shown }: Props) {
  const { t } = useTranslation('player');
  const { playing, ended, full, pictureInPicture } = useValue(control.state);
  const { theatre } = useValue(preferences);
  return (
    <div className={styles['bottom']}>
      {!shown.live && (
        <SeekBar control={control} lesson={shown.lesson} sprite={shown.sprite} chapters={shown.chapters} />
      )}
      <Row gap={0.5} shrink>
        <PlayerButton
          icon={playing ? PauseIcon : ended ? ReplayIcon : StartIcon}
          label={playing ? t('player.pause') : ended ? t('player.again') : t('player.play')}
          onPress={control.toggle}
        />
        <Volume control={control} />
        {shown.live ? (
          <Row as="span" gap={1.5} inline className={styles['live']}>
            {t('live')}
          </Row>
        ) : (
          <Time control={control} />
        )}
        <ChapterMenu control={control} chapters={shown.chapters} />
        <span className={styles['space']} />
        {!shown.live && <SpeedMenu control={control} />}
        <CaptionsMenu captions={shown.captions} shown={shown.captionsShown} onChoose={onCaptions} />
        <QualityMenu control={control} audioOnly={shown.audioOnly} onAudioOnly={onAudioOnly} />
        {document.pictureInPictureEnabled && (
          <PlayerButton
            wide
            icon={PictureIcon}
            label={t('player.pictureInPicture')}
            pressed={pictureInPicture}
            onPress={control.togglePictureInPicture}
          />
        )}
        <MoreMenu control={control} onHelp={onHelp} />
        {!full && (
          <PlayerButton
            wide
            icon={TheatreIcon}
            label={t('player.theatre')}
            pressed={theatre}
            onPress={() => prefer({ theatre: !theatre })}
          />
        )}
        <PlayerButton
          icon={full ? ShrinkIcon : ExpandIcon}
          label={full ? t('player.leaveFull') : t('player.full')}
          onPress={control.toggleFull}
        />
      </Row>
    </div>
  );
}
