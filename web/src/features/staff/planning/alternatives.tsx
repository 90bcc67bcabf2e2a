import { useTranslation } from '@/shared/i18n/use-translation';
import { readPlace } from '@/shared/timetable/read';
import { Row, Stack } from '@/shared/ui/layout';
import { Keys } from '@/shared/ui/staff/keys';
import styles from './composer.module.css';
import grid from './plan-grid.module.css';
import type { Proposal } from './types';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

export function takeProposal({ set, item }: Pick<Composer, 'set' | 'item'>, { place }: Proposal): void {
  const { day, firstPeriod, lastPeriod, room } = readPlace(place);
  set({
    target: { day, firstPeriod, lastPeriod },
    room: room === item?.place.room ? undefined : room,
    partner: undefined,
  });
}

/** The three best alternatives, each one click or key press away. */
export function Alternatives({
  composer,
  words,
  proposals,
}: {
  composer: Composer;
  words: Words;
  proposals: readonly Proposal[];
}) {
  const { t } = useTranslation('planning');
  return (
    <Stack as="section" gap={2} className={styles['check']}>
      <Row as="h3" justify="space-between">
        {t('alternatives.title')}
        <span className="text-2 size-13 regular">
          {proposals.map(({ rank }) => (
            <Keys key={rank} keys={String(rank)} />
          ))}{' '}
          {t('alternatives.keys')}
        </span>
      </Row>
      <ol className={styles['proposals']}>
        {proposals.map((proposal) => {
          const place = readPlace(proposal.place);
          return (
            <li key={proposal.rank}>
              <button type="button" className={styles['proposal']} onClick={() => takeProposal(composer, proposal)}>
                <b className={grid['rank']}>{proposal.rank}</b>
                <span>
                  <b>{words.when(place)}</b> {t('alternatives.in', { room: words.room(place) })}
                </span>
                <span className={styles['aside']} data-tone={proposal.students === 0 ? 'success' : undefined}>
                  {proposal.students === 0 ? t('slot.nobody') : t('slot.students', { count: proposal.students })}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}
