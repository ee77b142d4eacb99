import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const component = lazyRouteComponent(() => inTime(import('./AlertsPage.tsx')), 'AlertsPage')

/** Routes of the alerts. Their screens are one script, so that the first screen names no further files. */
export const alertRoutes = [
  createRoute({ getParentRoute: () => app, path: '/alerts', component }),
  createRoute({ getParentRoute: () => app, path: '/alerts/$id', component }),
] as const
