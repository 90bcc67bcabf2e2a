import type { ComponentType } from 'react';
import { user, type Scope } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { ForbiddenPage } from './exception-pages';

/**
 * The page for registrars and these scopes; others are told that it is not theirs, before anything is asked
 * of the server.
 */
export function scopedPage(Page: ComponentType, scopes: readonly Scope[]): ComponentType {
  return function ScopedPage() {
    const { scope } = useValue(user);
    return scope === '' || scope === 'registrar' || scopes.includes(scope) ? <Page /> : <ForbiddenPage />;
  };
}
