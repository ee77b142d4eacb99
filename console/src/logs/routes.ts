import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'
import { homeUnless } from '../session/address/route-guard.ts'

const logs = createRoute({
  getParentRoute: () => app,
  path: '/logs',
  beforeLoad: homeUnless('LOGS_SYSTEM_LOG'),
  component: lazyRouteComponent(() => inTime(import('./LogsPage.tsx')), 'LogsPage'),
})
const system = createRoute({
  getParentRoute: () => app,
  path: '/logs/system-log',
  beforeLoad: homeUnless('LOGS_SYSTEM_LOG'),
  component: lazyRouteComponent(() => inTime(import('./system/SystemLogPage.tsx')), 'SystemLogPage'),
})
const security = createRoute({
  getParentRoute: () => app,
  path: '/logs/security-log',
  beforeLoad: homeUnless('LOGS_SECURITY'),
  component: lazyRouteComponent(() => inTime(import('./security/SecurityLogPage.tsx')), 'SecurityLogPage'),
})

const rawApi = createRoute({
  getParentRoute: () => app,
  path: '/logs/raw-api-log',
  beforeLoad: homeUnless('LOGS_RAW_LOG'),
  component: lazyRouteComponent(() => inTime(import('./raw/RawApiLogPage.tsx')), 'RawApiLogPage'),
})
const rawProxy = createRoute({
  getParentRoute: () => app,
  path: '/logs/raw-proxy-log',
  beforeLoad: homeUnless('LOGS_RAW_LOG'),
  component: lazyRouteComponent(() => inTime(import('./raw/RawProxyLogPage.tsx')), 'RawProxyLogPage'),
})
const rawOtaApi = createRoute({
  getParentRoute: () => app,
  path: '/logs/raw-ota-api-log',
  beforeLoad: homeUnless('LOGS_RAW_LOG'),
  component: lazyRouteComponent(() => inTime(import('./raw/RawApiLogPage.tsx')), 'RawOtaApiLogPage'),
})
const rawOtaService = createRoute({
  getParentRoute: () => app,
  path: '/logs/raw-ota-service-log',
  beforeLoad: homeUnless('LOGS_RAW_LOG'),
  component: lazyRouteComponent(() => inTime(import('./ota/RawOtaServiceLogPage.tsx')), 'RawOtaServiceLogPage'),
})

/** Routes of the logs. A member without the permission for a log is redirected home. */
export const logRoutes = [logs, system, security, rawApi, rawProxy, rawOtaApi, rawOtaService] as const
