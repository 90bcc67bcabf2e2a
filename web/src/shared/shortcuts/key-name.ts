/** The part of a keyboard event that says which key it was. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * A key as shortcuts are written: 'j', '?', 'Escape', 'Ctrl+Enter', 'Shift+x'. Ctrl is Command on a Mac. Shift counts
 * with letters and named keys; in '?' it is part of the character.
 */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const shift = shiftKey && (name.length > 1 || name !== name.toUpperCase());
  const held = [(ctrlKey || metaKey) && 'Ctrl+', altKey && 'Alt+', shift && 'Shift+'];
  return held.filter(Boolean).join('') + name;
}

/** Whether a shortcut is made of characters alone: such keys sleep in fields and can be switched off. */
export function isSingle(keys: string): boolean {
  return keys.split(' ').every((key) => key.replace(/^Shift\+/u, '').length === 1);
}

/** Whether the focus is where keys have a meaning of their own: text, lists, menus, or a button pressed by space. */
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
