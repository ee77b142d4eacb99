import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const members = createRoute({
  getParentRoute: () => app,
  path: '/members',
  component: lazyRouteComponent(() => inTime(import('./MemberListPage.tsx')), 'MemberListPage'),
})

const member = createRoute({
  getParentRoute: () => app,
  path: '/members/$id',
  component: lazyRouteComponent(() => inTime(import('./MemberPage.tsx')), 'MemberPage'),
})

/** Routes of the member screens. */
export const memberRoutes = [members, member] as const
