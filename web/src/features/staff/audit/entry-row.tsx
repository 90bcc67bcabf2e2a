import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import styles from './audit-page.module.css';
import { changesOf } from './changes';
import type { Entry } from './queries';
import { useWords } from './use-words';

interface Props {
  entry: Entry;
  /** Filters by the person or object that was clicked. */
  onFilter: (change: { account?: string; object?: string }) => void;
}

/** One entry: when, who, what, and the old and new values. */
export function EntryRow({ entry, onFilter }: Props) {
  const { t } = useTranslation('audit');
  const words = useWords();
  const moment = useMoment();
  const { account, object, objectName } = entry;
  const who = words.who(entry);
  return (
    <li className={styles['entry']}>
      <time dateTime={entry.at} className="text-3">
        {moment(Date.parse(entry.at))}
      </time>
      <div>
        <p className="text-1">
          {account === '' ? (
            who
          ) : (
            <button
              type="button"
              title={t('audit.byPerson', { name: who })}
              className={styles['name']}
              onClick={() => onFilter({ account })}
            >
              {who}
            </button>
          )}{' '}
          {words.did(entry.action)}{' '}
          {objectName !== '' && object !== account && (
            <button
              type="button"
              title={t('audit.byObject', { name: objectName })}
              className={styles['name']}
              onClick={() => onFilter({ object })}
            >
              {objectName}
            </button>
          )}
        </p>
        {changesOf(entry).map(({ field, was, now }) => (
          <p key={field} className={styles['change']}>
            <span>{words.field(field)}</span>
            {/* Logged values are never translated. */}
            <span translate="no">
              {was === '' ? <b>{words.value(now)}</b> : <DiffCell was={words.value(was)} now={words.value(now)} />}
            </span>
          </p>
        ))}
      </div>
    </li>
  );
}
