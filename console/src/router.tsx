import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { BrokenPage, NotFoundPage } from './frame/WholePages.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: BrokenPage })

/** The sheet of parts: for development, never in the product. */
const kit: AnyRoute[] =
  import.meta.env.DEV || import.meta.env.MODE === 'kit'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/__kit',
          component: lazyRouteComponent(() => import('./kit/KitPage.tsx'), 'KitPage'),
        }),
      ]
    : []

export const router = createRouter({
  routeTree: root.addChildren(kit),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
