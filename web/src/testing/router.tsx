import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act, render, type RenderResult } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';

interface Routed extends RenderResult {
  /** The path that links have navigated to. */
  path: () => string;
}

/** Renders something with links, inside a router with one page. */
export async function withRouter(children: ReactNode): Promise<Routed> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Suspense>{children}</Suspense> }),
    history: createMemoryHistory(),
  });
  await router.load();
  const result = await act(async () => render(<RouterProvider router={router} />));
  return { ...result, path: () => router.state.location.href };
}
