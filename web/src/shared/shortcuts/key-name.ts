/** The part of a keyboard event that identifies the key. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * A key in the notation of shortcuts: 'j', '?', 'Escape', 'Ctrl+Enter', 'Shift+x'. Ctrl means Command on a Mac. Shift
 * is written with letters and named keys; in '?' it is part of the character.
 */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const shift = shiftKey && (name.length > 1 || name !== name.toUpperCase());
  const modifiers = [(ctrlKey || metaKey) && 'Ctrl+', altKey && 'Alt+', shift && 'Shift+'];
  return modifiers.filter(Boolean).join('') + name;
}

/** Whether a shortcut consists of characters only: such keys are ignored in fields and can be turned off. */
export function isSingle(keys: string): boolean {
  return keys.split(' ').every((key) => key.replace(/^Shift\+/u, '').length === 1);
}

/**
 * Whether the focused element uses the key itself: text fields, lists, menus, or a button pressed with the space bar.
 */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) {
    return false;
  }
  if (target.closest('dialog, [role="menu"], [role="listbox"], [contenteditable="true"]') !== null) {
    return true;
  }
  if (target.matches('textarea, select, input:not([type="range"], [type="checkbox"])')) {
    return true;
  }
  return key === ' ' && target.matches('button, a, summary, input');
}
