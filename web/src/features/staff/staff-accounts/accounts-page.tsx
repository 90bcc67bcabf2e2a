import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { identity } from '@/shared/store/session';
import { Button } from '@/shared/ui/button';
import { PlusIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { AccountForm } from './account-form';
import { AccountPanel } from './account-panel';
import styles from './accounts.module.css';
import { AccountsTable } from './accounts-table';
import { CodeDialog } from './code-dialog';
import { accountQueries, useAccountActions, type Code, type Draft } from './queries';

/** In the URL instead of an id. */
const newAccount = 'new';

/** The accounts of staff and teachers and what each may do. The open account is in the URL. */
export function AccountsPage() {
  const { t } = useTranslation('staff-accounts');
  const [opened = '', show] = useQueryParam('account');
  const list = useQuery(accountQueries.staff());
  const { create } = useAccountActions();
  const [code, setCode] = useState<Code | null>(null);
  const account = list.data?.find(({ id }) => id === opened);
  const add = async (draft: Draft): Promise<void> => {
    const classes = draft.scope === 'adviser' ? draft.classes : [];
    const made = await create.mutateAsync({ ...draft, classes });
    setCode({ name: draft.name, phone: draft.phone, code: made.code });
    show(draft.scope === 'teacher' ? made.id : undefined); // next, choose the teacher it belongs to
  };
  return (
    <Page
      title={t('title')}
      actions={
        <Button variant="primary" icon={PlusIcon} onClick={() => show(newAccount)}>
          {t('new')}
        </Button>
      }
    >
      <Row gap={4} align="start">
        <div className={styles['list']}>
          <AccountsTable
            accounts={list.data}
            pending={list.isPending}
            error={list.error}
            onRetry={() => void list.refetch()}
            onOpen={({ id }) => show(id)}
          />
        </div>
        <SidePanel
          title={opened === newAccount ? t('form.new') : (account?.name ?? '')}
          open={opened === newAccount || account !== undefined}
          onClose={() => show(undefined)}
        >
          {opened === newAccount && <AccountForm onSubmit={add} />}
          {account && (
            <AccountPanel key={account.id} account={account} own={account.id === identity.get()} onCode={setCode} />
          )}
        </SidePanel>
      </Row>
      <CodeDialog code={code} onClose={() => setCode(null)} />
    </Page>
  );
}
