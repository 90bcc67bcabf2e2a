import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';

/** What the user may do here. It only hides what the server would refuse. */
interface Can {
  /** Change records, accounts and enrolments, and export the list. */
  change: boolean;
}

/** Advisers read the records of their classes and hand out codes; registrars may do everything. */
export function useCan(): Can {
  return { change: useValue(user).scope === 'registrar' };
}
