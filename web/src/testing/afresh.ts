import { beforeAll } from 'vitest';
import { i18n } from '@/shared/i18n/i18n';
import { notices } from '@/shared/store/notices';
import { clearSession } from '@/shared/store/session';

// A link that a test clicks takes happy-dom's window there, and the next file starts in that window.
const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
const start = 'http://localhost:3000/';

// Files that share one window and one copy of the modules begin logged out, in English and with nothing on screen.
beforeAll(async () => {
  happyDOM.setURL(start);
  clearSession();
  notices.set([]);
  await i18n.setLocale('en-US');
});
