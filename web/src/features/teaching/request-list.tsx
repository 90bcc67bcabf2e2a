import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import type { Timetable } from '@/shared/timetable/model';
import { readPlace } from '@/shared/timetable/read';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { EmptyState } from '@/shared/ui/state';
import { useTakeBack, type ChangeRequest } from './queries';
import styles from './teaching.module.css';
import { useWords } from './use-words';

const tones: Readonly<Record<ChangeRequest['state'], Tone>> = {
  open: 'warning',
  accepted: 'accent',
  published: 'success',
  reverted: 'danger',
  declined: 'danger',
  withdrawn: 'neutral',
};

interface ItemProps {
  request: ChangeRequest;
  timetable: Timetable | undefined;
}

/** One request: the class, the change with its reason, and the answer. */
function Item({ request, timetable }: ItemProps) {
  const { t, locale } = useTranslation('teaching');
  const moment = useMoment();
  const words = useWords(timetable);
  const { mutate, isPending } = useTakeBack();
  // Requests that are decided come without a place.
  const place = request.place
    ? readPlace(request.place)
    : timetable?.classes.find(({ id }) => id === request.class)?.place;
  const course = nameIn(locale, { name: request.course, nameEn: request.courseEn });
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <b>{words.asked(request)}</b>
        <Chip tone={tones[request.state]}>{t(`state.${request.state}`)}</Chip>
      </div>
      <p className={classNames('text-2', styles['about'])}>
        {[shortCode(request.code), course, place ? words.when(place) : ''].filter(Boolean).join(' · ')}
      </p>
      <p>{t('requests.reason', { reason: request.reason })}</p>
      {request.answer !== '' && <p>{t('requests.answer', { answer: request.answer })}</p>}
      <div className={styles['foot']}>
        <span className={classNames('text-2', styles['about'])}>
          {t('requests.asked', { at: moment(Date.parse(request.created)) })}
        </span>
        {request.state === 'open' && (
          <Button loading={isPending} onClick={() => mutate(request.id)}>
            {t('requests.takeBack')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The teacher's requests, newest first. */
export function RequestList({
  requests,
  timetable,
}: {
  requests: readonly ChangeRequest[];
  timetable: Timetable | undefined;
}) {
  const { t } = useTranslation('teaching');
  return requests.length === 0 ? (
    <EmptyState small level={2} title={t('requests.none')} text={t('requests.noneText')} />
  ) : (
    <ul aria-label={t('tab.requests')} className={styles['list']}>
      {requests.map((request) => (
        <Item key={request.id} {...{ request, timetable }} />
      ))}
    </ul>
  );
}
