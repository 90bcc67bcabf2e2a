import { token, visitorToken } from '@/shared/store/session';
import { api, appConfig } from './api';
import { ApiError } from './errors';

let asked: Promise<void> | undefined;

async function ask(): Promise<void> {
  const { clientId, clientSecret, scope } = await appConfig();
  const { access_token: got } = await api.post('/api/Identity/connect/token', {
    form: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope },
    quiet: true,
    mayBeUnauthorized: true,
  });
  visitorToken.set(got);
}

async function ready(): Promise<void> {
  if (visitorToken.get() === null) {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    await asked;
  }
}

/**
 * Makes a call that is open to everyone. Even those need a client token, so visitors get one first, and a new one when
 * it expires; with a session it is an ordinary call.
 */
export async function openToAll<T>(call: (how: { mayBeUnauthorized?: boolean }) => Promise<T>): Promise<T> {
  if (token.get() !== null) {
    return call({});
  }
  await ready();
  try {
    return await call({ mayBeUnauthorized: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unauthorized') {
      throw error;
    }
    visitorToken.set(null);
    await ready();
    return call({ mayBeUnauthorized: true });
  }
}
