import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../../root-route.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { homeUnless } from '../../session/address/route-guard.ts'

const begin = createRoute({
  getParentRoute: () => app,
  path: '/imports',
  beforeLoad: homeUnless('SIM_CREATE'),
  component: lazyRouteComponent(() => inTime(import('./ImportPage.tsx')), 'ImportPage'),
})
const one = createRoute({
  getParentRoute: () => app,
  path: '/imports/$id',
  beforeLoad: homeUnless('SIM_CREATE'),
  component: lazyRouteComponent(() => inTime(import('./ImportTaskPage.tsx')), 'ImportTaskPage'),
})

/** Routes of the import screens. */
export const importRoutes = [begin, one] as const
