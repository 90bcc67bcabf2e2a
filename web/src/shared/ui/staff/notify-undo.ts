import { i18n } from '@/shared/i18n/i18n';
import { addShortcuts } from '@/shared/shortcuts/shortcuts';
import { dismiss, notices, notify } from '@/shared/store/notices';

/**
 * Says that something is done and offers to undo it, for ten seconds: by the button, or by Ctrl+Z wherever nobody
 * types. `undo` reports its own failure, as every call does.
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
            return false; // there it takes back what was typed
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
