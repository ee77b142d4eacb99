import { createRoute, createRouter, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import type { Feature } from '@simdeck/contract/features.ts'
import { alertRoutes } from './alerts/routes.ts'
import { apiDocsRoutes } from './api-docs/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { BrokenScreen } from './frame/FullPageErrors.tsx'
import { groupRoutes } from './groups/routes.ts'
import { iotSafeRoutes } from './iot-safe/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { personalRoutes } from './personal/routes.ts'
import { app, root } from './root-route.ts'
import { inTime } from './session/address/load-screen.ts'
import { homeUnless } from './session/address/route-guard.ts'
import { parseSearch, stringifySearch } from './session/address/list-search.ts'
import { settingsRoutes } from './settings/routes.ts'
import { importRoutes } from './sims/import/routes.ts'
import { keyImportRoutes } from './sims/key-import/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { useApplication } from './ui/frame/application.ts'

const simList = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => inTime(import('./sims/list/SimListPage.tsx')), 'SimListPage'),
})
const sims = createRoute({
  getParentRoute: () => app,
  path: '/sims',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
const overview = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: homeUnless('STATISTIC_MANAGEMENT'),
  component: lazyRouteComponent(() => inTime(import('./dashboard/OverviewPage.tsx')), 'OverviewPage'),
})
const fleetMap = createRoute({
  getParentRoute: () => app,
  path: '/map',
  component: lazyRouteComponent(() => inTime(import('./sims/list/SimListPage.tsx')), 'SimMapPage'),
})
const sim = createRoute({
  getParentRoute: () => app,
  path: '/sims/$id/$cid',
  component: lazyRouteComponent(() => inTime(import('./sims/detail/SimDetailPage.tsx')), 'SimDetailPage'),
})
/** Tabs of a SIM. The page finds the open tab in the address. */
const simTabs = [
  createRoute({ getParentRoute: () => sim, path: '/' }),
  createRoute({ getParentRoute: () => sim, path: '/ota' }),
  createRoute({ getParentRoute: () => sim, path: '/sessions' }),
  createRoute({ getParentRoute: () => sim, path: '/location' }),
  createRoute({ getParentRoute: () => sim, path: '/timeline' }),
  createRoute({ getParentRoute: () => sim, path: '/history' }),
] as const

/** Parent of the OTA screens. If the feature is disabled, they do not exist (specification §1, Build feature flags). */
const ota = createRoute({
  getParentRoute: () => app,
  id: 'ota',
  beforeLoad: () => {
    if (!useApplication.getState().features.includes('ota' satisfies Feature)) throw notFound()
  },
})
const packages = createRoute({
  getParentRoute: () => ota,
  path: '/otas',
  component: lazyRouteComponent(() => inTime(import('./packages/PackageListPage.tsx')), 'PackageListPage'),
})
const packagesOfAid = createRoute({
  getParentRoute: () => ota,
  path: '/otas/$packageAID',
  component: lazyRouteComponent(() => inTime(import('./packages/PackageListPage.tsx')), 'PackageListPage'),
})
const packageDetail = createRoute({
  getParentRoute: () => ota,
  path: '/otas/package/detail/$packageAID/$otaVersion/$label',
  component: lazyRouteComponent(() => inTime(import('./packages/detail/PackageDetailPage.tsx')), 'PackageDetailPage'),
})
const packageParameters = createRoute({
  getParentRoute: () => ota,
  path: '/otas/package/detail/$packageAID/$otaVersion/$label/parameters',
  component: lazyRouteComponent(() => inTime(import('./packages/detail/PackageParametersPage.tsx')), 'PackageParametersPage'),
})
const remoteConfig = createRoute({
  getParentRoute: () => ota,
  path: '/otas/package/detail/$packageAID/$otaVersion/$label/remote-config',
  component: lazyRouteComponent(() => inTime(import('./package-scripts/RemoteConfigPage.tsx')), 'RemoteConfigPage'),
})
const fileManagement = createRoute({
  getParentRoute: () => ota,
  path: '/otas/package/detail/$packageAID/$otaVersion/$label/file-management',
  component: lazyRouteComponent(() => inTime(import('./package-scripts/FileManagementPage.tsx')), 'FileManagementPage'),
})
const fileManagementResult = createRoute({
  getParentRoute: () => ota,
  path: '/otas/campaigns/files/$otaId',
  component: lazyRouteComponent(() => inTime(import('./package-scripts/FileResultPage.tsx')), 'FileResultPage'),
})
const otaWizard = createRoute({
  getParentRoute: () => ota,
  path: '/otas/execute',
  component: lazyRouteComponent(() => inTime(import('./campaigns/wizard/OtaWizardPage.tsx')), 'OtaWizardPage'),
})
const campaigns = createRoute({
  getParentRoute: () => ota,
  path: '/otas/campaigns',
  component: lazyRouteComponent(() => inTime(import('./campaigns/list/CampaignListPage.tsx')), 'CampaignListPage'),
})
const campaign = createRoute({
  getParentRoute: () => ota,
  path: '/otas/campaigns/$id',
  component: lazyRouteComponent(() => inTime(import('./campaigns/detail/CampaignPage.tsx')), 'CampaignPage'),
})

const drift = createRoute({
  getParentRoute: () => ota,
  path: '/otas/drift',
  component: lazyRouteComponent(() => inTime(import('./drift/DriftPage.tsx')), 'DriftPage'),
})

/** Samples of the components. They exist in development only, never in the product. */
const kit: AnyRoute[] =
  import.meta.env.DEV || import.meta.env.MODE === 'kit'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/__kit',
          component: lazyRouteComponent(() => inTime(import('./kit/KitPage.tsx')), 'KitPage'),
        }),
      ]
    : []

const screens = [
  app.addChildren([
    simList,
    sims,
    overview,
    fleetMap,
    sim.addChildren(simTabs),
    ota.addChildren([
      packages,
      packagesOfAid,
      packageDetail,
      packageParameters,
      remoteConfig,
      fileManagement,
      fileManagementResult,
      otaWizard,
      campaigns,
      campaign,
      drift,
    ]),
    ...importRoutes,
    ...keyImportRoutes,
    ...taskRoutes,
    ...alertRoutes,
    ...groupRoutes,
    iotSafeRoutes,
    ...memberRoutes,
    ...settingsRoutes,
    ...personalRoutes,
    ...logRoutes,
  ]),
  ...authRoutes,
  ...apiDocsRoutes,
] as const

export const router = createRouter({
  // No screen may link to the samples, so the types leave them out.
  routeTree: root.addChildren([...screens, ...(kit as unknown as [])]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
