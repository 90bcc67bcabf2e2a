import { notify } from '@/shared/store/notices';

/** Puts a text on the clipboard, and says whether the browser let it. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', copied);
  } catch {
    notify('warning', notCopied);
  }
}
