import { i18n } from '@/shared/i18n/i18n';
import { noteContact } from '@/shared/offline/online';
import { notices, notify } from '@/shared/store/notices';
import { identity, token, visitorToken } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import type { ClientText } from './answer';
import { callDefaults, createClient } from './client';
import { createClock, exclusiveAmongTabs } from './clock';
import { createConfig, type AppConfig } from './config';
import { events, onSessionEnd } from './events';
import { limited } from './in-flight';

/** The server's clock as this page knows it. */
export const clock = createClock(Date.now, storage, exclusiveAmongTabs);

/** Reads the server's settings. */
function askConfig(): Promise<{ config: AppConfig; date: string | null }> {
  return limited(callDefaults.timeout, async (signal) => {
    const response = await fetch('/app-config.json', { cache: 'no-store', signal });
    if (!response.ok) {
      throw new TypeError(`app-config.json: ${response.status}`); // treated as unreachable
    }
    return { config: (await response.json()) as AppConfig, date: response.headers.get('Date') };
  });
}

/** The server's public settings, fetched once. */
export const appConfig = createConfig(askConfig, clock.adjust);

/** Whether the server really answers: a browser can be online and still see only its network's login page. */
export async function isReachable(): Promise<boolean> {
  try {
    await askConfig();
    return true;
  } catch {
    return false;
  }
}

/** Translates the client's own error texts. */
export const clientText: ClientText = (what) => {
  const t = i18n.translator('shared');
  switch (what) {
    case 'badAnswer':
      return t('api.badAnswer');
    case 'offline':
      return t('api.offline');
    case 'timeout':
      return t('api.timeout');
    default:
      return t('api.badAnswerCode', { statusCode: String(what.statusCode) }); // a code, not a quantity
  }
};

/** The page's client; every call to the server uses it. */
export const api = createClient({
  base: '',
  fetch: async (input, init) => {
    const response = await fetch(input, init); // looked up at each call, so that mock mode can replace it
    noteContact(clock.now());
    return response;
  },
  clock,
  config: appConfig,
  caller: () => ({
    token: token.get() ?? visitorToken.get(),
    identity: identity.get(),
    language: i18n.locale(),
  }),
  unauthorized: () => events.emit('unauthorized'),
  notify,
  clientText,
});

onSessionEnd(() => {
  api.forget();
  notices.set([]); // an undo in one belongs to the person who is leaving
});
