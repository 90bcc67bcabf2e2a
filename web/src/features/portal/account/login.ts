import { api, appConfig } from '@/shared/api/api';
import { events } from '@/shared/api/events';
import { clearSession, generation, identity, token } from '@/shared/store/session';
import { storedName } from '@/shared/access/user-info';

/**
 * Logs in: fetches and stores a client token, logs in with phone number and password, then fetches and stores the
 * identity. Any failure clears the token and is rethrown. The page reports it, not this function.
 */
export async function login(phoneNumber: string, password: string, factorCode?: string): Promise<void> {
  clearSession(); // a new token with an old identity would be refused
  generation.set(generation.get() + 1);
  try {
    const { clientId, clientSecret, scope } = await appConfig();
    const answer = await api.post('/api/Identity/connect/token', {
      form: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope },
      quiet: true,
      mayBeUnauthorized: true,
    });
    token.set(answer.access_token);
    const { id, name } = await api.post('/api/Students/Students/Login', {
      body: { phoneNumber, password, ...(factorCode !== undefined && { factorCode }) },
      quiet: true,
      mayBeUnauthorized: true,
    });
    identity.set(id);
    storedName.set(name);
  } catch (error) {
    clearSession();
    throw error;
  }
  events.emit('login');
}
