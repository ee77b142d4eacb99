import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { BrokenPage } from '../frame/WholePages.tsx'
import { root } from '../root-route.ts'
import { inTime } from '../session/load-screen.ts'
import { redirectUriFor } from '../session/redirect.ts'
import { onlySignedOut } from '../session/route-guard.ts'
import { session } from '../session/session.ts'
import { LogoutPage } from './LogoutPage.tsx'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => inTime(import('./LoginPage.tsx')), 'LoginPage'),
  errorComponent: BrokenPage,
  beforeLoad: onlySignedOut,
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: LogoutPage,
  errorComponent: BrokenPage,
  beforeLoad: ({ location }) => {
    if (session().phase === 'signedOut') throw redirect({ to: '/login', search: { redirect_uri: redirectUriFor(location.href) } })
  },
})

/** The way in and out. */
export const authRoutes = [login, logout] as const
