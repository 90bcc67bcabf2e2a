import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, type RenderResult } from '@testing-library/react';
import { Suspense } from 'react';
import type { AppConfig } from '@/shared/api/config';
import { queryClient } from '@/shared/api/query-client';
import { createPortalRouter } from '@/app/router';
import { serverMenu } from '@/app/server-menu';
import { sessionEnded, sessionLost } from '@/app/session';
import { forgetTabs } from '@/app/shell/tabs';
import { i18n } from '@/shared/i18n/i18n';
import { dismiss, notices } from '@/shared/store/notices';
import { clearSession, identity, token } from '@/shared/store/session';
import { defaultSettings, settings } from '@/shared/store/settings';
import { forgetUser, type Scope } from '@/shared/access/user';
import { Toasts } from '@/shared/ui/toasts';
import { fakeServer, type Handler, type Received } from './server';
import { emptyTimetable, sampleTerms } from './timetable';

/** An account in the server's format. */
export const lin = {
  name: 'Lin Xi',
  teaching: false,
  nameLatin: '',
  avatar: '',
  job: 'Student',
  organization: 'School of Finance',
  location: '430405',
  email: 'linxi@example.edu',
  introduction: 'Likes data.',
  personalWebsite: '',
  jobName: '学生',
  organizationName: '金融学院',
  locationName: 'Hengyang',
  phone: '138****0001',
  registrationDate: '2025-09-01',
  accountId: 'acc-1',
  certification: 'enrolled',
  role: 'user',
  scope: '',
  nickname: '',
  countryRegion: 'CN',
  area: '430405',
  firstPassword: false,
  secondFactor: false,
  mustChangePassword: false,
  mustEnrolFactor: false,
} as const;

/** One message of each kind, all unread. */
export const threeMessages = (['message', 'notice', 'todo'] as const).map((type, index) => ({
  id: `m${index}`,
  type,
  title: `A ${type}`,
  subTitle: '',
  avatar: '',
  content: `The text of the ${type}`,
  time: '2026-11-12 09:30:00',
  messageType: 0,
  status: 0,
}));

interface Portal extends RenderResult {
  router: ReturnType<typeof createPortalRouter>;
  received: Received[];
}

/** Opens the whole portal at an address, with a fake server; logged in by default. */
export async function openPortal(
  path: string,
  handlers: Readonly<Record<string, Handler>> = {},
  how: { anonymous?: boolean; role?: 'user' | 'admin'; scope?: Scope; settings?: Partial<AppConfig> } = {},
): Promise<Portal> {
  forgetPortal();
  if (how.anonymous !== true) {
    token.set('T');
    identity.set('acc-1');
  }
  const received = fakeServer(
    {
      'GET /api/user/info': () => ({
        ...lin,
        role: how.role ?? 'user',
        scope: how.scope ?? (how.role === 'admin' ? 'registrar' : ''),
      }),
      'POST /api/message/list': () => threeMessages,
      'POST /api/user/logout': () => null,
      'GET /api/terms': () => sampleTerms(),
      'GET /api/timetable': () => emptyTimetable,
      'GET /api/courses': () => [],
      'GET /api/watching': () => ({ recent: [], week: [] }),
      ...handlers,
    },
    how.settings,
  );
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const result = await act(async () =>
    render(
      <Suspense>
        <RouterProvider router={router} />
        <Toasts />
      </Suspense>,
    ),
  );
  await result.findByRole('main', { hidden: true }); // an ended session hides it
  await act(async () => undefined); // also runs effects, such as adding a key listener
  return { ...result, router, received };
}

/** Refetches all mounted queries. */
export function refetchMounted(): Promise<void> {
  return queryClient.invalidateQueries();
}

/** Resets everything that outlives a page. */
export function forgetPortal(): void {
  clearSession();
  forgetUser();
  sessionLost.set(false);
  sessionEnded.set(false);
  serverMenu.set(null);
  forgetTabs();
  queryClient.clear();
  settings.set(defaultSettings);
  notices.get().forEach(({ id }) => dismiss(id));
  void i18n.setLocale('en-US');
}
