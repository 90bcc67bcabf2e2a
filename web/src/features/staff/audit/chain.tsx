import { useQuery } from '@tanstack/react-query';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { Button } from '@/shared/ui/button';
import { SuccessIcon, WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { auditQueries, useVerify, type Chain as State } from './queries';

/** '3 minutes ago', or '2 hours ago'. */
function useAge(): (instant: number) => string {
  const formats = useFormats();
  const now = useNow();
  return (instant) => {
    const minutes = Math.max(0, Math.floor((now - instant) / 60_000));
    return minutes < 90 ? formats.relative(-minutes, 'minute') : formats.relative(-Math.round(minutes / 60), 'hour');
  };
}

/** What the last verification found and how old it is. */
function useResult({ rows, firstBroken, verifiedAt, sealedAt, late, waiting }: State): string[] {
  const { t } = useTranslation('audit');
  const age = useAge();
  const moment = useMoment();
  return [
    ...(firstBroken > 0 ? [t('chain.broken', { seq: firstBroken })] : []),
    ...(late ? [t('chain.late', { count: waiting })] : []),
    ...(firstBroken === 0 && verifiedAt !== '' ? [t('chain.whole', { count: rows })] : []),
    verifiedAt === '' ? t('chain.never') : t('chain.verified', { age: age(Date.parse(verifiedAt)) }),
    ...(sealedAt === '' ? [] : [t('chain.sealed', { at: moment(Date.parse(sealedAt)) })]),
  ];
}

function Result({ state }: { state: State }) {
  const { t } = useTranslation('audit');
  const verify = useVerify();
  const bad = state.firstBroken > 0 || state.late;
  return (
    <Notice
      tone={bad ? 'warning' : 'neutral'}
      icon={bad ? WarningIcon : SuccessIcon}
      action={
        <Button size="s" loading={verify.isPending || state.running} onClick={() => verify.mutate()}>
          {state.running ? t('chain.running', { percent: state.percent }) : t('chain.verify')}
        </Button>
      }
    >
      {useResult(state).join(' ')}
    </Notice>
  );
}

/** Whether the log's hash chain was intact when it was last verified. The server verifies it in the background. */
export function Chain() {
  const { t } = useTranslation('audit');
  const { data } = useQuery(auditQueries.chain());
  return data === undefined ? <p className="text-3">{t('chain.checking')}</p> : <Result state={data} />;
}
