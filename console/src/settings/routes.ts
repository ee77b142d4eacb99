import type { Feature } from '@simdeck/contract/features.ts'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { app } from '../root-route.ts'
import { inTime } from '../session/address/load-screen.ts'
import { homeUnless } from '../session/address/route-guard.ts'
import { useApplication } from '../ui/frame/application.ts'

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => inTime(import('./SettingsPage.tsx')), 'SettingsPage'),
})
const theme = createRoute({
  getParentRoute: () => app,
  path: '/settings/theme',
  component: lazyRouteComponent(() => inTime(import('./theme/ThemePage.tsx')), 'ThemePage'),
})
const sim = createRoute({
  getParentRoute: () => app,
  path: '/settings/setting-sim',
  component: lazyRouteComponent(() => inTime(import('./sim/SimSettingsPage.tsx')), 'SimSettingsPage'),
})
const tags = createRoute({
  getParentRoute: () => app,
  path: '/settings/tags',
  component: lazyRouteComponent(() => inTime(import('./tags/TagsPage.tsx')), 'TagsPage'),
})
const mail = createRoute({
  getParentRoute: () => app,
  path: '/settings/mail',
  component: lazyRouteComponent(() => inTime(import('./mail/MailPage.tsx')), 'MailPage'),
})
const notifyPassword = createRoute({
  getParentRoute: () => app,
  path: '/settings/notify-password',
  component: lazyRouteComponent(() => inTime(import('./mail/NotifyPasswordPage.tsx')), 'NotifyPasswordPage'),
})
const password = createRoute({
  getParentRoute: () => app,
  path: '/settings/password',
  beforeLoad: homeUnless('SETTING_PASSWORD_SECURITY'),
  component: lazyRouteComponent(() => inTime(import('./password/PasswordPolicyPage.tsx')), 'PasswordPolicyPage'),
})
const approval = createRoute({
  getParentRoute: () => app,
  path: '/settings/approval',
  beforeLoad: homeUnless('SETTING_PASSWORD_SECURITY'),
  component: lazyRouteComponent(() => inTime(import('./approval/ApprovalPage.tsx')), 'ApprovalPage'),
})
const generate = createRoute({
  getParentRoute: () => app,
  path: '/settings/generate',
  beforeLoad: homeUnless('OPENAPI_GENERATE'),
  component: lazyRouteComponent(() => inTime(import('./api-ids/ApiIdsPage.tsx')), 'ApiIdsPage'),
})
const accessRestrictions = createRoute({
  getParentRoute: () => app,
  path: '/settings/access-restrictions',
  beforeLoad: homeUnless('SETTING_ACCESS_RESTRICTIONS'),
  component: lazyRouteComponent(() => inTime(import('./access/AccessPage.tsx')), 'AccessPage'),
})
/** Parent of the screens of CAs. If the feature is disabled, they do not exist (specification §1, Build feature flags). */
const iotSafe = createRoute({
  getParentRoute: () => app,
  id: 'iot-safe-settings',
  beforeLoad: () => {
    if (!useApplication.getState().features.includes('iot-safe' satisfies Feature)) throw notFound()
  },
})
const safeSettings = createRoute({
  getParentRoute: () => iotSafe,
  path: '/settings/setting-iot-safe',
  component: lazyRouteComponent(() => inTime(import('./iot-safe/IotSafeSettingsPage.tsx')), 'IotSafeSettingsPage'),
})
const privateCa = createRoute({
  getParentRoute: () => iotSafe,
  path: '/settings/private-ca',
  component: lazyRouteComponent(() => inTime(import('./private-ca/PrivateCaPage.tsx')), 'PrivateCaPage'),
})
const authority = createRoute({
  getParentRoute: () => iotSafe,
  path: '/settings/private-ca/$id',
  component: lazyRouteComponent(() => inTime(import('./private-ca/AuthorityPage.tsx')), 'AuthorityPage'),
})
const templates = createRoute({
  getParentRoute: () => iotSafe,
  path: '/settings/identity-template',
  component: lazyRouteComponent(() => inTime(import('./identity-template/TemplateListPage.tsx')), 'TemplateListPage'),
})
const template = createRoute({
  getParentRoute: () => iotSafe,
  path: '/settings/identity-template/$id',
  component: lazyRouteComponent(() => inTime(import('./identity-template/TemplatePage.tsx')), 'TemplatePage'),
})
const sms = createRoute({
  getParentRoute: () => app,
  path: '/settings/sms',
  component: lazyRouteComponent(() => inTime(import('./sms/SmsPage.tsx')), 'SmsPage'),
})
const outbox = createRoute({
  getParentRoute: () => app,
  path: '/settings/outbox',
  beforeLoad: homeUnless('SETTING_PASSWORD_SECURITY'),
  component: lazyRouteComponent(() => inTime(import('./mail/outbox/OutboxPage.tsx')), 'OutboxPage'),
})
const health = createRoute({
  getParentRoute: () => app,
  path: '/settings/health',
  beforeLoad: homeUnless('SETTING_PASSWORD_SECURITY'),
  component: lazyRouteComponent(() => inTime(import('./health/HealthPage.tsx')), 'HealthPage'),
})

/** Routes of the settings. The guarded pages redirect members without the permission home; the others show the reason. */
export const settingsRoutes = [
  settings,
  theme,
  sim,
  tags,
  mail,
  notifyPassword,
  password,
  approval,
  generate,
  accessRestrictions,
  iotSafe.addChildren([safeSettings, privateCa, authority, templates, template]),
  sms,
  outbox,
  health,
] as const
