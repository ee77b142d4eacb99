import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'

const tasks = createRoute({
  getParentRoute: () => app,
  path: '/tasks',
  component: lazyRouteComponent(() => inTime(import('./TaskListPage.tsx')), 'TaskListPage'),
})
const task = createRoute({
  getParentRoute: () => app,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => inTime(import('./TaskPage.tsx')), 'TaskPage'),
})

/** Routes of the task screens. */
export const taskRoutes = [tasks, task] as const
