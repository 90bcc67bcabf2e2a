import { useQuery } from '@tanstack/react-query';
import { useSettledValue } from '@/shared/ui/use-settled';
import { audienceOf, type ComposeFormState } from './compose';
import { noticeQueries, type Reached } from './queries';

export interface ReachedState {
  /** Whether the form has an audience. */
  asked: boolean;
  data: Reached | undefined;
  error: unknown;
}

/** Counts the people the form would reach, once typing pauses. */
export function useReached(form: ComposeFormState): ReachedState {
  const audience = audienceOf({
    audience: form.value('audience').value,
    target: form.value('target').value,
    choice: form.value('choice').value,
    numbers: form.value('numbers').value,
  });
  const [body, isSettled] = useSettledValue(audience);
  const query = useQuery({ ...noticeQueries.preview(body ?? { to: '' }), enabled: body !== null });
  // The button must not show the answer to an earlier question.
  const current = isSettled && body !== null;
  return {
    asked: audience !== null,
    data: current ? query.data : undefined,
    error: current ? query.error : null,
  };
}
