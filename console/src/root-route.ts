import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { AppLayout } from './auth/AppLayout.tsx'
import { BrokenPage } from './frame/FullPageErrors.tsx'
import { inTime } from './session/address/load-screen.ts'
import type { Search } from './session/address/list-search.ts'
import { redirectUriFor } from './session/address/redirect.ts'
import { session } from './session/session.ts'

/** Parent of all routes. Screens without login are its direct children. */
export const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => inTime(import('./frame/NotFoundPage.tsx')), 'NotFoundPage'),
  errorComponent: BrokenPage,
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
})

/** Parent of the screens that need login. It renders the frame, or redirects to /login (specification §2, Route guard). */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppLayout,
  errorComponent: BrokenPage,
  beforeLoad: ({ location }) => {
    const { phase } = session()
    if (phase === 'ended') throw redirect({ to: '/logout', search: { redirect_uri: redirectUriFor(location.href) } })
    if (phase !== 'signedIn') throw redirect({ to: '/login', search: { redirect_uri: redirectUriFor(location.href) } })
  },
})
