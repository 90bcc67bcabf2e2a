import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { knownRoutes } from '@/app/known-routes';
import { rememberedPlace } from '@/app/redirect';
import { LoginPage } from '@/features/account/login-page';
import type { Parsed } from '@/shared/api/query';

const route = getRouteApi('/login');

/** The login page as a route: after login it leads to the page that was asked for. */
export function LoginRoute() {
  const navigate = useNavigate();
  const { routeTree } = useRouter();
  const search = route.useSearch() as Record<string, Parsed>;
  return (
    <LoginPage
      onLoggedIn={() => void navigate({ ...rememberedPlace(search, knownRoutes(routeTree)), replace: true })}
    />
  );
}
