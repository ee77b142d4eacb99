import type { Endpoint } from './endpoint.ts'
import type { EndpointName } from './endpoints.ts'
import { exampleFor } from './schema-example.ts'

/** The input of an example call, valid by the schemas of the call. `file` is the name of a file. */
export type Example = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: unknown; file?: string }

const challengeToken = 'CHALLENGE_TOKEN'
const email = 'taro.yamada@example.co.jp'
const member = { params: { email } }
const words = {
  ja: { subject: 'お知らせ', body: '{time} {method} {url}' },
  en: { subject: 'Notice', body: '{time} {method} {url}' },
}
const view = { name: '今週の更新分', shared: false, search: { status: 'ACTIVATED' }, table: { order: [], hidden: [], density: 'default' } }
const packageKey = { packageAID: 'F000000001', otaVersion: '1.0', label: 'stable' }
const plan = { snapshotId: 1, targets: [{ appletType: 1, active: false }] }

/** Examples of calls whose schema cannot give a sensible input, such as an address, and of calls that an example explains better. */
const examples: { [Name in EndpointName]?: Example } = {
  login: { body: { email, password: 'PASSWORD' } },
  verifyOtp: { body: { challengeToken, code: '123456' } },
  confirmPassword: { body: { challengeToken, new_password: 'NEW_PASSWORD' } },
  requestPasswordReset: { body: { email } },
  confirmPasswordReset: { body: { email, code: '12345678', new_password: 'NEW_PASSWORD' } },
  register: { body: { email, name: '山田 太郎' } },
  checkLink: { body: { challengeToken } },
  refreshToken: { body: { refresh_token: 'REFRESH_TOKEN' } },
  putMe: { body: { name: '山田 太郎' } },
  requestEmailChange: { body: { email } },
  confirmEmailChange: { body: { challengeToken } },
  endSignIn: { params: { id: '5f0c6c3e-7d1b-4c53-9c6e-0d7c8c0f9a11' } },
  listSignInHistory: { query: { take: 20 } },
  changePassword: { body: { old_password: 'OLD_PASSWORD', new_password: 'NEW_PASSWORD' } },
  confirmItsMe: { body: { password: 'PASSWORD' } },
  verifyOwnOtp: { body: { code: '123456' } },
  listMembers: { query: { take: 20, sort: 'created:DESC' } },
  createMember: { body: { email, name: '山田 太郎', role_id: 3, language: 'ja' } },
  updateMember: { ...member, body: { name: '山田 太郎', role_id: 2 } },
  deleteMembers: { body: { emails: [email] } },
  resendInvitation: member,
  resetMemberMfa: member,
  unlockMember: member,
  endMemberSignIns: member,
  createApiCredential: { body: { name: 'billing', role_id: 3 } },
  token: { body: { grant_type: 'client_credentials' } },
  putAccessRestrictions: { body: { domains: ['example.co.jp'], console_ranges: [], api_ranges: ['192.0.2.0/24'] } },
  putMailSettings: {
    body: {
      host: 'smtp.example.co.jp',
      port: 587,
      security: 'starttls',
      username: 'simdeck',
      password: 'PASSWORD',
      from_address: 'no-reply@example.co.jp',
      from_name: 'Simdeck',
    },
  },
  putMailDestinations: { body: { destinations: ['ops@example.co.jp'] } },
  putMailTemplate: { params: { name: 'system' }, body: words },
  resetMailTemplate: { params: { name: 'system' } },
  confirmMailSettings: { body: { version: 3 } },
  confirmMailTemplate: { params: { name: 'authentication' }, body: { version: 3 } },
  acknowledgeMailChanges: { body: { up_to: 7 } },
  listMailOutbox: { query: { take: 20, state: 'failed' } },
  getUserConfig: { query: { key: 'system_theme' } },
  postUserConfig: { body: [{ key: 'system_theme', value: 'dark' }] },
  postLanguage: { body: { language: 'ja' } },
  listSims: { query: { take: 20, status: 'ACTIVATED' } },
  searchSims: { query: { q: '8981', take: 8 } },
  listUnknownNumbers: { body: { numbers: '8981100000000000017,8981100000000000025' } },
  createSimView: { body: view },
  updateSimView: { params: { id: 1 }, body: view },
  createSim: { body: { iccid: '8981100000000000017', device_alias: 'Meter 17', operator: 'ntt', cm_platform: 'ntt' } },
  updateSim: { params: { id: 1 }, body: { device_alias: 'Meter 18' } },
  createSimSelection: { body: { filter: { status: 'ACTIVATED' } } },
  setAliases: { body: { selectionId: 1, pattern: 'Meter {n:4}' } },
  setGroups: { body: { selectionId: 1, groupId: 1 } },
  deleteSims: { body: { selectionId: 1, total: 120 } },
  importSims: { body: { mode: 'add' }, file: 'sims.csv' },
  checkSimImport: { body: { mode: 'add', encoding: 'utf-8' }, file: 'sims.csv' },
  startSimImport: { params: { id: 1 }, body: { skipBadLines: false } },
  createSimExport: { body: { filter: { status: 'ACTIVATED' }, columns: ['iccid', 'device_alias', 'status'], bom: true } },
  downloadSimExport: { params: { id: 1 }, query: { expires: 1_795_000_000, signature: '0'.repeat(64) } },
  listTasks: { query: { take: 20, state: 'running' } },
  listTaskResults: { params: { id: 1 }, query: { take: 20, outcome: 'refused' } },
  downloadTaskResults: { params: { id: 1 }, query: { language: 'en', expires: 1_795_000_000, signature: '0'.repeat(64) } },
  listGroups: { query: { take: 20 } },
  createGroup: { body: { name: '東日本', type: 1 } },
  updateGroup: { params: { id: 1 }, body: { name: '東日本', type: 1 } },
  deleteGroups: { body: { ids: [1, 2] } },
  countSimValues: { query: { of: 'status' } },
  countLastPolls: { query: { status: 'ACTIVATED' } },
  listSimSessions: { params: { id: 1 }, query: { take: 5 } },
  listSystemLogs: { query: { take: 20, status: 'failure' } },
  listRawOtaServiceLogs: { query: { take: 20 } },
  listPackages: { query: { take: 20 } },
  searchPackages: { query: { q: 'telemetry 2.4', take: 5 } },
  getPackage: { params: packageKey },
  updatePackage: {
    params: packageKey,
    body: { label: 'stable', notes: 'November', installParameters: '0102', cardParameters: 'EF04C8020400' },
  },
  duplicatePackage: { body: { ...packageKey, newLabel: 'pilot' } },
  getPackageUses: { params: packageKey },
  deletePackage: { params: packageKey },
  uploadPackage: { body: { label: 'stable' }, file: 'telemetry.cap' },
  uploadPackageOfAid: { params: { packageAID: packageKey.packageAID }, body: { label: 'stable' }, file: 'telemetry.cap' },
  createManagedPackageAid: { body: { packageAID: packageKey.packageAID, label: 'agent' } },
  updateManagedPackageAid: { params: { id: 6 }, body: { label: 'agent' } },
  deleteManagedPackageAids: { body: { ids: [6, 7], packages: 2 } },
  getTargetPackageAid: { file: 'telemetry.cap' },
  createSnapshot: { body: { filter: { status: 'ACTIVATED' } } },
  dryRunBulkOta: { body: { ...plan, rollout: { waves: [{ percent: 5 }, { percent: 25 }], seed: 7 } } },
  compareHeldParameters: { body: { snapshotId: 1, packageAID: packageKey.packageAID, installParameters: '0102' } },
  listDryRunSims: { params: { id: 1 }, query: { take: 20, action: 'update,install', sort: 'octets:DESC' } },
  downloadDryRunCsv: { params: { id: 1 }, query: { expires: 1_795_000_000, signature: '0'.repeat(64) } },
  putBulkOta: { body: { ...plan, name: 'November', confirmedCount: 175, removalConsent: true } },
  listCampaigns: { query: { take: 20, state: 'running,paused', sort: 'createdAt:DESC' } },
  archiveCampaigns: { body: { ids: [1, 2], archived: true } },
  changeCampaign: { params: { id: 1 }, body: { action: 'pause' } },
  listCampaignSims: { params: { id: 1 }, query: { take: 20, status: 'Failed', cause: '500-6A84' } },
  getWithoutApplet: { params: { id: 1 }, query: {} },
  getFailedSims: { params: { id: 1 }, query: {} },
  createOtaTemplate: { body: { name: 'Uninstall in waves', options: { kind: 'remove', targets: [{ appletType: 1, active: false }] } } },
  renameOtaTemplate: { params: { id: 1 }, body: { name: 'Uninstall, carefully' } },
  listOtaLogs: { query: { take: 20 } },
  cancelOta: { params: { id: 1 }, body: { simIds: [1, 2] } },
  dryRunRollback: { params: { id: 1 }, body: {} },
  rejectCampaign: { params: { id: 1 }, body: { reason: '夜間の工事と重なるため' } },
  rollbackOta: { params: { id: 1 }, body: { confirmedCount: 172 } },
  downloadSnapshotCsv: { params: { id: 1 }, query: { expires: 1_795_000_000, signature: '0'.repeat(64) } },
  downloadResultCsv: {
    params: { id: 1 },
    query: { expires: 1_795_000_000, signature: '0'.repeat(64) },
  },
}

/** The example of a call. Parts that `examples` does not give are made from the schemas. */
export function exampleOf(name: EndpointName, { params, query, body }: Endpoint): Example {
  const own = examples[name] ?? {}
  return {
    ...(params && !own.params && { params: exampleFor(params, 'required') as Example['params'] }),
    ...(query && !own.query && { query: exampleFor(query, 'required') as Example['query'] }),
    ...(body && own.body === undefined && { body: exampleFor(body, 'required') }),
    ...own,
  }
}
