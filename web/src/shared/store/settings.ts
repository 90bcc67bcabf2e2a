import { storageKeys } from './keys';
import { createPersisted, createValue, type Value } from './value';

/** The layout of the shell. */
export interface Settings {
  navbar: boolean;
  menu: boolean;
  topMenu: boolean;
  footer: boolean;
  tabBar: boolean;
  menuFromServer: boolean;
  menuWidth: number;
  colorWeak: boolean;
  /** Whether the settings drawer is open. */
  globalSettings: boolean;
  /** The only setting that outlives the page. */
  menuCollapse: boolean;
}

const collapsed = createPersisted<boolean>(storageKeys.menuCollapsed, {
  parse: (text) => text === 'true',
  format: String,
});

/** The specification's layout. */
export const defaultSettings: Readonly<Settings> = {
  navbar: true,
  menu: true,
  topMenu: false,
  footer: true,
  tabBar: false,
  menuFromServer: false,
  menuWidth: 220,
  colorWeak: false,
  globalSettings: false,
  menuCollapse: false,
};

const others = createValue<Omit<Settings, 'menuCollapse'>>(defaultSettings);

let seen: Settings = defaultSettings;

function current(): Settings {
  const next: Settings = { ...others.get(), menuCollapse: collapsed.get() };
  const same = (Object.keys(next) as (keyof Settings)[]).every((key) => next[key] === seen[key]);
  return same ? seen : (seen = next);
}

/** The settings of this page; change them with updateSettings. */
export const settings: Value<Settings> = {
  get: current,
  set({ menuCollapse, ...rest }) {
    others.set(rest);
    if (menuCollapse !== collapsed.get()) {
      collapsed.set(menuCollapse);
    }
  },
  subscribe(listener) {
    const ends = [others.subscribe(listener), collapsed.subscribe(listener)];
    return () => ends.forEach((end) => end());
  },
};

/** Changes some settings. Turning the top menu on also expands the menu, because a top menu can't be collapsed. */
export function updateSettings(change: Partial<Settings>): void {
  const opened = change.topMenu === true ? { menuCollapse: false } : {};
  settings.set({ ...current(), ...change, ...opened });
}
