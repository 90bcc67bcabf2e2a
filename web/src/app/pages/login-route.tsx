import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { knownRoutes } from '@/app/known-routes';
import { rememberedPlace } from '@/app/redirect';
import { landing } from '@/app/route-meta';
import { LoginPage } from '@/features/portal/account/login-page';
import type { Parsed } from '@/shared/api/query';

const route = getRouteApi('/login');

/** The login page as a route; after login it goes to the page that was requested. */
export function LoginRoute() {
  const navigate = useNavigate();
  const { routeTree } = useRouter();
  const search = route.useSearch() as Record<string, Parsed>;
  const goOn = (): void => {
    const place = rememberedPlace(search, knownRoutes(routeTree));
    // No page was requested: '/' redirects to the start page of the role.
    const starts = place.to === landing && Object.keys(place.search).length === 0;
    void navigate({ ...place, ...(starts && { to: '/' }), replace: true });
  };
  return <LoginPage onLoggedIn={goOn} />;
}
