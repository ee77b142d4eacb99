import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const all = Object.entries<Endpoint>(endpoints).filter(([name]) => name !== 'logout')
const params = {
  id: 999_999,
  packageAID: 'A0000000000000',
  otaVersion: '1.0',
  label: 'none',
  email: 'nobody@example.com',
  name: 'invitation',
}
const keysOf = (schema: Endpoint['body']): string[] => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : [])
const manyKeys = (count: number): string => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))

const large = [
  manyKeys(60_000),
  `{"${'k'.repeat(900_000)}":1}`,
  '['.repeat(200_000) + ']'.repeat(200_000),
  `[${Array.from({ length: 100_000 }, () => '{}').join(',')}]`,
  '{"a":'.repeat(50_000),
]
const inFields = [`[${'{},'.repeat(5000)}1]`, '[[[[[[[[[[]]]]]]]]]]', manyKeys(1500)]

/** JSON that differs widely from a valid body. Each endpoint gets one of the large texts in turn. */
function hostileBodies(endpoint: Endpoint, turn: number): string[] {
  const names = keysOf(endpoint.body)
  const fields = names.map((name) => `"${name}":${inFields[turn % inFields.length]}`)
  return [manyKeys(5000), large[turn % large.length]!, ...(names.length > 0 ? [`{${fields.join(',')}}`] : [])]
}

let server: TestServer
let root: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

async function send(endpoint: Endpoint, body: string | null, query = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + basePaths[endpoint.api] + fillPath(endpoint.path, params) + query, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${root.accessToken}`,
      'accept-language': 'ja',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** The fault of an error answer: a server error, too long, not from the catalogue, or with words of a library; null if it has none. */
function faultOf({ status, text }: { status: number; text: string }): string | null {
  if (status < 400) return null
  if (status >= 500) return `${status}`
  if (Buffer.byteLength(text) > 2048) return `${Buffer.byteLength(text)} bytes`
  const { fields = [], code, message } = JSON.parse(text) as { fields?: object[]; code?: string; message?: string }
  if (fields.length > 10 || !code || !message) return text
  return /expected|unrecognized|pattern|invalid input|JSON|token|無効な入力|認識/i.test(text.replaceAll(/"(code|path)":"[^"]*"/g, ''))
    ? text
    : null
}

test('hostile JSON at any endpoint gets a small answer from the catalogue, and other requests are served meanwhile', async () => {
  const broken: unknown[] = []
  let served = 0
  for (const [turn, [name, endpoint]] of all.entries()) {
    if (endpoint.method === 'GET' || endpoint.file) continue
    for (const body of hostileBodies(endpoint, turn)) {
      const [answer, health] = await Promise.all([send(endpoint, body), fetch(`${server.url}/healthz`)])
      const fault = faultOf(answer)
      if (fault) broken.push([name, body.slice(0, 30), answer.status, fault.slice(0, 300)])
      if (health.ok) served++
      await health.body?.cancel()
    }
  }
  expect(broken).toEqual([])
  expect(served).toBeGreaterThan(100)
})

test('a hostile query at any endpoint gets a small answer from the catalogue', async () => {
  const queries = [
    Array.from({ length: 1500 }, (_, n) => `k${n}=`).join('&'),
    Array.from({ length: 1500 }, (_, n) => `k${n}=1`).join('&'),
    Array.from({ length: 5000 }, () => 'a').join('&'),
    Array.from({ length: 900 }, () => 'sort=x').join('&'),
    `${'k'.repeat(10_000)}=1`,
    `sort=${'x'.repeat(10_000)}&take=x&pageIndex=x`,
    '__proto__=1&__proto__=2&constructor=1&toString=1&toString=2',
  ]
  const broken: unknown[] = []
  for (const [turn, [name, endpoint]] of all.entries()) {
    for (const query of [queries[0]!, queries[1 + (turn % (queries.length - 1))]!]) {
      const answer = await send(endpoint, null, `?${query}`)
      const fault = endpoint.streams && answer.status < 400 ? null : faultOf(answer)
      if (fault) broken.push([name, query.slice(0, 20), answer.status, fault.slice(0, 300)])
    }
  }
  expect(broken).toEqual([])
})

test('wrong fields are named up to the limit, in either language, with the number of the others', async () => {
  const answer = async (language: string, body: string) =>
    (
      await fetch(`${server.url}/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body,
      })
    ).json()
  expect(await answer('ja', '{"email":1,"extra":2}')).toEqual({
    message: '入力内容が正しくありません',
    code: 'invalidInput',
    fields: [
      { path: 'email', message: '文字列で指定してください' },
      { path: 'password', message: '必須項目です' },
      { path: 'extra', message: '不明な項目です' },
    ],
  })
  const many = (await answer('en', manyKeys(5000))) as { fields: { path: string; message: string }[]; moreFields: number }
  expect(many.fields).toHaveLength(10)
  expect(many.fields[9]).toEqual({ path: 'k7', message: 'Unknown field' })
  expect(many.moreFields).toBe(4992)
  expect(await answer('en', manyKeys(60_000))).toMatchObject({ fields: [{ path: '', message: 'Too many values' }] })
})

test('a refused call of a signed-in caller has its row in the action log for any input', async () => {
  const { email } = root
  const rows = async () =>
    server.db
      .selectFrom('action_logs')
      .select(['status', 'request_params'])
      .where('request_by', '=', email)
      .where('url', '=', '/v1/me')
      .orderBy('id')
      .execute()
  await server.db.deleteFrom('action_logs').execute()
  await server.db.deleteFrom('action_log_head').execute()
  for (const body of [manyKeys(50_000), `{"${'k'.repeat(900_000)}":1}`, '{"name":', large[2]!, '{"__proto__":1}'])
    expect((await send(endpoints.putMe, body)).status).toBe(400)
  expect((await send(endpoints.putMe, 'x'.repeat(1_100_000))).status).toBe(413)
  const found = await rows()
  expect(found.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 413])
  for (const { request_params } of found) expect(request_params.length).toBeLessThan(30_000)
})
