import { useQuery } from '@tanstack/react-query';
import { ForRoles } from '@/shared/access/for-roles';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SkeletonLines } from '@/shared/ui/skeleton';
import { Tabs } from '@/shared/ui/tabs';
import { BasicInfo } from './basic-info';
import { Certification } from './certification';
import { PasswordForm } from './password-form';
import { Picture } from './picture';
import type { UserInfo } from '@/shared/access/user-info';
import { Stack } from '@/shared/ui/layout';
import { accountQueries } from './queries';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

const tabs = ['basic', 'security', 'certification'] as const;

function Basic({ info }: { info: UserInfo }) {
  return (
    <>
      <Picture info={info} />
      <BasicInfo info={info} />
    </>
  );
}

function Security() {
  const { t } = useTranslation('account');
  return (
    <Stack gap={4} shrink>
      <Card title={t('password.title')}>
        <PasswordForm />
      </Card>
      <Card title={t('sessions.title')}>
        <Sessions />
      </Card>
      <ForRoles roles={['admin']}>
        <Card title={t('factor.title')}>
          <SecondFactor />
        </Card>
      </ForRoles>
    </Stack>
  );
}

/** Basic info, security and certification. The address holds the open tab. */
export function UserSettingPage() {
  const { t } = useTranslation('account');
  const [tab, setTab] = useQueryParam('tab');
  const info = useQuery(accountQueries.info());
  const selected = tabs.find((one) => one === tab) ?? 'basic';
  const card = (part: 'basic' | 'certification') => (
    <Card>
      <QueryView query={info} skeleton={<SkeletonLines lines={6} />}>
        {(data) => (part === 'basic' ? <Basic key={data.accountId} info={data} /> : <Certification info={data} />)}
      </QueryView>
    </Card>
  );
  const contents = { basic: card('basic'), security: <Security />, certification: card('certification') };
  return (
    <Page title={t('setting.title')}>
      <Tabs
        label={t('setting.title')}
        selected={selected}
        onSelect={(next) => setTab(next === 'basic' ? undefined : next)}
        tabs={tabs.map((id) => ({ id, label: t(`setting.${id}`), content: contents[id] }))}
      />
    </Page>
  );
}
