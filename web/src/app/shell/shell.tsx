import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { queryClient } from '@/shared/api/query-client';
import { GonePage } from '@/app/pages/exception-pages';
import { landingOf } from '@/app/route-meta';
import { logOut } from '@/app/session';
import { SecurityNotice } from '@/features/portal/account/security-notice';
import { useCollege } from '@/shared/api/use-college';
import { useTranslation } from '@/shared/i18n/use-translation';
import { forgetDrafts } from '@/shared/store/drafts';
import { token } from '@/shared/store/session';
import { settings } from '@/shared/store/settings';
import { useRole } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { Breadcrumb } from '@/shared/ui/breadcrumb';
import { Row } from '@/shared/ui/layout';
import { RouteProgress } from '@/shared/ui/progress';
import { usePageChange } from './page-change';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { useCurrentPage, useLoginHref, useTabs } from './current-page';
import { Navbar } from './navbar';
import { StatusNotices } from './status-notices';
import { PageHost } from './page-host';
import { SessionScreen } from './session-screen';
import { FloatingSettings, SettingsDrawer } from './settings-drawer';
import styles from './shell.module.css';
import { SideMenu } from './side-menu';
import { StaffTools } from './staff-tools';
import { TabBar } from './tab-bar';
import { useWide } from '@/shared/ui/wide';

/** Colour-weak inverts the page's body by 80 %. */
function useColourWeak(on: boolean): void {
  useEffect(() => {
    document.body.style.filter = on ? 'invert(80%)' : '';
    return () => {
      document.body.style.filter = '';
    };
  }, [on]);
}

const leave = (): void => {
  forgetDrafts();
  void logOut();
};

/** A separate component, so that only it re-renders when a page starts to load. */
function Loading() {
  return <RouteProgress active={useRouterState({ select: (state) => state.status === 'pending' })} />;
}

function Crumbs({ items }: { items: readonly string[] }) {
  return <Breadcrumb home={landingOf(useRole())} items={items} />;
}

interface Props {
  /** Whether the address is unknown. */
  notFound: boolean;
}

function Layout({ notFound }: Props) {
  const { t } = useTranslation('app');
  const router = useRouter();
  const page = useCurrentPage(notFound);
  const [gone, setGone] = useState<string>();
  const now = useValue(settings);
  const wide = useWide();
  const loggedIn = useValue(token) !== null;
  const college = useCollege();
  const main = useRef<HTMLElement>(null);
  const names = (page.meta?.locale ?? []).map((key) => t(key));
  const title = notFound ? t('menu.notFound') : (names.at(-1) ?? college);
  const loginHref = useLoginHref(page);

  useColourWeak(now.colorWeak);
  useTabs(page, gone === page.fullPath);
  usePageChange(main, {
    name: page.meta?.name ?? '',
    title: t('shell.title', { page: title, college }),
    restoreScroll: page.meta?.ignoreCache !== true,
  });

  const go = (href: string): void => router.history.push(href);
  return (
    <div className={styles['layout']} style={{ '--bar': now.navbar ? '56px' : '0px' } as CSSProperties}>
      <a href="#main" className={styles['skip']} onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </a>
      <Loading />
      {now.navbar && (
        <Navbar
          {...{ college, loggedIn, loginHref }}
          path={page.path}
          topMenu={now.topMenu}
          menu={now.menu}
          onGo={go}
          onLogout={leave}
        />
      )}
      <Row align="stretch" shrink className={styles['middle']}>
        {wide && loggedIn && now.menu && !(now.topMenu && now.navbar) && (
          <SideMenu path={page.path} width={now.menuWidth} collapsed={now.menuCollapse} />
        )}
        <div className={styles['column']}>
          {now.tabBar && <TabBar current={page.meta?.name ?? ''} titleOf={(tab) => t(tab.title)} onGo={go} />}
          <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
            {wide && <Crumbs items={names} />}
            <StatusNotices saysItsAge={page.meta?.saysItsAge === true} />
            {loggedIn && <SecurityNotice here={page.fullPath} onGo={go} />}
            {notFound ? <GonePage /> : <PageHost page={page} onGone={setGone} />}
          </main>
          {now.footer && <Footer college={college} />}
        </div>
      </Row>
      {loggedIn && <BottomBar path={page.path} onGo={go} />}
      {!now.navbar && <FloatingSettings />}
      <SettingsDrawer />
      {loggedIn && <StaffTools onGo={go} />}
    </div>
  );
}

/** Menus, navbar, tab bar and footer around the page, and the server data that they need. */
export function Shell({ notFound = false }: Partial<Props>) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionScreen>
        <Layout notFound={notFound} />
      </SessionScreen>
    </QueryClientProvider>
  );
}
