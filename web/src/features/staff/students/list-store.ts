import { createValue, type Value } from '@/shared/store/value';
import type { StudentFilter } from './filter';

/**
 * The list that was last looked at, so that a student's page leads to the one before and after. It may hold what was
 * searched for, which names people: it is in this page alone and gone with it.
 */
export const lastList: Value<{ filter: StudentFilter; href: string } | null> = createValue<{
  filter: StudentFilter;
  href: string;
} | null>(null);
