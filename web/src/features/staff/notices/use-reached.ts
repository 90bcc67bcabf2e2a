import { useQuery } from '@tanstack/react-query';
import { useSettledValue } from '@/shared/ui/use-settled';
import { audienceOf, type ComposeFormState } from './compose';
import { noticeQueries, type Reached } from './queries';

/** Whom the form would reach. */
export interface ReachedState {
  /** Whether the form says whom it is for. */
  asked: boolean;
  data: Reached | undefined;
  error: unknown;
}

/** Counts whom the form would reach, once the typing pauses. */
export function useReached(form: ComposeFormState): ReachedState {
  const audience = audienceOf({
    audience: form.value('audience').value,
    target: form.value('target').value,
    choice: form.value('choice').value,
    numbers: form.value('numbers').value,
  });
  const [body, isSettled] = useSettledValue(audience);
  const query = useQuery({ ...noticeQueries.preview(body ?? { to: '' }), enabled: body !== null });
  // An answer to an earlier question must not stand on the button.
  const current = isSettled && body !== null;
  return {
    asked: audience !== null,
    data: current ? query.data : undefined,
    error: current ? query.error : null,
  };
}
