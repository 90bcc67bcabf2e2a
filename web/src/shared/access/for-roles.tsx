import type { ReactNode } from 'react';
import { useRole, type Role } from './user';

/** A role of the specification; '*' is everyone. */
export type AllowedRole = Exclude<Role, ''> | '*';

export function isAllowed(roles: readonly AllowedRole[], role: Role): boolean {
  return roles.some((allowed) => allowed === '*' || allowed === role);
}

/** Shows its children to some roles only. This hides but doesn't protect: the server checks every call. */
export function ForRoles({ roles, children }: { roles: readonly AllowedRole[]; children: ReactNode }) {
  const role = useRole();
  if (!Array.isArray(roles)) {
    throw new TypeError('need roles!');
  }
  return isAllowed(roles, role) ? children : null;
}
