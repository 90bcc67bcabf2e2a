import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Avatar } from '@/shared/ui/avatar';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { GearIcon } from '@/shared/ui/icons';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { RegionName } from '@/shared/ui/region-picker';
import { Skeleton, SkeletonGroup, SkeletonLines } from '@/shared/ui/skeleton';
import { CertificationChip } from './certification';
import { useDay } from './day';
import { organizationIn, ownName } from './profile';
import type { UserInfo } from '@/shared/access/user-info';
import { Stack } from '@/shared/ui/layout';
import { accountQueries } from './queries';
import styles from './user-info-page.module.css';

function Facts({ info }: { info: UserInfo }) {
  const { t, locale } = useTranslation('account');
  const day = useDay();
  const place =
    info.location === '' ? info.locationName : <RegionName code={info.location} fallback={info.locationName} />;
  return (
    <Descriptions
      facts={[
        { label: t('info.phone'), value: info.phone },
        { label: t('info.email'), value: info.email },
        { label: t('info.location'), value: place },
        { label: t('info.organization'), value: organizationIn(locale, info) },
        { label: t('info.job'), value: nameIn(locale, { name: info.jobName || info.job, nameEn: info.job }) },
        {
          label: t('info.website'),
          value: /^https?:\/\//u.test(info.personalWebsite) ? (
            <a href={info.personalWebsite} target="_blank" rel="noreferrer noopener nofollow">
              {info.personalWebsite}
            </a>
          ) : (
            ''
          ),
        },
        { label: t('info.accountId'), value: info.accountId },
        { label: t('info.registered'), value: day(info.registrationDate) },
      ]}
    />
  );
}

function Waiting() {
  return (
    <Stack gap={4} shrink>
      <Card>
        <SkeletonGroup>
          <div className={styles['who']}>
            <Skeleton width={72} height={72} radius="50%" />
            <Skeleton width={180} height={28} />
          </div>
        </SkeletonGroup>
      </Card>
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    </Stack>
  );
}

/** The user's profile, with links to edit it. */
export function UserInfoPage() {
  const { t, locale } = useTranslation('account');
  const query = useQuery(accountQueries.info());
  return (
    <Page
      title={t('info.title')}
      actions={
        <AppLink href="/user/setting" className={buttonClass()}>
          <GearIcon size={18} />
          {t('info.edit')}
        </AppLink>
      }
    >
      <QueryView query={query} skeleton={<Waiting />}>
        {(info) => (
          <Stack gap={4} shrink>
            <Card>
              <div className={styles['who']}>
                <Avatar name={ownName(locale, info)} src={info.avatar} size={72} />
                <div>
                  <p className={styles['name']}>{ownName(locale, info)}</p>
                  {info.certification !== '' && <CertificationChip certification={info.certification} />}
                </div>
              </div>
              {info.introduction !== '' && <p className={styles['introduction']}>{info.introduction}</p>}
            </Card>
            <Card title={t('info.facts')}>
              <Facts info={info} />
            </Card>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
