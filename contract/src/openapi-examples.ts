import type { EndpointName } from './endpoints.ts'

/** What a call may be made with; its schemas take it. A file is named as it would stand on a disk. */
export type Example = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: unknown; file?: string }

const challengeToken = 'CHALLENGE_TOKEN'
const email = 'taro.yamada@example.co.jp'
const member = { params: { email } }
const words = {
  ja: { subject: 'お知らせ', body: '{time} {method} {url}' },
  en: { subject: 'Notice', body: '{time} {method} {url}' },
}
const plan = { snapshotId: 1, targets: [{ appletType: 1, active: false }] }

/** One example for each call that cannot be made with nothing, and for those that say more with something. */
export const openApiExamples: { [Name in EndpointName]?: Example } = {
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
  createApiCredential: { body: { name: 'billing', role_id: 3 } },
  deleteApiCredential: { params: { id: 1 } },
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
  listMailOutbox: { query: { take: 20, state: 'failed' } },
  retryMail: { params: { id: 1 } },
  getUserConfig: { query: { key: 'system_theme' } },
  postUserConfig: { body: [{ key: 'system_theme', value: 'dark' }] },
  postLanguage: { body: { language: 'ja' } },
  listSims: { query: { take: 20, status: 'ACTIVATED' } },
  getSim: { params: { id: 1 } },
  importSims: { body: { mode: 'add' }, file: 'sims.csv' },
  listSimSessions: { params: { id: 1 }, query: { take: 5 } },
  listSystemLogs: { query: { take: 20, status: 'failure' } },
  listRawOtaServiceLogs: { query: { take: 20 } },
  listPackages: { query: { take: 20 } },
  getPackage: { params: { packageAID: 'F000000001', otaVersion: '1.0', label: 'stable' } },
  uploadPackage: { body: { label: 'stable' }, file: 'telemetry.cap' },
  getTargetPackageAid: { file: 'telemetry.cap' },
  createSnapshot: { body: { filter: { status: 'ACTIVATED' } } },
  dryRunBulkOta: { body: plan },
  putBulkOta: { body: { ...plan, name: 'November' } },
  listCampaigns: { query: { take: 20, sort: 'createdAt:DESC' } },
  getCampaign: { params: { id: 1 } },
  listOtaLogs: { query: { take: 20 } },
  cancelOta: { params: { id: 1 }, body: { simIds: [1, 2] } },
  getResultCsvUrl: { params: { id: 1 } },
  downloadResultCsv: {
    params: { id: 1 },
    query: { expires: 1_795_000_000, signature: '0'.repeat(64) },
  },
}
