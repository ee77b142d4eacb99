import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const list = createRoute({
  getParentRoute: () => app,
  path: '/groups',
  component: lazyRouteComponent(() => inTime(import('./GroupListPage.tsx')), 'GroupListPage'),
})

const page = lazyRouteComponent(() => inTime(import('./GroupPage.tsx')), 'GroupPage')
const group = createRoute({ getParentRoute: () => app, path: '/groups/$id', component: page })
const history = createRoute({ getParentRoute: () => app, path: '/groups/$id/history', component: page })

/** Routes of the groups. */
export const groupRoutes = [list, group, history] as const
