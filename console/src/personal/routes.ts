import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/load-screen.ts'

const personal = createRoute({
  getParentRoute: () => app,
  path: '/personal/setting',
  component: lazyRouteComponent(() => inTime(import('./PersonalPage.tsx')), 'PersonalPage'),
})

/** What is only about oneself. */
export const personalRoutes = [personal] as const
