import type { Feature } from '@simdeck/contract/features.ts'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'
import { useApplication } from '../ui/frame/application.ts'

/** Parent of the IoT SAFE screens. If the feature is disabled, they do not exist (specification §1, Build feature flags). */
const iotSafe = createRoute({
  getParentRoute: () => app,
  id: 'iot-safe',
  beforeLoad: () => {
    if (!useApplication.getState().features.includes('iot-safe' satisfies Feature)) throw notFound()
  },
})
const sims = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe',
  component: lazyRouteComponent(() => inTime(import('./IotSafeListPage.tsx')), 'IotSafeListPage'),
})
const sim = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/$simId',
  component: lazyRouteComponent(() => inTime(import('./IotSafeSimPage.tsx')), 'IotSafeSimPage'),
})

const certificates = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/certificates',
  component: lazyRouteComponent(() => inTime(import('./certificates/CertificateListPage.tsx')), 'CertificateListPage'),
})
const certificate = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/$simId/certificates/$certId',
  component: lazyRouteComponent(() => inTime(import('./certificates/CertificatePage.tsx')), 'CertificatePage'),
})
const files = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/files',
  component: lazyRouteComponent(() => inTime(import('./files/FileListPage.tsx')), 'FileListPage'),
})
const file = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/$simId/files/$fileId',
  component: lazyRouteComponent(() => inTime(import('./files/FilePage.tsx')), 'FilePage'),
})
const expiry = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/expiry',
  component: lazyRouteComponent(() => inTime(import('./fleet/ExpiryPage.tsx')), 'ExpiryPage'),
})
const signings = createRoute({
  getParentRoute: () => iotSafe,
  path: '/iot-safe/signing-history',
  component: lazyRouteComponent(() => inTime(import('./fleet/SigningHistoryPage.tsx')), 'SigningHistoryPage'),
})

/** Routes of the IoT SAFE screens. */
export const iotSafeRoutes = iotSafe.addChildren([sims, certificates, files, expiry, signings, sim, certificate, file])
