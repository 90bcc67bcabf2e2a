import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

/** The two themes; the first is the default. */
export type Theme = 'light' | 'dark';

/** The theme of the page, stored; `useValue(theme)` in a component. An unknown stored value counts as light. */
export const theme = createPersisted<Theme>(storageKeys.theme, {
  parse: (text) => (text === 'dark' ? 'dark' : 'light'),
  format: (value) => value,
});

/** The specification's theme colour. */
export const themeColour = '#165DFF';

/** Keeps <html data-theme> in step with the theme, also when another tab changes it. Returns how to stop. */
export function followTheme(root: HTMLElement = document.documentElement): () => void {
  const apply = (): void => {
    root.dataset['theme'] = theme.get();
  };
  apply();
  return theme.subscribe(apply);
}

/** Changes light to dark and back. */
export function toggleTheme(): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
}
