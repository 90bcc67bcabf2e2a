import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';

/** What whoever is logged in may do here. It hides what would be refused; the server decides every call itself. */
interface Can {
  /** Change records, accounts and enrolments, and export the list. */
  change: boolean;
}

/** An adviser reads the own classes and hands out codes; a registrar does everything. */
export function useCan(): Can {
  return { change: useValue(user).scope === 'registrar' };
}
