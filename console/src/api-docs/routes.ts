import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenPage } from '../frame/FullPageErrors.tsx'
import { root } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const all = createRoute({
  getParentRoute: () => root,
  path: '/apidocs',
  component: lazyRouteComponent(() => inTime(import('./ApiDocsPage.tsx')), 'ApiDocsPage'),
  errorComponent: BrokenPage,
})
const open = createRoute({
  getParentRoute: () => root,
  path: '/openapi-docs',
  component: lazyRouteComponent(() => inTime(import('./ApiDocsPage.tsx')), 'OpenApiDocsPage'),
  errorComponent: BrokenPage,
})

/** Routes of the API documentation, open to everyone: one page of all calls, one of the calls for an API ID. */
export const apiDocsRoutes = [all, open] as const
