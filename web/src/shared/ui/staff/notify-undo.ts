import { i18n } from '@/shared/i18n/i18n';
import { addShortcuts } from '@/shared/shortcuts/shortcuts';
import { dismiss, notices, notify } from '@/shared/store/notices';

/**
 * Confirms an action and offers to undo it for ten seconds: with the button, or with Ctrl+Z outside text fields. `undo`
 * reports its own failure, like every call.
 */
export function notifyUndo(text: string, undo: () => void | Promise<void>): void {
  const t = i18n.translator('staff');
  const run = (): void => void undo();
  const id = notify('success', text, { label: t('undo.do'), run });
  const isShown = (): boolean => notices.get().some((notice) => notice.id === id);
  const removeKey = addShortcuts({
    inDialog: false,
    map: {
      'Ctrl+z': {
        label: t('undo.last'),
        group: 'everywhere',
        run: ({ target }) => {
          if (target instanceof Element && target.matches('input, textarea, [contenteditable="true"]')) {
            return false; // in a field, it undoes typing
          }
          dismiss(id);
          run();
          return true;
        },
      },
    },
  });
  const stop = notices.subscribe(() => {
    if (!isShown()) {
      stop();
      removeKey();
    }
  });
}
