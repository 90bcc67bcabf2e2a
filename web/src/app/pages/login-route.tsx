import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { knownRoutes } from '@/app/known-routes';
import { rememberedPlace } from '@/app/redirect';
import { landing } from '@/app/route-meta';
import { LoginPage } from '@/features/portal/account/login-page';
import type { Parsed } from '@/shared/api/query';

const route = getRouteApi('/login');

/** The login page as a route: after login it leads to the page that was asked for. */
export function LoginRoute() {
  const navigate = useNavigate();
  const { routeTree } = useRouter();
  const search = route.useSearch() as Record<string, Parsed>;
  const goOn = (): void => {
    const place = rememberedPlace(search, knownRoutes(routeTree));
    // Nothing in particular was asked for: where one starts depends on the role, which is known there.
    const starts = place.to === landing && Object.keys(place.search).length === 0;
    void navigate({ ...place, ...(starts && { to: '/' }), replace: true });
  };
  return <LoginPage onLoggedIn={goOn} />;
}
