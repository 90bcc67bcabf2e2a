import type { ComponentType } from 'react';
import { user, type Scope } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { ForbiddenPage } from './exception-pages';

/** Restricts a page to registrars and the given scopes. Everyone else sees a refusal before any request is sent. */
export function scopedPage(Page: ComponentType, scopes: readonly Scope[]): ComponentType {
  return function ScopedPage() {
    const { scope } = useValue(user);
    return scope === '' || scope === 'registrar' || scopes.includes(scope) ? <Page /> : <ForbiddenPage />;
  };
}
