import type { PointerEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import cards from '@/shared/timetable/class-card.module.css';
import type { Entry } from '@/shared/timetable/grid';
import { isOn, type Class } from '@/shared/timetable/model';
import { offsetStyle } from '@/shared/timetable/offset-style';
import { classNames } from '@/shared/ui/class-names';
import type { Plan } from './plan';
import styles from './plan-grid.module.css';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  entry: Entry;
  words: Words;
  spot: string;
  focusable: boolean;
  open: boolean;
  lifted: boolean;
  onOpen: (item: Class) => void;
  onPointerDown: (event: PointerEvent, item: Class) => void;
}

function Marks({ plan, entry: { item, movedAway }, words }: Pick<Props, 'plan' | 'entry' | 'words'>) {
  const { t } = useTranslation('planning');
  const extra = plan.extras.get(item.id);
  const marks = [
    ...(extra !== undefined && extra.clashes > 0 && !movedAway && isOn(item)
      ? [{ text: t('card.clashes', { count: extra.clashes }), tone: 'danger', draft: false }]
      : []),
    ...(item.kind === 'exam' ? [{ text: t('card.exam'), tone: '', draft: false }] : []),
    ...(extra !== undefined && extra.draft !== ''
      ? [{ text: t('card.draft'), tone: 'accent', draft: true }]
      : item.state === 'held' || (item.kind === 'exam' && item.state === 'added')
        ? []
        : [
            {
              text: t(`state.${item.state}`),
              tone: item.state === 'cancelled' ? 'danger' : 'warning',
              draft: false,
            },
          ]),
  ];
  return (
    <span className={cards['marks']}>
      {marks.map(({ text, tone, draft }) => (
        <span
          key={text}
          className={classNames(cards['mark'], draft && styles['draft-mark'])}
          data-tone={tone || undefined}
        >
          {text}
        </span>
      ))}
      {movedAway && <span className="visually-hidden">{words.when(item.place)}</span>}
    </span>
  );
}

/** A class on the planning grid. It leaves out what the chosen subject already says. */
export function PlanCard(props: Props) {
  const { plan, entry, words, spot, focusable, open, lifted, onOpen, onPointerDown } = props;
  const { t } = useTranslation('planning');
  const { item, place, movedAway } = entry;
  const clashes = plan.extras.get(item.id)?.clashes ?? 0;
  const details = [words.room(place), words.teacher(place)].filter((word) => word !== '').join(' · ');
  return (
    <button
      type="button"
      data-spot={spot}
      data-class={item.id}
      title={[words.course(item), plan.codes.get(item.group), details].filter(Boolean).join(' · ')}
      tabIndex={focusable ? 0 : -1}
      style={offsetStyle(entry, plan.colours.get(item.group))}
      aria-haspopup="dialog"
      aria-pressed={open}
      aria-describedby={movedAway ? undefined : 'planning-keys'}
      className={classNames(
        cards['card'],
        movedAway ? cards['left'] : 'course-tint',
        !isOn(item) && cards['off'],
        entry.lanes > 1 && cards['narrow'],
        entry.lanes > 2 && cards['crammed'],
        entry.height <= 1 && cards['short'],
        clashes > 0 && !movedAway && isOn(item) && cards['clash'],
        open && !movedAway && styles['open'],
        lifted && styles['lifted'],
      )}
      onPointerDown={(event) => onPointerDown(event, item)}
      onClick={() => onOpen(item)}
    >
      <span className={cards['body']}>
        <span className={cards['course']}>{words.course(item)}</span>
        <span className={cards['where']}>
          <span className={cards['word']}>{words.code(item)}</span>{' '}
          <span className={cards['word']}>{movedAway ? t('card.left') : details}</span>
        </span>
      </span>
      <Marks {...{ plan, entry, words }} />
    </button>
  );
}
