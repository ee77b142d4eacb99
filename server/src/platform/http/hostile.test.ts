import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsParameters } from '@simdeck/contract/empty-parameters.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { exampleFor } from '@simdeck/contract/schema-example.ts'
import { hostileTexts } from '../../testing/hostile.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** A valid request; each text in it is replaced by hostile ones in turn. */
type Sample = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const text = { subject: 'Subject', body: '{username} {password} {code} {time} {method} {url}' }
const email = 'someone@example.com'
const paging = { take: '5', sort: 'x:ASC', pageIndex: '0' }
const packageKey = { packageAID: 'A0000000000000', otaVersion: '1.0', label: 'none' }
const view = { name: 'View', shared: false, search: { status: 'ACTIVATED' }, table: { order: ['iccid'], hidden: [], density: 'default' } }
const alertRule = {
  name: 'Silent',
  source: { kind: 'filter', filter: { search: 'a' } },
  comparison: 'over',
  threshold: 50,
  holdMinutes: 10,
  recoversAt: 40,
  recoverMinutes: 10,
  repeatHours: 6,
  severity: 'warning',
  recipients: [{ kind: 'everyone', bell: true, mail: false }],
  quietHours: { from: '22:00', to: '07:00', zone: 'Asia/Tokyo' },
}
/** Requests of the calls for which no request that has every text, and is accepted, can be made from the schemas. */
const samples: Partial<Record<EndpointName, Sample>> = {
  login: { body: { email, password: 'Wrong-password-1' } },
  verifyOtp: { body: { challengeToken: 'x', code: '123456' } },
  confirmPassword: { body: { challengeToken: 'x', new_password: 'Wrong-password-1' } },
  requestPasswordReset: { body: { email } },
  confirmPasswordReset: { body: { email, code: '12345678', new_password: 'Wrong-password-1' } },
  register: { body: { email, name: 'Someone' } },
  requestEmailChange: { body: { email } },
  getNotifications: { query: { category: 'sim' } },
  readNotifications: { body: { ids: [1] } },
  changePassword: { body: { old_password: 'Wrong-password-1', new_password: 'Wrong-password-2' } },
  confirmItsMe: { body: { password: 'Wrong-password-1' } },
  verifyOwnOtp: { body: { code: '123456' } },
  listMembers: { query: { ...paging, name: 'a', email: 'a', role_id: '1', status: '1', created_start: 'x', created_end: 'x' } },
  createMember: { body: { email, name: 'Someone', role_id: 3, language: 'en' } },
  updateMember: { params: { email }, body: { name: 'Someone', role_id: 3, activation: 2 } },
  deleteMembers: { body: { emails: [email] } },
  token: { body: { grant_type: 'client_credentials', client_id: 'x', client_secret: 'x', scope: 'x' } },
  putAccessRestrictions: { body: { domains: ['example.com'], console_ranges: ['127.0.0.1'], api_ranges: ['10.0.0.0/8'] } },
  putMailSettings: {
    body: {
      host: 'localhost',
      port: 2525,
      security: 'none',
      username: 'user',
      password: 'secret',
      from_address: 'no-reply@example.com',
      from_name: 'Simdeck',
    },
  },
  putLogForwarding: { body: { host: 'localhost', port: 6514, ca: '' } },
  putMailDestinations: { body: { destinations: [email] } },
  putMailTemplate: { params: { name: 'invitation' }, body: { ja: text, en: text } },
  confirmMailTemplate: { params: { name: 'invitation' }, body: { version: 1 } },
  getUserConfig: { query: { key: 'system_theme' } },
  postUserConfig: { body: [{ key: 'system_config_app_name', value: 'Simdeck' }] },
  listSims: {
    query: {
      ...paging,
      search: 'a',
      id: '1',
      type: 'SIM',
      external_device_id: 'a',
      applet: 'a',
      imei: 'a',
      group: '1',
      modified_start: 'x',
    },
  },
  countSimValues: { query: { of: 'status', status: 'ACTIVATED' } },
  countLastPolls: { query: { status: 'ACTIVATED' } },
  searchSims: { query: { q: 'a', take: '8' } },
  searchPackages: { query: { q: 'a', take: '5' } },
  listUnknownNumbers: { body: { numbers: '8981100000000000017', field: 'iccid' } },
  createSimView: { body: view },
  updateSimView: { params: { id: '1' }, body: view },
  createSim: {
    body: {
      iccid: '8981100000000000017',
      imsi: '440100000000017',
      msisdn: '09000000017',
      imei: '352099001761481',
      device_alias: 'Meter',
      external_device_id: 'M-17',
      type: 'SIM',
      operator: 'ntt',
      cm_platform: 'ntt',
      status: 'AVAILABLE',
      keys: { cap_auth_key: 'x', encrypt_key: 'x', scp03_enc: 'x', scp03_mac: 'x', scp03_dek: 'x', sd_aid: 'x', kvn: 48 },
    },
  },
  updateSim: { params: { id: '1' }, body: { device_alias: 'Meter', external_device_id: 'M-18' } },
  createSimSelection: { body: { filter: { search: 'a', device_alias: 'a' } } },
  setAliases: { body: { selectionId: 1, pattern: 'Meter {n:4}' } },
  importSims: { body: { mode: 'add', encoding: 'utf-8', columns: '["iccid"]' } },
  checkSimImport: { body: { mode: 'add', encoding: 'utf-8', columns: '["iccid"]' } },
  startSimImport: { params: { id: '999999' }, body: { skipBadLines: false } },
  createSimExport: { body: { filter: { search: 'a' }, sort: 'iccid:ASC', columns: ['iccid'], bom: true } },
  downloadSimExport: { params: { id: '1' }, query: { expires: '1', signature: 'x' } },
  listTasks: { query: { ...paging, kind: 'simImport', state: 'running' } },
  listTaskResults: { params: { id: '1' }, query: { ...paging, outcome: 'done' } },
  downloadTaskResults: { params: { id: '1' }, query: { language: 'ja', expires: '1', signature: 'x' } },
  listAlertRules: { query: { take: '5', pageIndex: '0', name: 'a' } },
  listAlertFirings: { query: { take: '5', pageIndex: '0', ruleId: '1' } },
  createAlertRule: { body: alertRule },
  updateAlertRule: { params: { id: '1' }, body: alertRule },
  countAlertSource: { body: { source: alertRule.source } },
  getDashboardSeries: { query: { period: '24h' } },
  claimAttention: { params: { key: 'silentSims' } },
  releaseAttention: { params: { key: 'silentSims' } },
  createGroup: { body: { name: 'Group', type: 1, phone_number: '03-0000-0000', address: 'Tokyo' } },
  updateGroup: { params: { id: '1' }, body: { name: 'Group', type: 1, phone_number: '03-0000-0000', address: 'Tokyo' } },
  deleteGroups: { body: { ids: [999_999] } },
  listSimSessions: { params: { id: '1' }, query: { take: '5' } },
  listSystemLogs: {
    query: {
      ...paging,
      title: 'memberAdd',
      message: 'a',
      status: 'success',
      person: 'a',
      subject: 'sim:1',
      after: '1',
      created_start: 'x',
    },
  },
  listIotSafeSims: { query: { ...paging, iccid: '8', created_start: 'x', updated_end: 'x', lastPolled_start: 'x' } },
  listRawApiLogs: { query: { ...paging, caller: 'a', route: 'a', status: 'failure', after: '1', created_start: 'x' } },
  listRawProxyLogs: { query: { ...paging, kind: 'mail', host: 'a', status: 'failure', after: '1', created_start: 'x' } },
  listSecurityEvents: { query: { ...paging, event: 'signIn', member: 'a', ip: 'a', outcome: 'failure', created_start: 'x' } },
  listRawOtaServiceLogs: { query: { ...paging, simId: '1', sessionId: '0a0b0c0d' } },
  listPackages: { query: { ...paging, packageAID: 'A0000000000000' } },
  createSnapshot: { body: { filter: { search: 'a', external_device_id: 'a' } } },
  updatePackage: { params: packageKey, body: { label: 'none', notes: 'Notes', installParameters: '0102', cardParameters: 'EF04C8020400' } },
  duplicatePackage: { body: { ...packageKey, newLabel: 'copy' } },
  uploadPackage: { body: { label: 'none' } },
  uploadPackageOfAid: { params: { packageAID: packageKey.packageAID }, body: { label: 'none' } },
  createManagedPackageAid: { body: { packageAID: packageKey.packageAID, label: 'none' } },
  updateManagedPackageAid: { params: { id: '999999' }, body: { label: 'none' } },
  deleteManagedPackageAids: { body: { ids: [999_999], packages: 0 } },
  compareHeldParameters: { body: { snapshotId: 1, packageAID: 'F000000001', installParameters: '0102', cardParameters: 'EF04C8020400' } },
  dryRunBulkOta: {
    body: { snapshotId: 1, targets: [{ appletType: 1, active: true, moduleAID: 'A0', instanceAID: 'A0', installParameters: '' }] },
  },
  listDryRunSims: { params: { id: '1' }, query: { ...paging, action: 'install', reason: 'noKeys', wave: '1', search: 'a' } },
  downloadDryRunCsv: { params: { id: '1' }, query: { expires: '1', signature: 'x' } },
  listCampaigns: {
    query: {
      ...paging,
      search: 'a',
      state: 'running',
      action: 'install',
      package: 'a',
      packageDeleted: 'true',
      createdBy: 'a',
      created_start: 'x',
    },
  },
  putBulkOta: { body: { snapshotId: 1, name: 'Campaign', targets: [{ appletType: 1, active: false }] } },
  listCampaignSims: {
    params: { id: '1' },
    query: { ...paging, status: 'Failed', wave: '1', cause: '500-6A84', waiting: 'silent', cell: '440-10-1-1', search: 'a' },
  },
  getWithoutApplet: { params: { id: 1 }, query: { simId: '1' } },
  getFailedSims: { params: { id: 1 }, query: { causes: '402/-/-' } },
  createOtaTemplate: { body: { name: 'Template', options: { kind: 'remove', targets: [{ appletType: 1, active: false }] } } },
  renameOtaTemplate: { params: { id: '999999' }, body: { name: 'Template' } },
  cancelOta: { params: { id: '1' }, body: {} },
  dryRunRollback: { params: { id: '1' }, body: {} },
  takeBackSims: { body: { simIds: [1] } },
  rollbackOta: { params: { id: '1' }, body: {} },
  downloadSnapshotCsv: { params: { id: '1' }, query: { expires: '1', signature: 'x' } },
  downloadResultCsv: { params: { id: '1' }, query: { expires: '1', signature: 'x' } },
}

/** Calls by name with a valid request each; without `logout`, which would end the sign-in of the others. */
const calls = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([name]) => name !== 'logout')
  .map(([name, endpoint]) => ({ name, endpoint, sample: samples[name] ?? sampleFor(endpoint) }))

function sampleFor({ path, query, body }: Endpoint): Sample {
  const texts = query ? Object.entries(exampleFor(query, 'all') as object).map(([field, value]) => [field, String(value)]) : []
  return {
    params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '999999'])),
    ...(query && { query: Object.fromEntries(texts) as Record<string, string> }),
    ...(body && { body: exampleFor(body, 'all') }),
  }
}

/** Copies of a value, each with one of its texts replaced. */
function* withHostile(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) for (const changed of withHostile(part, text)) yield value.with(index, changed)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) for (const changed of withHostile(part, text)) yield { ...value, [key]: changed }
  }
}

function requestOf(endpoint: Endpoint, { params, query, body }: Sample): { path: string; init: RequestInit } {
  const headers = new Headers({ authorization: `Bearer ${accessToken}` })
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const path = `${basePaths[endpoint.api]}${fillPath(endpoint.path, params as Record<string, string>)}${search === '' ? '' : `?${search}`}`
  const init: RequestInit = { method: endpoint.method, headers }
  if (endpoint.file) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
    form.set(endpoint.file.field, new File(['hostile'], 'hostile'))
    init.body = form
  } else if (endpoint.oauth) init.body = new URLSearchParams(body as Record<string, string>)
  else if (body !== undefined) {
    init.body = JSON.stringify(body)
    headers.set('content-type', 'application/json')
  }
  return { path, init }
}

let server: TestServer
let accessToken: string
async function start(): Promise<void> {
  server = await startTestServer()
  accessToken = (await server.signIn('ROOT')).accessToken
}
beforeAll(start)
afterAll(() => server[Symbol.asyncDispose]())

async function send(endpoint: Endpoint, sample: Sample): Promise<{ status: number; text: string }> {
  const { path, init } = requestOf(endpoint, sample)
  const response = await fetch(server.url + path, init)
  return { status: response.status, text: await response.text() }
}

/** True if the request line can contain these parameters and query. */
const sendable = ({ params, query }: Sample): boolean =>
  [...Object.values(params ?? {}), ...Object.values(query ?? {})].every((value) => {
    const text = String(value)
    return text.isWellFormed() && encodeURIComponent(text).length < 10_000
  })

test('a call without a sample has one from its schemas that they accept', () => {
  const accepts = ({ query, body }: Endpoint, sample: Sample) =>
    (query?.safeParse(sample.query).success ?? true) && (body?.safeParse(sample.body).success ?? true)
  const refused = calls.filter(({ name, endpoint, sample }) => !samples[name] && !accepts(endpoint, sample))
  expect(refused.map(({ name }) => name)).toEqual([])
})

test('a call of the OTA API that needs a field answers "Empty parameters" to none', async () => {
  expect(needsParameters(endpoints.changeCampaign)).toBe(true)
  for (const { endpoint, sample } of calls.filter((one) => needsParameters(one.endpoint)))
    expect(endpoint.path + (await send(endpoint, { ...sample, body: {} })).text).toContain('"code":"emptyParameters"')
})

/** Texts that a parser, an encoder or PostgreSQL may fail on. `npm test` sends these alone; `npm test -- --all` and CI send every text. */
const malformed = [
  'SQL that ends a string',
  'wildcards of LIKE',
  'U+0000',
  'a megabyte',
  'CR and LF of a header',
  'half a surrogate pair',
  'a path upwards',
  'a prototype key',
  'a number too large',
  'nothing but spaces',
]
const texts = process.env['TESTS'] === 'usual' ? malformed : Object.keys(hostileTexts)
/** A server answers 6,000 requests of one address in a minute, and all texts together may be more. Another server starts at this text. */
const middle = texts[Math.floor(texts.length / 2)]

test.each(texts)('%s, as each text of each call, is stored as text or refused with a message', async (name) => {
  if (name === middle) {
    await server[Symbol.asyncDispose]()
    await start()
  }
  // Other tests check locks and rate limits; here they would replace the answers that this test checks.
  await server.db.deleteFrom('sign_in_attempts').execute()
  await server.db.deleteFrom('sign_in_locks').execute()
  const broken: unknown[] = []
  for (const { name: call, endpoint, sample } of calls) {
    for (const hostile of withHostile(sample, hostileTexts[name]!) as Generator<Sample>) {
      if (!sendable(hostile)) continue
      const { status, text } = await send(endpoint, hostile)
      const answer = status < 400 || endpoint.streams ? null : (JSON.parse(text) as { message?: string; code?: string })
      if (status >= 500 || (answer && (!answer.message || !answer.code))) broken.push([call, status, text.slice(0, 200)])
    }
  }
  expect(broken).toEqual([])
  // The server still serves, and the database still has its rows.
  expect((await send(endpoints.readyz, {})).status).toBe(200)
  expect(await server.db.selectFrom('members').select('id').execute()).not.toEqual([])
})
