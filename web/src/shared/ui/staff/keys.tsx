import { Fragment } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { classNames } from '@/shared/ui/class-names';
import { Row } from '@/shared/ui/layout';
import styles from './keys.module.css';

/** The labels printed on keys. */
const caps: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '⏎',
};

/** A shortcut as keys: 'Ctrl+Enter', 'g s'. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation('staff');
  return (
    <Row as="span" gap={1} inline className={classNames('nowrap', styles['keys'])}>
      {keys.split(' ').map((chord, index) => (
        <Fragment key={chord}>
          {index > 0 && <span className="text-3 size-12">{t('keys.then')}</span>}
          {chord.split(/(?<=.)\+/u).map((key) => (
            <kbd key={key}>{caps[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
          ))}
        </Fragment>
      ))}
    </Row>
  );
}
