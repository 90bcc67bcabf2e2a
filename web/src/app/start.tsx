import { RouterProvider, createBrowserHistory } from '@tanstack/react-router';
import { StrictMode, Suspense, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { hasStoredTimetable } from '@/features/timetable/stored-timetable';
import { college } from '@/shared/api/college';
import { events } from '@/shared/api/events';
import { learnCollege } from '@/shared/api/use-college';
import { i18n } from '@/shared/i18n/i18n';
import { storedLocale } from '@/shared/i18n/locale';
import { keepOnDevice } from '@/shared/offline/new-version';
import { identity, token } from '@/shared/store/session';
import { shownRole } from '@/shared/store/user';
import { followTheme } from '@/shared/theme/theme';
import { breath } from '@/shared/time/breath';
import { Toasts } from '@/shared/ui/toasts';
import { beginDrawing } from './first-drawing';
import { connectMessages } from './locales';
import { createPortalRouter } from './router';
import { followMenuSetting } from './server-menu';
import { forgetSession } from './session';

/**
 * Starts the page anew when somebody else logs in beside it. The same person logging in again changes nothing here:
 * what was typed stays, and is sent with the new session.
 */
function followPerson(): void {
  let person = identity.get();
  const look = (): void => {
    const now = identity.get();
    if (now !== null && now !== person) {
      globalThis.location.reload();
    }
  };
  events.on('logout', () => {
    person = null;
  });
  events.on('login', ({ remote }) => {
    if (remote) {
      look();
    } else {
      person = identity.get();
    }
  });
  // The word of a login may come before what it stored.
  globalThis.addEventListener('storage', look);
}

/** Speaks the language that another tab chose. */
function followLanguage(): void {
  storedLocale.subscribe(() => {
    const chosen = storedLocale.get();
    if (chosen !== null && chosen !== i18n.locale()) {
      document.documentElement.lang = chosen;
      void i18n.setLocale(chosen);
    }
  });
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** How long the first drawing waits for what it would rather not change before the reader's eyes. */
const patience = 1_000;

/** Resolves when the college's name is known, or will not be soon. */
async function nameOrPatience(named: Promise<void>): Promise<void> {
  if (college.get() === null) {
    await Promise.race([named, pause(patience)]);
  }
}

/** Says that what it stands beside is on the screen. */
function Drawn({ onDrawn }: { onDrawn: () => void }): null {
  useEffect(() => void breath().then(onDrawn), [onDrawn]);
  return null;
}

/** Starts the portal on the page's root element. */
export async function start(root: HTMLElement): Promise<void> {
  await breath(); // reading the app was a piece of work
  connectMessages();
  followTheme();
  followMenuSetting();
  const named = learnCollege(); // early, so that the first call does not wait; it will ask again if this failed
  await Promise.all([i18n.ready('shared'), i18n.ready('app')]);

  await breath();
  const history = createBrowserHistory();
  await breath();
  const router = createPortalRouter(history);
  await breath();
  const hasToken = token.get() !== null;
  const kept = hasToken && hasStoredTimetable();
  if (hasToken && !kept) {
    // Beside the question who is here, not after it. Otherwise nothing is asked, and loading the page comes at once.
    void router.preloadRoute({ to: globalThis.location.pathname }).catch(() => undefined);
  }
  followLanguage();
  events.on('logout', ({ remote }) => {
    if (remote) {
      forgetSession();
    }
    void router.invalidate(); // the guard sends away whoever may no longer be here
  });
  followPerson();
  await breath();
  college.get(); // its time zone takes the first date format of all, as long as drawing the frame that shows its name
  await breath();

  globalThis.addEventListener('online', () => {
    if (shownRole() === '') {
      void router.invalidate(); // who is here could not be asked before
    }
  });

  const onDrawn = beginDrawing();
  if (!hasToken) {
    // The first screen stays until there is a page to put in its place: nothing blinks in between.
    await Promise.all([router.load(), nameOrPatience(named)]);
  } else if (kept) {
    // The page needs no answer of the server. Known before the first drawing it is part of it, and drawn in its steps;
    // afterwards it would be drawn in one piece.
    await Promise.race([router.load(), pause(patience)]);
  }
  // In a transition React draws in small steps, so that a slow phone answers in between, and waits for what is all but there.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Suspense>
          <RouterProvider router={router} />
          <Toasts />
          <Drawn onDrawn={onDrawn} />
        </Suspense>
      </StrictMode>,
    ),
  );
  // A constant when the app is built. Later, so that keeping the files never competes with showing the page.
  if (import.meta.env.PROD) {
    const whenIdle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 2_000)); // Safari has none
    whenIdle(() => void keepOnDevice());
  }
}
