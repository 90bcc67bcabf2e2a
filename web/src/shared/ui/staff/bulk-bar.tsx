import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button, IconButton } from '@/shared/ui/button';
import { CloseIcon, MoreIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import { Menu } from '@/shared/ui/menu';
import styles from './bulk-bar.module.css';
import { Keys } from './keys';
import type { BulkAction } from './table/types';

interface Props<Row> {
  rows: readonly Row[];
  /** The first four that apply to some rows are buttons, the rest are in a menu. */
  actions: readonly BulkAction<Row>[];
  onNone: () => void;
}

const buttons = 4;

/** Actions on the selected rows, at the bottom of the table, with how many rows each one skips. */
export function BulkBar<Row>({ rows, actions, onNone }: Props<Row>) {
  const { t } = useTranslation('staff');
  useShortcuts({ Escape: { label: t('bulk.none'), group: 'list', run: onNone } });
  const known = actions.map((action) => {
    const fit = action.can === undefined ? rows : rows.filter(action.can);
    const leaves = { action: action.label, can: fit.length, all: rows.length };
    return {
      ...action,
      fit,
      // The label shows how many rows the action applies to if it skips some.
      words: fit.length === rows.length ? action.label : t('bulk.leavesOut', leaves),
    };
  });
  const possible = known.filter(({ fit }) => fit.length > 0);
  const shown = possible.slice(0, buttons);
  const rest = [...possible.slice(buttons), ...known.filter(({ fit }) => fit.length === 0)];
  return (
    <Cluster gap="1 3" role="toolbar" aria-label={t('bulk.label')} className={styles['bar']}>
      <span role="status" className="text-1 bold">
        {t('bulk.selected', { count: rows.length })}
      </span>
      {shown.map(({ id, words, icon, fit, run }) => (
        <Button key={id} size="s" variant="text" {...(icon && { icon })} onClick={() => run(fit)}>
          {words}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          above
          label={t('bulk.more')}
          items={rest.map(({ id, words, icon, fit, run }) => ({
            id,
            label: words,
            ...(icon && { icon }),
            disabled: fit.length === 0,
            onSelect: () => run(fit),
          }))}
          renderTrigger={(props) => <IconButton size="s" icon={MoreIcon} label={t('bulk.more')} {...props} />}
        />
      )}
      <Row as="span" gap={2} inline className={styles['none']}>
        <Keys keys="Escape" />
        <IconButton size="s" icon={CloseIcon} label={t('bulk.none')} onClick={onNone} />
      </Row>
    </Cluster>
  );
}
