/**
 * Callers who may make each call, written by hand from the table of roles in docs/spec-gaps.md, so that the contract can be checked against
 * it. `anyone`: without a token. `challenge`: with the token of an unfinished sign-in or a link in the body only. `all`: the three roles.
 * `staff`: ROOT and ADMIN. `root`: ROOT only.
 */
type Who = 'anyone' | 'challenge' | 'all' | 'staff' | 'root'

/**
 * `own`: the call concerns a person's own account or sign-in, so that a program with an API ID is refused. `setUp`: allowed before the
 * multi-factor authentication that a role requires is set up. `proof`: needs a proof younger than ten minutes.
 */
export type Decision = { who: Who; need: string; own?: true; setUp?: true; proof?: true }

const anyone: Decision = { who: 'anyone', need: 'public' }
const challenge: Decision = { who: 'challenge', need: 'mfaPending' }
const read: Decision = { who: 'all', need: 'signedIn' }
const own: Decision = { who: 'all', need: 'signedIn', own: true }
const ownSetUp: Decision = { ...own, setUp: true }
const person = (decision: Decision): Decision => ({ ...decision, own: true })
const proven = (decision: Decision): Decision => ({ ...decision, own: true, proof: true })
const staff = (need: string): Decision => ({ who: 'staff', need })
const root = (need: string): Decision => ({ who: 'root', need })

export const decisions: Record<string, Decision> = {
  'POST /v1/login': anyone,
  'POST /v1/verify-otp': challenge,
  'POST /v1/confirm-password': challenge,
  'POST /v1/check-link': challenge,
  'POST /v1/forget-password': anyone,
  'PUT /v1/forget-password': anyone,
  'POST /v1/register': anyone,
  'POST /v1/refresh-token': anyone,
  'POST /v1/token': anyone,
  'GET /v1/init': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /openapi.json': anyone,
  'GET /ota-api/admin/bulkOTAResult/{id}': anyone,
  'GET /v1/sims/exports/{id}': anyone,
  'GET /v1/tasks/{id}/results.csv': anyone,

  'POST /v1/logout': ownSetUp,
  'GET /v1/check': ownSetUp,
  'GET /v1/me': ownSetUp,
  'PUT /v1/me': own,
  'POST /v1/me/email': proven(own),
  'POST /v1/confirm-email': challenge,
  'GET /v1/me/sign-ins': own,
  'DELETE /v1/me/sign-ins/{id}': own,
  'DELETE /v1/me/sign-ins': own,
  'GET /v1/me/sign-in-history': own,
  'POST /v1/ws-ticket': own,
  'PUT /v1/password-setting': own,
  'POST /v1/password-setting/confirm': ownSetUp,
  'GET /v1/password-setting/generate-mfa-qr': proven(ownSetUp),
  'POST /v1/password-setting/verify-otp': ownSetUp,
  'PUT /v1/password-setting/reset-mfa': proven(own),
  'POST /v1/password-setting/recovery-codes': proven(own),

  'GET /v1/member': read,
  'POST /v1/member': person(staff('USER_CREATE')),
  'PUT /v1/member/{email}': person(staff('USER_UPDATE')),
  'DELETE /v1/member': person(staff('USER_DELETE')),
  'POST /v1/member/{email}/invitation': person(staff('USER_UPDATE')),
  'PUT /v1/member/{email}/reset-mfa': proven(staff('USER_UPDATE')),
  'DELETE /v1/member/{email}/sign-ins': person(staff('USER_UPDATE')),
  'POST /v1/member/{email}/unlock': person(staff('USER_UPDATE')),

  'GET /v1/api-credentials': person(root('OPENAPI_GENERATE')),
  'POST /v1/api-credentials': proven(root('OPENAPI_GENERATE')),
  'DELETE /v1/api-credentials/{id}': person(root('OPENAPI_GENERATE')),
  'GET /v1/access-restrictions': root('SETTING_ACCESS_RESTRICTIONS'),
  'PUT /v1/access-restrictions': proven(root('SETTING_ACCESS_RESTRICTIONS')),

  'GET /v1/mail-settings': read,
  'PUT /v1/mail-settings': proven(staff('SETTING_SYSTEM_MAIL')),
  'DELETE /v1/mail-settings': proven(staff('SETTING_SYSTEM_MAIL')),
  'POST /v1/mail-settings/confirm': proven(root('SETTING_PASSWORD_SECURITY')),
  'POST /v1/mail-settings/test': person(staff('SETTING_SYSTEM_MAIL')),
  'GET /v1/mail-destinations': read,
  'PUT /v1/mail-destinations': person(staff('SETTING_SYSTEM_MAIL')),
  'GET /v1/mail-templates': read,
  'PUT /v1/mail-templates/{name}': proven(staff('byKey')),
  'DELETE /v1/mail-templates/{name}': proven(staff('byKey')),
  'POST /v1/mail-templates/{name}/confirm': proven(root('SETTING_PASSWORD_SECURITY')),
  'GET /v1/mail-changes': person(root('SETTING_PASSWORD_SECURITY')),
  'POST /v1/mail-changes/acknowledge': person(root('SETTING_PASSWORD_SECURITY')),
  'GET /v1/job-runs': root('SETTING_PASSWORD_SECURITY'),
  'GET /v1/mail-outbox': person(root('SETTING_PASSWORD_SECURITY')),
  'POST /v1/mail-outbox/{id}/send': person(root('SETTING_PASSWORD_SECURITY')),

  'GET /v1/user-config': { ...read, setUp: true },
  // Each key has its own need: server/src/settings/settings.test.ts.
  'POST /v1/user-config': { who: 'all', need: 'byKey', own: true },
  'POST /v1/language': { who: 'all', need: 'SETTING_LANGUAGE_DATETIME', own: true, setUp: true },

  'GET /v1/sims': read,
  'GET /v1/sims/search': read,
  'POST /v1/sims/unknown-numbers': read,
  'GET /v1/sims/{id}': read,
  'POST /v1/sims': staff('SIM_CREATE'),
  'PUT /v1/sims/{id}': staff('SIM_UPDATE'),
  'DELETE /v1/sims/{id}': staff('SIM_DELETE'),
  'GET /v1/sims/views': own,
  'POST /v1/sims/views': own,
  'PUT /v1/sims/views/{id}': own,
  'DELETE /v1/sims/views/{id}': own,
  'POST /v1/sims/selections': read,
  'POST /v1/sims/bulk/alias': staff('SIM_UPDATE'),
  'POST /v1/sims/bulk/group': staff('SIM_UPDATE'),
  'POST /v1/sims/bulk/delete': staff('SIM_DELETE'),
  'POST /v1/sims/import': staff('SIM_CREATE'),
  'POST /v1/sims/imports': staff('SIM_CREATE'),
  'POST /v1/sims/imports/{id}/start': staff('SIM_CREATE'),
  'POST /v1/sims/imports/{id}/undo': staff('SIM_DELETE'),
  'POST /v1/sims/export': read,
  'GET /v1/tasks': read,
  'GET /v1/tasks/{id}': read,
  'POST /v1/tasks/{id}/cancel': staff('SIM_UPDATE'),
  'GET /v1/tasks/{id}/results': read,
  'GET /v1/tasks/{id}/results-url': read,
  'GET /v1/groups': read,
  'GET /v1/groups/{id}': read,
  'POST /v1/groups': staff('GROUP_CREATE'),
  'PUT /v1/groups/{id}': staff('GROUP_UPDATE'),
  'DELETE /v1/groups/{id}': staff('GROUP_DELETE'),
  'DELETE /v1/groups': staff('GROUP_DELETE_MULTIPLE'),
  'GET /v1/sims/{id}/sessions': read,
  'GET /v1/sims/{id}/refusals': read,
  'GET /v1/sims/{id}/packages': read,
  'GET /v1/sims/{id}/inventory': read,
  'GET /v1/logs/system': { who: 'all', need: 'LOGS_SYSTEM_LOG' },
  'GET /v1/logs/security': staff('LOGS_SECURITY'),
  'GET /v1/logs/raw-ota-service': staff('LOGS_RAW_LOG'),

  'GET /ota-api/packages/list': read,
  'GET /ota-api/packages/detail/{packageAID}/{otaVersion}/{label}': read,
  'POST /ota-api/packages/upload': staff('OTA_CREATE'),
  'POST /ota-api/packages/getTargetPackageAID': read,
  'GET /ota-api/packages/managedPackageAIDs': read,
  'POST /ota-api/admin/createSnapshotOfOTATarget': staff('OTA_CREATE'),
  'POST /ota-api/admin/dryRunBulkOTA': staff('OTA_CREATE'),
  'PUT /ota-api/admin/bulkOTA': staff('OTA_CREATE'),
  'GET /ota-api/admin/bulkOTA': read,
  'GET /ota-api/admin/bulkOTA/{id}': read,
  'PUT /ota-api/admin/bulkOTA/{id}': staff('OTA_UPDATE'),
  'GET /ota-api/admin/bulkOTA/{id}/withoutApplet': read,
  'GET /ota-api/admin/log': read,
  'PUT /ota-api/admin/cancelOTA/{id}': staff('OTA_UPDATE'),
  'GET /ota-api/admin/getBulkOTAResultCSVSignedUrl/{id}': read,
}

/**
 * A caller with a valid token: a person, a person without the second factor that the role requires, a person whose last proof is older than
 * ten minutes, or a program.
 */
export type Coming = { role: 'ROOT' | 'ADMIN' | 'MEMBER'; as: 'person' | 'personToSetUp' | 'personLongIn' | 'program' }

const roles = { all: ['ROOT', 'ADMIN', 'MEMBER'], staff: ['ROOT', 'ADMIN'], root: ['ROOT'] }

/** The expected answer of the guard to that caller; `in`: the call itself starts. */
export function decided(
  { who, need, own: ownOnly, setUp, proof }: Decision,
  { role, as }: Coming,
): 'in' | 'noPermission' | 'mfaRequired' | 'verificationRequired' {
  if (who === 'anyone' || who === 'challenge') return 'in'
  if (as === 'program' && ownOnly) return 'noPermission'
  if (as === 'personToSetUp' && !setUp) return 'mfaRequired'
  const toProve = as === 'personLongIn' && proof
  // The handler checks the need of the key, after the guard.
  if (toProve && need === 'byKey') return 'verificationRequired'
  if (!roles[who].includes(role)) return 'noPermission'
  return toProve ? 'verificationRequired' : 'in'
}

export const needsNoToken = ({ who }: Decision): boolean => who === 'anyone' || who === 'challenge'
