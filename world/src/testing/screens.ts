/** Ids that the addresses of screens need. */
export type ScreenIds = {
  simId: number
  iccid: string
  failedSimId: number
  failedIccid: string
  campaignId: number
  groupId: number
  memberId: number
  importId: number
  packageAid: string
  otaVersion: string
  label: string
  authorityId: number
}

export type Screen = {
  name: string
  path: (ids: ScreenIds) => string
  /** True for a page without sign-in. */
  anonymous?: boolean
}

/** Every screen of the console. Each is in the screenshots, and is checked for clipped text, sideways scrolling and accessibility. */
export const screens: readonly Screen[] = [
  { name: 'login', path: () => '/login', anonymous: true },
  { name: 'openapi-docs', path: () => '/openapi-docs', anonymous: true },
  { name: 'apidocs', path: () => '/apidocs', anonymous: true },
  { name: 'forgot-password', path: () => '/forgot-password', anonymous: true },
  { name: 'forgot-password-confirm', path: () => '/forgot-password-confirm', anonymous: true },
  { name: 'register', path: () => '/register', anonymous: true },
  { name: 'register-success', path: () => '/account/register/success', anonymous: true },
  { name: 'change-password-invalid', path: () => '/change-password/no-such-link', anonymous: true },
  { name: 'sims', path: () => '/' },
  { name: 'sims-filtered', path: () => '/?status=SUSPENDED&search=nothing-like-this' },
  { name: 'overview', path: () => '/dashboard' },
  { name: 'sim', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}` },
  { name: 'sim-failed', path: ({ failedSimId, failedIccid }) => `/sims/${failedSimId}/${failedIccid}` },
  { name: 'sim-ota', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}/ota` },
  { name: 'sim-timeline', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}/timeline` },
  { name: 'sim-history', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}/history` },
  { name: 'sim-sessions', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}/sessions` },
  { name: 'sim-location', path: ({ simId, iccid }) => `/sims/${simId}/${iccid}/location` },
  { name: 'map', path: () => '/map' },
  { name: 'groups', path: () => '/groups' },
  { name: 'group', path: ({ groupId }) => `/groups/${groupId}` },
  { name: 'group-history', path: ({ groupId }) => `/groups/${groupId}/history` },
  { name: 'imports', path: () => '/imports' },
  { name: 'import', path: ({ importId }) => `/imports/${importId}` },
  { name: 'key-imports', path: () => '/imports/keys' },
  { name: 'key-import-unknown', path: () => '/imports/keys/999999999' },
  { name: 'tasks', path: () => '/tasks' },
  { name: 'task', path: ({ importId }) => `/tasks/${importId}` },
  { name: 'alerts', path: () => '/alerts' },
  { name: 'alerts-history', path: () => '/alerts/history' },
  { name: 'alert-new', path: () => '/alerts/new' },
  { name: 'iot-safe', path: () => '/iot-safe' },
  { name: 'iot-safe-unknown', path: () => '/iot-safe/999999999' },
  { name: 'certificates', path: () => '/iot-safe/certificates' },
  { name: 'certificate-unknown', path: () => '/iot-safe/1/certificates/999999999' },
  { name: 'files', path: () => '/iot-safe/files' },
  { name: 'file-unknown', path: () => '/iot-safe/1/files/999999999' },
  { name: 'certificates-expiry', path: () => '/iot-safe/expiry' },
  { name: 'signing-history', path: () => '/iot-safe/signing-history' },
  { name: 'packages', path: () => '/otas' },
  {
    name: 'remote-config',
    path: ({ packageAid, otaVersion, label }) =>
      `/otas/package/detail/${packageAid}/${otaVersion}/${encodeURIComponent(label)}/remote-config`,
  },
  {
    name: 'file-management',
    path: ({ packageAid, otaVersion, label }) =>
      `/otas/package/detail/${packageAid}/${otaVersion}/${encodeURIComponent(label)}/file-management`,
  },
  { name: 'file-result-unknown', path: () => '/otas/campaigns/files/999999999' },
  { name: 'packages-of-aid', path: ({ packageAid }) => `/otas/${packageAid}` },
  { name: 'package', path: ({ packageAid, otaVersion, label }) => `/otas/package/detail/${packageAid}/${otaVersion}/${label}` },
  {
    name: 'package-parameters',
    path: ({ packageAid, otaVersion, label }) => `/otas/package/detail/${packageAid}/${otaVersion}/${label}/parameters`,
  },
  { name: 'wizard', path: () => '/otas/execute' },
  { name: 'wizard-chosen', path: ({ simId }) => `/otas/execute?simIds=${simId}` },
  { name: 'drift', path: () => '/otas/drift' },
  { name: 'campaigns', path: () => '/otas/campaigns' },
  { name: 'campaign', path: ({ campaignId }) => `/otas/campaigns/${campaignId}` },
  { name: 'settings-theme', path: () => '/settings/theme' },
  { name: 'members', path: () => '/members' },
  { name: 'member', path: ({ memberId }) => `/members/${memberId}` },
  { name: 'settings-sim', path: () => '/settings/setting-sim' },
  { name: 'settings-tags', path: () => '/settings/tags' },
  { name: 'settings-mail', path: () => '/settings/mail' },
  { name: 'settings-notify-password', path: () => '/settings/notify-password' },
  { name: 'settings-password', path: () => '/settings/password' },
  { name: 'settings-approval', path: () => '/settings/approval' },
  { name: 'settings-generate', path: () => '/settings/generate' },
  { name: 'settings-access-restrictions', path: () => '/settings/access-restrictions' },
  { name: 'settings-private-ca', path: () => '/settings/private-ca' },
  { name: 'settings-authority', path: ({ authorityId }) => `/settings/private-ca/${authorityId}` },
  { name: 'settings-iot-safe', path: () => '/settings/setting-iot-safe' },
  { name: 'settings-identity-template', path: () => '/settings/identity-template' },
  { name: 'settings-identity-template-new', path: () => '/settings/identity-template/new' },
  { name: 'settings-sms', path: () => '/settings/sms' },
  { name: 'settings-outbox', path: () => '/settings/outbox' },
  { name: 'settings-health', path: () => '/settings/health' },
  { name: 'personal-setting', path: () => '/personal/setting' },
  { name: 'personal-security', path: () => '/personal/setting/security' },
  { name: 'personal-sign-ins', path: () => '/personal/setting/sign-ins' },
  { name: 'personal-notifications', path: () => '/personal/setting/notifications' },
  { name: 'logs', path: () => '/logs' },
  { name: 'system-log', path: () => '/logs/system-log' },
  { name: 'security-log', path: () => '/logs/security-log' },
  { name: 'raw-api-log', path: () => '/logs/raw-api-log' },
  { name: 'raw-proxy-log', path: () => '/logs/raw-proxy-log' },
  { name: 'raw-ota-api-log', path: () => '/logs/raw-ota-api-log' },
  { name: 'raw-ota-service-log', path: () => '/logs/raw-ota-service-log' },
  { name: 'not-found', path: () => '/no-such-page' },
]
