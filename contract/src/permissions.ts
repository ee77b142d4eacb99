/** Role ids as the specification numbers them (§6). */
export const roleIds = { ROOT: 1, ADMIN: 2, MEMBER: 3 } as const
export type RoleName = keyof typeof roleIds
export type RoleId = (typeof roleIds)[RoleName]

/** True if `role` is higher than `other`. The highest role has the lowest id. */
export const outranks = (role: number, other: number): boolean => role < other

export const permissions = [
  'GROUP_CREATE',
  'GROUP_UPDATE',
  'GROUP_DELETE',
  'GROUP_DELETE_MULTIPLE',
  'SIM_CREATE',
  'SIM_UPDATE',
  'SIM_DELETE',
  'USER_CREATE',
  'USER_UPDATE',
  'USER_DELETE',
  'SETTING_LANGUAGE_DATETIME',
  'SETTING_THEME',
  'SETTING_SYSTEM_MAIL',
  'SETTING_NOTIFY_PASSWORD',
  'SETTING_PASSWORD_SECURITY',
  'SETTING_ACCESS_RESTRICTIONS',
  'SETTING_SIM',
  'SETTING_IOT_SAFE',
  'LOGS_SYSTEM_LOG',
  'LOGS_RAW_LOG',
  'LOGS_SECURITY',
  'STATISTIC_MANAGEMENT',
  'OPENAPI_GENERATE',
  'OTA_CREATE',
  'OTA_UPDATE',
  'OTA_DELETE',
  'IOTSAFE_CERTIFICATES_CREATE',
  'IOTSAFE_CERTIFICATES_UPDATE',
  'IOTSAFE_CERTIFICATES_DELETE',
  'ESIM_UPDATE',
] as const
export type Permission = (typeof permissions)[number]

/**
 * The need of an endpoint: exactly one of these. `mfaPending`: the body has the challenge token of an unfinished sign-in. `byKey`: each
 * settings key, or each mail template, has its own permission.
 */
export type Need = 'public' | 'mfaPending' | 'signedIn' | 'byKey' | Permission

const rootOnly: readonly Permission[] = ['OPENAPI_GENERATE', 'SETTING_PASSWORD_SECURITY', 'SETTING_ACCESS_RESTRICTIONS']
const everyone: readonly Permission[] = ['LOGS_SYSTEM_LOG', 'STATISTIC_MANAGEMENT', 'SETTING_LANGUAGE_DATETIME']

/** The permissions that each role begins with. The database stores the current permissions of each role. */
export const seededPermissions: Record<RoleName, readonly Permission[]> = {
  ROOT: permissions,
  ADMIN: permissions.filter((permission) => !rootOnly.includes(permission)),
  MEMBER: everyone,
}
