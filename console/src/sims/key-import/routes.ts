import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../../root-route.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { homeUnless } from '../../session/address/route-guard.ts'

const begin = createRoute({
  getParentRoute: () => app,
  path: '/imports/keys',
  beforeLoad: homeUnless('SIM_UPDATE'),
  component: lazyRouteComponent(() => inTime(import('./KeyImportPage.tsx')), 'KeyImportPage'),
})
const one = createRoute({
  getParentRoute: () => app,
  path: '/imports/keys/$id',
  beforeLoad: homeUnless('SIM_UPDATE'),
  component: lazyRouteComponent(() => inTime(import('./KeyImportTaskPage.tsx')), 'KeyImportTaskPage'),
})

/** Routes of the screens that import key files. */
export const keyImportRoutes = [begin, one] as const
