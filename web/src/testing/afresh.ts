import { beforeAll } from 'vitest';
import { i18n } from '@/shared/i18n/i18n';
import { notices } from '@/shared/store/notices';
import { clearSession } from '@/shared/store/session';

// Clicking a link in a test navigates happy-dom's window, and the next file would start at that address.
const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
const start = 'http://localhost:3000/';

// Files share one window and one copy of the modules: start logged out, in English and without notices.
beforeAll(async () => {
  happyDOM.setURL(start);
  clearSession();
  notices.set([]);
  await i18n.setLocale('en-US');
});
