import { notify } from '@/shared/store/notices';

/** Copies a text to the clipboard, and notifies the user whether that worked. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', copied);
  } catch {
    notify('warning', notCopied);
  }
}
