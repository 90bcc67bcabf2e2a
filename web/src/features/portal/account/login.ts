import { api, appConfig } from '@/shared/api/api';
import { events } from '@/shared/api/events';
import { clearSession, identity, token } from '@/shared/store/session';
import { storedName } from '@/shared/access/user-info';

/**
 * Logs in: first a client token, stored; then phone number and password with it; then who that is, stored.
 * On any failure the token is cleared and the error passed on. It shows nothing; the page does.
 */
export async function login(phoneNumber: string, password: string, factorCode?: string): Promise<void> {
  clearSession(); // an old identity beside a new token would be refused
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
