import { describe, expect, test } from 'vitest';
import { decodeIdentity, encodeIdentity } from './identity';
import { clearSession, identity, isLoggedIn, token } from './session';

describe('identity', () => {
  test.each(['1', 'ab', '0198f2c4-7e1b-7c55-a1d0-5f0f3c1b9a77', '学生', ''])(
    '[3.1] %s survives encoding and is not readable base64',
    (id) => {
      const stored = encodeIdentity(id);
      expect(decodeIdentity(stored)).toBe(id);
      expect(stored).not.toBe(btoa(encodeURI(id)));
    },
  );

  test('[3.1] the fillers are at fixed positions', () => {
    const id = '0198f2c4-7e1b-7c55-a1d0-5f0f3c1b9a77';
    const stored = encodeIdentity(id);
    expect([stored[2], stored[5], stored[9], stored[14]]).toEqual(['L', 'c', 't', 'R']);
    expect(stored.length).toBe(btoa(id).length + 4);
  });

  test.each(['', 'x', 'LctR', 'plain-user-id', '%%L%%c%%%t%%%%R'])('[3.1] foreign text %j counts as absent', (text) => {
    expect(decodeIdentity(text) ?? '').toBe('');
  });
});

test.each([
  ['t', 'u', true],
  ['t', null, false],
  [null, 'u', false],
  [null, null, false],
])('[3.1] token %s and identity %s: logged in %s', (tokenValue, id, expected) => {
  token.set(tokenValue);
  identity.set(id);
  expect(isLoggedIn()).toBe(expected);
});

test('[3.1] a damaged identifier means logged out, not an error', () => {
  token.set('t');
  localStorage.setItem('user-identity', 'damaged');
  expect(identity.get()).toBeNull();
  expect(isLoggedIn()).toBe(false);
});

test('[4.1] clearing the session removes both stored items', () => {
  token.set('t');
  identity.set('u');
  expect(localStorage.getItem('token')).toBe('t');
  expect(localStorage.getItem('user-identity')).toBe(encodeIdentity('u'));
  clearSession();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user-identity')).toBeNull();
});
