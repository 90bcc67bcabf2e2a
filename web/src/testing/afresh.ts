import { beforeAll } from 'vitest';
import { i18n } from '@/shared/i18n/i18n';
import { notices } from '@/shared/store/notices';
import { clearSession } from '@/shared/store/session';

// Files that share one window and one copy of the modules begin logged out, in English and with nothing on screen.
beforeAll(async () => {
  clearSession();
  notices.set([]);
  await i18n.setLocale('en-US');
});
