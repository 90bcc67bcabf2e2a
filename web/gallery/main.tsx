import '@/shared/theme/tokens.css';
import '@/shared/theme/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { Messages } from '@/shared/i18n/catalogue';
import { i18n, provideMessages } from '@/shared/i18n/i18n';
import { followTheme } from '@/shared/theme/theme';
import { Gallery } from './gallery';

const messages = import.meta.glob<Messages>('../src/shared/{locales,ui/staff/locales}/*.json', {
  import: 'default',
});

provideMessages(async (namespace, locale) => {
  const load = messages[`../src/shared/${namespace === 'staff' ? 'ui/staff/' : ''}locales/${locale}.json`];
  return load === undefined ? {} : load();
});
await Promise.all([i18n.ready('shared'), i18n.ready('staff')]);
document.documentElement.lang = i18n.locale();
followTheme();

// Links of the components need a router; here they lead nowhere.
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
