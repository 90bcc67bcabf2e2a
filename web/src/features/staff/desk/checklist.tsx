import { useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { CheckIcon, DownloadIcon, UploadIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { saveFile } from '@/shared/ui/save-file';
import { useWide } from '@/shared/ui/wide';
import styles from './checklist.module.css';
import type { Step } from './queries';
import { countText } from './waiting';

/** The page that shows what each step has added. */
const pages: Partial<Record<Step['kind'], string>> = {
  students: '/admin/students',
  courses: '/admin/courses',
};

function TemplateButton({ kind }: { kind: Step['kind'] }) {
  const { t } = useTranslation('desk');
  const download = useChange(async () =>
    saveFile(`${kind}.xlsx`, await fetchFile(`/api/admin/import-templates/${kind}`)),
  );
  return (
    <Button size="s" icon={DownloadIcon} loading={download.isPending} onClick={() => download.mutate()}>
      {t('setUp.template')}
      <span className="visually-hidden">{t(`step.${kind}`)}</span>
    </Button>
  );
}

function StepRow({ step: { kind, count }, number }: { step: Step; number: number }) {
  const { t } = useTranslation('desk');
  const wide = useWide();
  const done = count > 0;
  const page = pages[kind];
  return (
    <li className={styles['step']} data-done={done || undefined}>
      <span className={styles['mark']} aria-hidden="true">
        {done ? <CheckIcon size={16} /> : number}
      </span>
      <div className={styles['text']}>
        <h3>{t(`step.${kind}`)}</h3>
        {done ? (
          <p>
            {t('setUp.there', { count, number: countText(count) })}{' '}
            {page !== undefined && <AppLink href={page}>{t('setUp.look')}</AppLink>}
          </p>
        ) : (
          <p>{t(`stepHint.${kind}`)}</p>
        )}
      </div>
      <Cluster gap={2} align="stretch" className={styles['acts']}>
        <TemplateButton kind={kind} />
        {wide && (
          <AppLink href={`/admin/imports?kind=${kind}`} className={buttonClass({ size: 's' })}>
            <UploadIcon size={18} />
            {t('setUp.bring')}
            <span className="visually-hidden">{t(`step.${kind}`)}</span>
          </AppLink>
        )}
      </Cluster>
    </li>
  );
}

/** The steps that set up a new college. It disappears when all are done. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('desk');
  const wide = useWide();
  const done = steps.filter(({ count }) => count > 0).length;
  return (
    <Card
      title={t('setUp.title')}
      extra={<span className="text-3">{t('setUp.progress', { done: String(done), all: String(steps.length) })}</span>}
    >
      <p className={styles['intro']}>
        {t('setUp.intro')}{' '}
        {wide ? (
          <>
            {t('setUp.drop')} <AppLink href="/admin/imports">{t('setUp.import')}</AppLink>
          </>
        ) : (
          t('setUp.onComputer')
        )}
      </p>
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <StepRow key={step.kind} step={step} number={index + 1} />
        ))}
      </ol>
    </Card>
  );
}
