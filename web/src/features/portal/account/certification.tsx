import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Descriptions } from '@/shared/ui/descriptions';
import { EmptyState } from '@/shared/ui/state';
import type { UserInfo } from '@/shared/access/user-info';
import { useDay } from './day';
import { organizationIn, ownName } from './profile';

const known = ['enrolled', 'suspended', 'exchange', 'graduated', 'withdrawn'] as const;

const tones: Readonly<Record<(typeof known)[number], Tone>> = {
  enrolled: 'success',
  suspended: 'warning',
  exchange: 'accent',
  graduated: 'accent',
  withdrawn: 'neutral',
};

/** The state of the enrolment certificate, in words and colour; an unknown state is shown as received. */
export function CertificationChip({ certification }: { certification: string }) {
  const { t } = useTranslation('account');
  const state = certification === '1' ? 'enrolled' : known.find((one) => one === certification);
  return state === undefined ? (
    <Chip>{certification}</Chip>
  ) : (
    <Chip tone={tones[state]}>{t(`certification.${state}`)}</Chip>
  );
}

/** What the college certifies about the account's holder. */
export function Certification({ info }: { info: UserInfo }) {
  const { t, locale } = useTranslation('account');
  const day = useDay();
  if (info.certification === '') {
    return <EmptyState drawing="page" title={t('certification.none')} text={t('certification.noneText')} />;
  }
  return (
    <Descriptions
      facts={[
        { label: t('certification.state'), value: <CertificationChip certification={info.certification} /> },
        { label: t('info.name'), value: ownName(locale, info) },
        { label: t('info.organization'), value: organizationIn(locale, info) },
        { label: t('info.accountId'), value: info.accountId },
        { label: t('info.registered'), value: day(info.registrationDate) },
      ]}
    />
  );
}
