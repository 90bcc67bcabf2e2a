import { onSessionEnd } from '@/shared/api/events';
import { createValue, type Value } from '@/shared/store/value';
import type { StudentFilter } from './filter';

/**
 * The last list viewed, so that a student's page can link to the previous and next student. Only in memory, because
 * searches may contain names.
 */
export const lastList: Value<{ filter: StudentFilter; href: string } | null> = createValue<{
  filter: StudentFilter;
  href: string;
} | null>(null);

onSessionEnd(() => lastList.set(null));
