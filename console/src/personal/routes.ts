import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const personal = createRoute({
  getParentRoute: () => app,
  path: '/personal/setting',
  component: lazyRouteComponent(() => inTime(import('./PersonalPage.tsx')), 'PersonalPage'),
})
const security = createRoute({
  getParentRoute: () => app,
  path: '/personal/setting/security',
  component: lazyRouteComponent(() => inTime(import('./SecurityPage.tsx')), 'SecurityPage'),
})
const signIns = createRoute({
  getParentRoute: () => app,
  path: '/personal/setting/sign-ins',
  component: lazyRouteComponent(() => inTime(import('./sign-ins/SignInsPage.tsx')), 'SignInsPage'),
})
const notifications = createRoute({
  getParentRoute: () => app,
  path: '/personal/setting/notifications',
  component: lazyRouteComponent(() => inTime(import('./notifications/NotificationChoicesPage.tsx')), 'NotificationChoicesPage'),
})

/** Routes of the personal settings. */
export const personalRoutes = [personal, security, signIns, notifications] as const
