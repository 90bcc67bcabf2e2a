import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { QueryView } from '@/shared/ui/query-view';
import { systemQueries } from './queries';
import { StateMark } from './state-mark';
import styles from './system.module.css';

/** Whether the installation is well, with a link to its problems. */
export function Health() {
  const { t } = useTranslation('system');
  const system = useQuery({ ...systemQueries.system(), refetchInterval: 60_000 });
  return (
    <Card title={t('health.title')} extra={<AppLink href="/admin/system">{t('health.all')}</AppLink>}>
      <QueryView query={system}>
        {({ findings }) => {
          const problems = findings.filter(({ state }) => state === 'problem');
          return problems.length === 0 ? (
            <StateMark mark="good">{t('health.good')}</StateMark>
          ) : (
            <ul className={styles['rows']}>
              {problems.map(({ kind, text }) => (
                <li key={kind}>
                  <StateMark mark="bad">{t(`check.${kind}`)}</StateMark> {text}
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Card>
  );
}
