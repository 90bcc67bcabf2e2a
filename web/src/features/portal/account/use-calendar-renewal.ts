import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { accountQueries, useRenewCalendar } from './queries';

/**
 * Offers a new calendar address along with a new password: the old address would still show the timetable to anyone
 * who has it.
 */
export function useCalendarRenewal() {
  const { role, teaching } = useValue(user);
  const { data: calendar } = useQuery({ ...accountQueries.calendar(), enabled: role === 'user' || teaching });
  const renew = useRenewCalendar();
  const [chosen, setChosen] = useState(false);
  const offered = calendar?.active === true;
  return {
    offered,
    chosen,
    setChosen,
    /** Replaces the address if that was chosen, and returns whether it was. */
    run: async (): Promise<boolean> => {
      if (!offered || !chosen) {
        return false;
      }
      await renew.mutateAsync();
      setChosen(false);
      return true;
    },
  };
}
