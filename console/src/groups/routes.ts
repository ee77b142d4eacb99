import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const group = createRoute({
  getParentRoute: () => app,
  path: '/groups/$id',
  component: lazyRouteComponent(() => inTime(import('./GroupPage.tsx')), 'GroupPage'),
})

/** Routes of the groups. */
export const groupRoutes = [group] as const
