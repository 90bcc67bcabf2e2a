import { useQuery } from '@tanstack/react-query';
import { useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { CheckIcon, DownloadIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import styles from './imports.module.css';
import { importQueries, saveTemplate, type KindItem } from './queries';

function KindRow({ item, number }: { item: KindItem; number: number }) {
  const { t } = useTranslation('imports');
  const { kind, done } = item;
  const name = t(`kind.${kind}`);
  const download = useChange(() => saveTemplate(kind, name));
  return (
    <li className={styles['step']} data-done={done || undefined}>
      <span className={styles['number']} aria-hidden="true">
        {done ? <CheckIcon size={16} /> : number}
      </span>
      <div className={styles['text']}>
        <h3>
          {name} {done && <span className="text-2 size-13 regular">{t('kinds.done')}</span>}
        </h3>
        <p className="text-2 size-13 regular">{t(`kindHint.${kind}`)}</p>
      </div>
      <Button size="s" icon={DownloadIcon} loading={download.isPending} onClick={() => download.mutate()}>
        {t('kinds.template')}
        <span className="visually-hidden">{name}</span>
      </Button>
    </li>
  );
}

/** What can be imported, in the order for a new college. */
export function KindsCard() {
  const { t } = useTranslation('imports');
  const query = useQuery(importQueries.kinds());
  return (
    <QueryView query={query}>
      {(kinds) => {
        const done = kinds.filter((kind) => kind.done).length;
        const list = (
          <ol className={styles['steps']}>
            {kinds
              .toSorted((a, b) => a.order - b.order)
              .map((item, index) => (
                <KindRow key={item.kind} item={item} number={index + 1} />
              ))}
          </ol>
        );
        return (
          <Card
            title={t('kinds.title')}
            extra={
              <span className="text-2 size-13 regular">
                {t('kinds.progress', { done: String(done), all: String(kinds.length) })}
              </span>
            }
          >
            <p className={styles['intro']}>{t('kinds.intro')}</p>
            {done < kinds.length ? (
              list
            ) : (
              <details>
                <summary className={styles['summary']}>{t('kinds.show')}</summary>
                {list}
              </details>
            )}
          </Card>
        );
      }}
    </QueryView>
  );
}
