import { useQuery } from '@tanstack/react-query';
import { useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { DownloadIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import styles from './imports.module.css';
import { importQueries, saveExport, saveOneRoster, sheetFormats } from './queries';

interface SaveProps {
  /** The file format, which is the button's text. */
  format: string;
  /** What is saved, for the accessible name. */
  of: string;
  save: () => Promise<void>;
}

function SaveButton({ format, of, save }: SaveProps) {
  const download = useChange(save);
  return (
    <Button size="s" variant="text" icon={DownloadIcon} loading={download.isPending} onClick={() => download.mutate()}>
      {format.toUpperCase()}
      <span className="visually-hidden">{of}</span>
    </Button>
  );
}

/** Exports everything that was imported, as the same sheets or as OneRoster. */
export function ExportCard() {
  const { t } = useTranslation('imports');
  const query = useQuery(importQueries.kinds());
  return (
    <Card title={t('export.title')}>
      <p className={styles['intro']}>{t('export.intro')}</p>
      <p className={styles['intro']}>{t('export.left')}</p>
      <details>
        <summary className={styles['summary']}>{t('export.show')}</summary>
        <QueryView query={query}>
          {(kinds) => (
            <ul className={styles['exports']}>
              {kinds
                .toSorted((a, b) => a.order - b.order)
                .map(({ kind }) => (
                  <li key={kind}>
                    <span>{t(`kind.${kind}`)}</span>
                    {sheetFormats.map((format) => (
                      <SaveButton
                        key={format}
                        format={format}
                        of={t(`kind.${kind}`)}
                        save={() => saveExport(kind, format, t(`kind.${kind}`))}
                      />
                    ))}
                  </li>
                ))}
              <li>
                <span>{t('export.oneRoster')}</span>
                <SaveButton format="zip" of="OneRoster" save={saveOneRoster} />
              </li>
            </ul>
          )}
        </QueryView>
      </details>
    </Card>
  );
}
