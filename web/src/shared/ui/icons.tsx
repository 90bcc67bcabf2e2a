import type { ReactNode, SVGProps } from 'react';
import styles from './icons.module.css';

/** Icons are decorative: the control around them has the name. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };

/** An icon component, as a prop. */
export type IconType = (props: IconProps) => ReactNode;

/** One style for all: a 20 px box, strokes of 1.5 with round ends, no fill. */
function icon(drawing: ReactNode): IconType {
  return function Icon({ size = 20, className, ...props }: IconProps) {
    return (
      <svg
        viewBox="0 0 20 20"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
        className={className === undefined ? styles['icon'] : `${styles['icon'] ?? ''} ${className}`}
      >
        {drawing}
      </svg>
    );
  };
}

const stroke = (...paths: readonly string[]): IconType => icon(paths.map((path) => <path key={path} d={path} />));

export const HomeIcon = stroke('M3 9.2 10 3.2l7 6', 'M5 8v8.2h3.6v-4.4h2.8v4.4H15V8');
export const CalendarIcon = stroke('M3.5 5h13v11.5h-13z', 'M3.5 8.5h13', 'M7 3v3.4M13 3v3.4');
export const PlayIcon = stroke('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z', 'm8.4 7.2 4.4 2.8-4.4 2.8Z');
export const PersonIcon = stroke('M10 3.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Z', 'M3.8 16.8a6.2 6.2 0 0 1 12.4 0');
export const PeopleIcon = stroke(
  'M7.6 3.6a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  'M2.4 16.2c.5-2.9 2.6-4.4 5.2-4.4s4.7 1.5 5.2 4.4',
  'M13 4.2a2.8 2.8 0 0 1 0 5.2M14.4 12.2c1.7.5 2.8 1.8 3.2 4',
);
export const DeskIcon = stroke('M3.4 11.2 5.2 4h9.6l1.8 7.2v5.2H3.4Z', 'M3.4 11.2h4l1 2h3.2l1-2h4');
export const HistoryIcon = stroke('M4 7.2A6.8 6.8 0 1 1 3.4 11', 'M3.6 3.4v4h4', 'M10 6.4V10l2.6 1.6');
export const GridIcon = stroke('M3.4 3.4h5v5h-5zM11.6 3.4h5v5h-5zM3.4 11.6h5v5h-5zM11.6 11.6h5v5h-5z');
export const BellIcon = stroke('M5.2 13.6V9a4.8 4.8 0 0 1 9.6 0v4.6l1.4 1H3.8Z', 'M8.4 17h3.2');
export const GlobeIcon = stroke(
  'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z',
  'M2.8 10h14.4',
  'M10 2.8c2 2 3 4.4 3 7.2s-1 5.2-3 7.2c-2-2-3-4.4-3-7.2s1-5.2 3-7.2Z',
);
export const MoonIcon = stroke('M16.8 11.6A7 7 0 0 1 8.4 3.2a7 7 0 1 0 8.4 8.4Z');
export const SunIcon = stroke(
  'M10 6.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8Z',
  'M10 2.6v1.2M10 16.2v1.2M2.6 10h1.2M16.2 10h1.2M4.8 4.8l.8.8M14.4 14.4l.8.8M15.2 4.8l-.8.8M5.6 14.4l-.8.8',
);
export const GearIcon = stroke(
  'M10 7.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Z',
  'M8.6 2.9h2.8l.4 2 1.5.9 2-.7 1.4 2.4-1.6 1.4v2.2l1.6 1.4-1.4 2.4-2-.7-1.5.9-.4 2H8.6' +
    'l-.4-2-1.5-.9-2 .7-1.4-2.4 1.6-1.4V8.9L3.3 7.5l1.4-2.4 2 .7 1.5-.9Z',
);
export const SearchIcon = stroke('M9 3.4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 9 3.4Z', 'm13.2 13.2 3.6 3.6');
export const ExpandIcon = stroke('M3.4 7.4v-4h4M12.6 3.4h4v4M16.6 12.6v4h-4M7.4 16.6h-4v-4');
export const ShrinkIcon = stroke('M7.4 3.4v4h-4M16.6 7.4h-4v-4M12.6 16.6v-4h4M3.4 12.6h4v4');
export const MenuIcon = stroke('M3.4 5.4h13.2M3.4 10h13.2M3.4 14.6h13.2');
export const CollapseIcon = stroke('M3.4 4.6h13.2M9 10h7.6M3.4 15.4h13.2', 'M6 7.6 3.4 10 6 12.4');
export const UncollapseIcon = stroke('M3.4 4.6h13.2M9 10h7.6M3.4 15.4h13.2', 'M3.8 7.6 6.4 10l-2.6 2.4');
export const CloseIcon = stroke('m5 5 10 10M15 5 5 15');
/** An empty check box. */
export const BoxIcon = stroke('M4 4h12v12H4z');
export const CheckIcon = stroke('m4 10.4 4 4 8-8.8');
export const PlusIcon = stroke('M10 4v12M4 10h12');
export const MinusIcon = stroke('M4 10h12');
export const ChevronLeftIcon = stroke('m12.4 4.6-5.2 5.4 5.2 5.4');
export const ChevronRightIcon = stroke('m7.6 4.6 5.2 5.4-5.2 5.4');
export const ChevronDownIcon = stroke('m4.6 7.6 5.4 5.2 5.4-5.2');
export const ChevronUpIcon = stroke('m4.6 12.4 5.4-5.2 5.4 5.2');
export const ArrowLeftIcon = stroke('M16.4 10H3.6', 'm8.4 5-4.8 5 4.8 5');
export const ExternalIcon = stroke('M8.4 4.4H4v11.6h11.6v-4.4', 'M11.4 3.4h5.2v5.2M16.4 3.6 9.4 10.6');
export const PhoneIcon = stroke('M6 2.8h8v14.4H6z', 'M9.2 14.8h1.6');
export const LockIcon = stroke('M4.6 9h10.8v7.6H4.6z', 'M6.8 9V6.6a3.2 3.2 0 0 1 6.4 0V9');
export const EyeIcon = stroke(
  'M2.4 10S5.2 4.8 10 4.8 17.6 10 17.6 10 14.8 15.2 10 15.2 2.4 10 2.4 10Z',
  'M10 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
);
export const EyeOffIcon = stroke(
  'M4.6 6.4C3.2 7.8 2.4 10 2.4 10S5.2 15.2 10 15.2c1.4 0 2.6-.4 3.6-1' +
    'M8.2 5c.6-.1 1.2-.2 1.8-.2 4.8 0 7.6 5.2 7.6 5.2s-.5 1-1.5 2.1',
  'm3.6 3.6 12.8 12.8',
);
export const ReloadIcon = stroke('M16.2 8.2A6.6 6.6 0 1 0 16.4 12', 'M16.6 4.2v4.2h-4.2');
export const LogoutIcon = stroke('M8.4 3.6H4v12.8h4.4', 'M8.6 10h8M13.4 6.6 16.8 10l-3.4 3.4');
export const SwitchIcon = stroke('M3.4 7.2h12M12.2 4l3.2 3.2M16.6 12.8h-12M7.8 16l-3.2-3.2');
export const ShieldIcon = stroke('M10 2.8 16 5v5c0 3.4-2.4 6-6 7.2C6.4 16 4 13.4 4 10V5Z', 'm7.4 9.8 2 2 3.4-3.8');
export const DeviceIcon = stroke('M3.4 4.4h13.2v8.8H3.4z', 'M7.4 16.4h5.2M10 13.2v3.2');
export const PinIcon = stroke(
  'M10 17s5.4-4.8 5.4-8.8a5.4 5.4 0 0 0-10.8 0C4.6 12.2 10 17 10 17Z',
  'M10 6.4a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
);
export const BookIcon = stroke(
  'M4 4h5a1 1 0 0 1 1 1v11.4a1.4 1.4 0 0 0-1.4-1.2H4Z',
  'M16 4h-5a1 1 0 0 0-1 1v11.4a1.4 1.4 0 0 1 1.4-1.2H16Z',
);
export const HelpIcon = stroke(
  'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z',
  'M8 8a2 2 0 1 1 3 1.8c-.7.4-1 .8-1 1.6M10 13.6v.2',
);
export const InfoIcon = stroke('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z', 'M10 9v4.4M10 6.4v.2');
export const SuccessIcon = stroke('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z', 'm6.8 10.2 2.2 2.2 4.2-4.6');
export const WarningIcon = stroke('M10 3.2 17.4 16H2.6Z', 'M10 8v3.8M10 13.8v.2');
export const ErrorIcon = stroke('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z', 'M10 6.2v4.6M10 13.4v.2');
export const CopyIcon = stroke('M7 7h9.4v9.4H7z', 'M13 7V3.6H3.6V13H7');
export const KeyboardIcon = stroke(
  'M2.6 5.4h14.8v9.2H2.6z',
  'M5.6 8.2h.2M8.6 8.2h.2M11.4 8.2h.2M14.4 8.2h.2M6.6 11.8h6.8',
);
export const MoreIcon = icon(
  [5, 10, 15].map((x) => <circle key={x} cx={x} cy={10} r={1.2} fill="currentColor" stroke="none" />),
);
/** Solid, as in other players: easy to see over a moving picture. */
export const StartIcon = icon(<path d="M6 4.2v11.6l9.4-5.8Z" fill="currentColor" />);
export const PauseIcon = icon(<path d="M6 4.4h2.4v11.2H6zM11.6 4.4H14v11.2h-2.4z" fill="currentColor" />);
export const ReplayIcon = stroke('M4 7.2A6.8 6.8 0 1 1 3.4 11', 'M3.6 3.4v4h4');
export const VolumeIcon = stroke(
  'M3.4 7.8h2.8L10 4.6v10.8l-3.8-3.2H3.4Z',
  'M12.8 7.6a3.4 3.4 0 0 1 0 4.8M14.8 5.4a6.4 6.4 0 0 1 0 9.2',
);
export const MutedIcon = stroke('M3.4 7.8h2.8L10 4.6v10.8l-3.8-3.2H3.4Z', 'm12.8 7.8 4.4 4.4M17.2 7.8l-4.4 4.4');
export const CaptionsIcon = stroke(
  'M2.8 4.6h14.4v10.8H2.8z',
  'M8.8 8.8a1.8 1.8 0 1 0 0 2.4M14.4 8.8a1.8 1.8 0 1 0 0 2.4',
);
export const PictureIcon = stroke('M2.8 4.6h14.4v10.8H2.8z', 'M10.4 10h4.4v3.2h-4.4z');
export const TheatreIcon = stroke('M2.8 6h14.4v8H2.8z');
export const HeadphonesIcon = stroke(
  'M3.6 12.4V10a6.4 6.4 0 0 1 12.8 0v2.4',
  'M3.6 11.6h2.6v4.2H4.8a1.2 1.2 0 0 1-1.2-1.2ZM16.4 11.6h-2.6v4.2h1.4a1.2 1.2 0 0 0 1.2-1.2Z',
);
export const DownloadIcon = stroke('M10 3.4v9M6.4 9 10 12.6 13.6 9', 'M3.8 16.4h12.4');
export const UploadIcon = stroke('M10 12.6v-9M6.4 7 10 3.4 13.6 7', 'M3.8 16.4h12.4');
export const PencilIcon = stroke('m4 16 .8-3.6L13.4 3.8l2.8 2.8-8.6 8.6Z', 'm11.6 5.6 2.8 2.8');
export const TrashIcon = stroke(
  'M3.8 5.6h12.4M8 5.4V3.6h4v1.8',
  'M5.4 5.8l.8 10.6h7.6l.8-10.6M8.6 8.8v4.8M11.4 8.8v4.8',
);
export const FileIcon = stroke('M5 2.8h6.4L15 6.4v10.8H5Z', 'M11.2 3v3.6h3.6');
/** The product's logo, a lectern, white on the accent. */
export const BrandIcon = stroke('M4.4 5h11.2l-1.6 4.4H6Z', 'M10 9.4v6.2M6.6 15.8h6.8');
