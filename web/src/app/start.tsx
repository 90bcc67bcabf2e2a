import { RouterProvider, createBrowserHistory } from '@tanstack/react-router';
import { StrictMode, Suspense, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { events } from '@/shared/api/events';
import { loadCollege } from '@/shared/api/use-college';
import { chooseLanguage, i18n } from '@/shared/i18n/i18n';
import { storedLocale } from '@/shared/i18n/locale';
import { registerWorker } from '@/shared/offline/new-version';
import { identity, token } from '@/shared/store/session';
import { viewing } from '@/shared/store/storage';
import { shownRole } from '@/shared/access/user';
import { followTheme } from '@/shared/theme/theme';
import { Toasts } from '@/shared/ui/toasts';
import { knownRoutes } from './known-routes';
import { connectMessages } from './locales';
import { rememberedPlace } from './redirect';
import { createPortalRouter } from './router';
import { forgetSession, logOut } from './session';

type Router = ReturnType<typeof createPortalRouter>;

/**
 * Follows a login in another tab: the login page continues to its target; any other page reloads if the account
 * differs. If the same person logs in again, nothing changes here: typed text stays and is sent with the new session.
 */
function followIdentity(router: Router): void {
  let person = identity.get();
  const check = (): void => {
    const now = identity.get();
    if (now === null || now === person) {
      return;
    }
    const { pathname, search } = router.state.location;
    if (pathname === '/login') {
      person = now;
      void router.navigate({ ...rememberedPlace(search, knownRoutes(router.routeTree)), replace: true });
    } else {
      globalThis.location.reload();
    }
  };
  events.on('logout', () => {
    person = null;
  });
  events.on('login', ({ remote }) => {
    if (remote) {
      check();
    } else {
      person = identity.get();
    }
  });
  // The login event may arrive before the stored data does.
  globalThis.addEventListener('storage', check);
}

/** Switches to the language chosen in another tab. */
function followLanguage(): void {
  storedLocale.subscribe(() => {
    const chosen = storedLocale.get();
    if (chosen !== null && chosen !== i18n.locale()) {
      void chooseLanguage(chosen);
    }
  });
}

/** Runs the guard again whenever its facts have changed. */
function followSession(router: Router): void {
  events.on('logout', ({ remote }) => {
    if (remote) {
      forgetSession();
    }
    void router.invalidate();
  });
  globalThis.addEventListener('online', () => {
    if (shownRole() === '') {
      void router.invalidate(); // the user could not be loaded before
    }
  });
}

/** The frame around the pages when staff use the student view. */
const ViewFrame = lazy(async () => ({
  default: (await import('@/features/staff/view-as/view-frame')).ViewFrame,
}));

/** Starts the portal in the page's root element. */
export async function start(root: HTMLElement): Promise<void> {
  connectMessages();
  followTheme();
  followLanguage();
  void loadCollege();

  const router = createPortalRouter(createBrowserHistory());
  followSession(router);
  followIdentity(router);
  // Fetch the page's code in parallel with the messages and the user.
  const to = token.get() === null ? '/login' : globalThis.location.pathname;
  void router.preloadRoute({ to }).catch(() => undefined);

  await Promise.all([i18n.ready('shared'), i18n.ready('app')]);
  const pages = (
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>
  );
  createRoot(root).render(
    <StrictMode>
      <Suspense>{viewing === null ? pages : <ViewFrame onEnd={logOut}>{pages}</ViewFrame>}</Suspense>
    </StrictMode>,
  );
  // A build-time constant. Runs after the page has loaded: filling the cache must not compete with it.
  if (import.meta.env.PROD) {
    if (document.readyState === 'complete') {
      void registerWorker();
    } else {
      globalThis.addEventListener('load', () => void registerWorker());
    }
  }
}
