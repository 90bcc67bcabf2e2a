import { onSessionEnd } from '@/shared/api/events';
import { createValue, type Value } from '@/shared/store/value';

/**
 * The initial text of the search through all lectures; null while it is closed. The shell shows it, any page can open
 * it.
 */
export const lectureSearch: Value<string | null> = createValue<string | null>(null);

onSessionEnd(() => lectureSearch.set(null));
