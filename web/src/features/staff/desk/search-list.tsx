import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { classNames } from '@/shared/ui/class-names';
import { Cluster } from '@/shared/ui/layout';
import type { Hit } from './hits';
import styles from './search-field.module.css';
import type { Search } from './use-search';

/** The id of a hit's option, for aria-activedescendant. */
export function optionId(id: string, { kind, href }: Hit): string {
  return `${id}-${kind}-${href}`;
}

/** The results by kind. Clicking one keeps the focus in the box. */
export function SearchList({ id, search }: { id: string; search: Search }) {
  const { t } = useTranslation('desk');
  const { groups, chosen, state } = search;
  const { scope } = useValue(user);
  const findsStudents = scope === 'registrar' || scope === 'adviser';
  return (
    <>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('search.found')}
        aria-busy={state === 'loading'}
        className={styles['list']}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(([kind, hits]) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} role="presentation" className={styles['head']}>
              {t(`search.kind.${kind}`)}
            </p>
            {hits.map((hit) => (
              <Cluster
                gap="0 2"
                align="baseline"
                key={hit.href}
                id={optionId(id, hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit.href === chosen?.href}
                className={styles['option']}
                onClick={() => search.open(hit)}
              >
                <span className={classNames('medium', styles['title'])}>{hit.title}</span>
                <span className="text-2 size-14">{hit.detail}</span>
              </Cluster>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles['state']}>
        {state === 'nothing' && t(findsStudents ? 'search.nothing' : 'search.nothingElse')}
        {state === 'failed' && t('search.failed')}
        {state === 'loading' && groups.length === 0 && t('search.loading')}
      </p>
    </>
  );
}
