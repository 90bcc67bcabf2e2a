import { createValue, type Value } from '@/shared/store/value';

/**
 * What the search through all lectures is opened with; null while it is closed. The shell shows it, any page
 * may open it.
 */
export const lectureSearch: Value<string | null> = createValue<string | null>(null);
