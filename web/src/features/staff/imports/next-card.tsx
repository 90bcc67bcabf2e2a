import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import styles from './imports.module.css';
import { draftHref } from './links';
import { importQueries, sheetsOf, type Draft } from './queries';

/** What else the upload contains: other sheets, and other files of a ZIP. */
export function NextCard({ draft }: { draft: Draft }) {
  const { t } = useTranslation('imports');
  const { list } = useFormats();
  const router = useRouter();
  const { data = [] } = useQuery(importQueries.drafts());
  const waiting = data.filter(
    ({ id, file, account, state }) =>
      file === draft.file && account === draft.account && id !== draft.id && state !== 'applied',
  );
  const taken = new Set([draft, ...waiting].flatMap(sheetsOf));
  const sheets = draft.sheets.filter(({ name, rows }) => rows > 0 && !taken.has(name));
  const copy = useChange(
    (sheet: string) =>
      api.post('/api/admin/import-drafts/{draft}/copy', { path: { draft: draft.id }, body: { sheet } }),
    [],
    { onSuccess: ({ id }) => router.history.push(draftHref(id)) },
  );
  return (
    waiting.length + sheets.length > 0 && (
      <Card title={t('next.title')}>
        <ul className={styles['lines']}>
          {waiting.map((one) => (
            <li key={one.id} className={styles['line']}>
              <span className={styles['text']}>
                {one.kind !== null && t(`kind.${one.kind}`)} {list(sheetsOf(one))}
              </span>
              <AppLink href={draftHref(one.id)} className={buttonClass({ size: 's' })}>
                {t('drafts.goOn')}
              </AppLink>
            </li>
          ))}
          {sheets.map(({ name, rows }) => (
            <li key={name} className={styles['line']}>
              <span className={styles['text']}>
                {name} <span className="text-2 size-13 regular">{t('file.rows', { count: rows })}</span>
              </span>
              <Button size="s" loading={copy.isPending} onClick={() => copy.mutate(name)}>
                {t('next.sheet')}
                <span className="visually-hidden">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    )
  );
}
