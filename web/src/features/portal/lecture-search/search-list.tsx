import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { Button } from '@/shared/ui/button';
import { Cluster } from '@/shared/ui/layout';
import { splitAtWords, type Hit } from './hits';
import styles from './lecture-results.module.css';
import type { LectureSearch } from './use-lecture-search';

/** Course, lesson, and the kind of hit. */
function Where({ hit }: { hit: Hit }) {
  const { t, locale } = useTranslation('lecture-search');
  if (hit.kind === 'page') {
    return null;
  }
  const { course, position, title, titleEn } = hit.lecture;
  const lesson = t('lesson', { position, title: titleIn(locale, { title, titleEn }) });
  return <span className={styles['where']}>{[nameIn(locale, course), lesson, t(`kind.${hit.kind}`)].join(' · ')}</span>;
}

/** The text with matches highlighted. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return splitAtWords(text, typed).map((part, index) =>
    // Parts with an odd index are matches; the index is the only possible key.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

interface Props {
  id: string;
  text: string;
  search: LectureSearch;
  onGo: (href: string) => void;
}

function Options({ id, text, search, onGo, hits }: Props & { hits: readonly Hit[] }) {
  return hits.map((hit) => (
    <Cluster
      gap="0 2"
      align="baseline"
      key={hit.id}
      id={`${id}-${hit.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={hit.id === search.chosen?.id}
      className={styles['option']}
      onClick={() => onGo(hit.href)}
    >
      {hit.kind !== 'page' && hit.kind !== 'title' && hit.kind !== 'file' && <time>{clockText(hit.at)}</time>}
      <span className={styles['text']}>
        <Marked text={hit.text} typed={hit.kind === 'page' ? '' : text} />
      </span>
      <Where hit={hit} />
    </Cluster>
  ));
}

/** The results in sections. A click doesn't move the focus out of the box. */
export function SearchList({ id, text, search, onGo }: Props) {
  const { t } = useTranslation('lecture-search');
  const { lectures, pages, more, state } = search;
  const groups = (
    [
      ['lectures', lectures],
      ['pages', pages],
    ] as const
  ).filter(([, hits]) => hits.length > 0);
  return (
    <div className={styles['scroll']}>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('found')}
        aria-busy={state === 'loading'}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(([kind, hits]) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} role="presentation" className={styles['head']}>
              {t(kind)}
            </p>
            <Options {...{ id, text, search, onGo, hits }} />
          </div>
        ))}
      </div>
      {more && (
        <Button variant="text" onClick={more}>
          {t('more')}
        </Button>
      )}
      <p role="status" className={styles['state']}>
        {state === 'nothing' && t('nothing')}
        {state === 'failed' && t('failed')}
        {state === 'loading' && lectures.length === 0 && t('loading')}
        {state === 'found' && (
          <span className="visually-hidden">{t('count', { count: lectures.length + pages.length })}</span>
        )}
      </p>
    </div>
  );
}
