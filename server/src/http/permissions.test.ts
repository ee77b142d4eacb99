import { expect, test } from 'vitest'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../testing/server.ts'

/**
 * Who may call what, stated here by itself from the decisions in docs/spec-gaps.md, not read from the contract it checks:
 * `everyone` without a token, `signedIn` all three roles, `staff` ROOT and ADMIN.
 */
const table: Record<string, ['everyone' | 'signedIn' | 'staff', string]> = {
  'POST /v1/login': ['everyone', 'public'],
  'POST /v1/refresh-token': ['everyone', 'public'],
  'POST /v1/logout': ['signedIn', 'signedIn'],
  'GET /v1/check': ['signedIn', 'signedIn'],
  'GET /v1/me': ['signedIn', 'signedIn'],
  'PUT /v1/me': ['signedIn', 'signedIn'],
  'GET /v1/user-config': ['signedIn', 'signedIn'],
  'POST /v1/user-config': ['signedIn', 'byKey'],
  'POST /v1/language': ['signedIn', 'SETTING_LANGUAGE_DATETIME'],
  'POST /v1/ws-ticket': ['signedIn', 'signedIn'],
  'GET /v1/init': ['everyone', 'public'],
  'GET /v1/sims': ['signedIn', 'signedIn'],
  'GET /v1/sims/{id}': ['signedIn', 'signedIn'],
  'POST /v1/sims/import': ['staff', 'SIM_CREATE'],
  'GET /v1/sims/{id}/sessions': ['signedIn', 'signedIn'],
  'GET /v1/logs/raw-ota-service': ['staff', 'LOGS_RAW_LOG'],
  'GET /ota-api/packages/list': ['signedIn', 'signedIn'],
  'GET /ota-api/packages/detail/{packageAID}/{otaVersion}/{label}': ['signedIn', 'signedIn'],
  'POST /ota-api/packages/upload': ['staff', 'OTA_CREATE'],
  'POST /ota-api/packages/getTargetPackageAID': ['signedIn', 'signedIn'],
  'GET /ota-api/packages/managedPackageAIDs': ['signedIn', 'signedIn'],
  'POST /ota-api/admin/createSnapshotOfOTATarget': ['staff', 'OTA_CREATE'],
  'POST /ota-api/admin/dryRunBulkOTA': ['staff', 'OTA_CREATE'],
  'PUT /ota-api/admin/bulkOTA': ['staff', 'OTA_CREATE'],
  'GET /ota-api/admin/bulkOTA': ['signedIn', 'signedIn'],
  'GET /ota-api/admin/bulkOTA/{id}': ['signedIn', 'signedIn'],
  'GET /ota-api/admin/log': ['signedIn', 'signedIn'],
  'PUT /ota-api/admin/cancelOTA/{id}': ['staff', 'OTA_UPDATE'],
  'GET /ota-api/admin/getBulkOTAResultCSVSignedUrl/{id}': ['signedIn', 'signedIn'],
  'GET /ota-api/admin/bulkOTAResult/{id}': ['everyone', 'public'],
  'GET /healthz': ['everyone', 'public'],
  'GET /readyz': ['everyone', 'public'],
  'GET /openapi.json': ['everyone', 'public'],
}

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${basePaths[endpoint.api]}${endpoint.path}`

test('every endpoint names the need that was decided, and there is no other endpoint', () => {
  const needs = Object.fromEntries(Object.values<Endpoint>(endpoints).map((endpoint) => [nameOf(endpoint), endpoint.needs]))
  expect(needs).toEqual(Object.fromEntries(Object.entries(table).map(([name, [, need]]) => [name, need])))
})

test('each caller is let in or refused as decided, on every endpoint', async () => {
  await using server = await startTestServer()
  const tokens = {
    ROOT: (await server.signIn('ROOT')).accessToken,
    ADMIN: (await server.signIn('ADMIN')).accessToken,
    MEMBER: (await server.signIn('MEMBER')).accessToken,
  }
  const revoked = await server.signIn('ROOT')
  await revoked(endpoints.logout, {})

  async function statusAndCode(endpoint: Endpoint, authorization: string | undefined) {
    const path = fillPath(endpoint.path, { id: 999_999, packageAID: 'A0000000000000', otaVersion: '1.0', label: 'none' })
    const response = await fetch(server.url + basePaths[endpoint.api] + path, {
      method: endpoint.method,
      headers: { 'accept-language': 'en', ...(authorization === undefined ? {} : { authorization }) },
    })
    const body = response.ok ? null : ((await response.json()) as { code: string })
    return { status: response.status, code: body?.code ?? null }
  }
  const refusedFor = (answer: { status: number }) => answer.status === 401 || answer.status === 403

  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    // This one ends the sign-in that the others are tried with.
    if (endpoint.path === '/v1/logout') continue
    const name = nameOf(endpoint)
    const [who] = table[name]!
    const outside = [undefined, 'Bearer nonsense', `Bearer ${revoked.accessToken}`, tokens.ROOT, 'Basic cm9vdDpyb290']
    for (const authorization of outside) {
      const answer = await statusAndCode(endpoint, authorization)
      expect([name, authorization === undefined ? 'no token' : 'bad token', refusedFor(answer)]).toEqual([
        name,
        expect.any(String),
        who !== 'everyone',
      ])
    }
    if (who === 'everyone') continue
    expect(await statusAndCode(endpoint, undefined)).toEqual({ status: 401, code: 'missingAuthorization' })
    for (const [role, token] of Object.entries(tokens)) {
      const answer = await statusAndCode(endpoint, `Bearer ${token}`)
      const allowed = who === 'signedIn' || role !== 'MEMBER'
      expect([name, role, !refusedFor(answer)]).toEqual([name, role, allowed])
      if (!allowed) expect(answer.code).toBe('noPermission')
    }
  }
})

test('a deactivated member and one whose role lost a permission are refused at the next request', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', 2).where('permission', '=', 'LOGS_RAW_LOG').execute()
  await expect(admin(endpoints.listRawOtaServiceLogs, { query: {} })).rejects.toMatchObject({ status: 403 })
  await server.db.updateTable('members').set({ account_status: 'inactive' }).where('email', '=', admin.email).execute()
  await expect(admin(endpoints.check, {})).rejects.toMatchObject({ status: 401, body: { code: 'sessionExpired' } })
})

test('unknown fields, wrong types, doubled query values and U+0000 are 400 in the language of the caller', async () => {
  await using server = await startTestServer()
  const send = (body: unknown, language: string) =>
    fetch(`${server.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
  for (const body of [
    { email: 'a@example.com', password: 'x', extra: 1 },
    { email: 1, password: 'x' },
    { email: 'a@example.com' },
    { email: 'a\u0000@example.com', password: 'x' },
    [],
    'text',
    null,
  ]) {
    const response = await send(body, 'en')
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([400, 'Invalid input'])
  }
  expect(await (await send({}, 'ja')).json()).toMatchObject({ message: '入力内容が正しくありません', code: 'invalidInput' })
  const member = await server.signIn('MEMBER')
  for (const query of ['take=5&take=6', 'take=0', 'take=101', 'sort=password:ASC', 'nonsense=1', 'pageIndex=-1', 'status=ACTIVATED,NOPE']) {
    const response = await fetch(`${server.url}/v1/sims?${query}`, { headers: { authorization: `Bearer ${member.accessToken}` } })
    expect([query, response.status]).toEqual([query, 400])
  }
  const empty = await fetch(`${server.url}/v1/sims?status=&take=`, { headers: { authorization: `Bearer ${member.accessToken}` } })
  expect(empty.status).toBe(200)
})
