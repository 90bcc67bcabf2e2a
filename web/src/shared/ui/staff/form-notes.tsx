import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { ErrorIcon, InfoIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import styles from './form-notes.module.css';

const none: readonly string[] = [];

interface Props {
  /** The result of `useForm` or `useDraftValues`. */
  form: { restored: boolean; discard: () => void; problems?: readonly string[] };
}

/** Notices about a whole form: that a draft was restored, and why it could not be saved. */
export function FormNotes({ form: { restored, discard, problems = none } }: Props) {
  const { t } = useTranslation('staff');
  return (
    <>
      {restored && (
        <Notice
          icon={InfoIcon}
          role="status"
          action={
            <Button size="s" variant="text" onClick={discard}>
              {t('form.discard')}
            </Button>
          }
        >
          {t('form.restored')}
        </Notice>
      )}
      <div role="alert">
        {problems.length > 0 && (
          <div className={styles['problems']}>
            <Row as="p" gap={1.5} className="bold">
              <ErrorIcon size={16} />
              {t('form.notSaved')}
            </Row>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        )}
      </div>
    </>
  );
}
