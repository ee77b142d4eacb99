import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenPage } from '../frame/WholePages.tsx'
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

/** What the APIs are, for anyone: every call, or those that an API ID may make. */
export const apiDocsRoutes = [all, open] as const
