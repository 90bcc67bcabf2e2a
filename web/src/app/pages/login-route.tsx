import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { rememberedPlace } from '@/app/redirect';
import { knownRoutes } from '@/app/router';
import { LoginPage } from '@/features/account/login-page';
import type { Parsed } from '@/shared/api/query';

const route = getRouteApi('/login');

/** The login page in its place: it follows the remembered way when somebody has logged in. */
export function LoginRoute() {
  const navigate = useNavigate();
  const search = route.useSearch() as Record<string, Parsed>;
  return (
    <LoginPage
      onLoggedIn={() => void navigate({ ...rememberedPlace(search, knownRoutes()), replace: true })}
    />
  );
}
