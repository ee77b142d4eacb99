import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsParameters } from '@simdeck/contract/empty-parameters.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { exampleFor } from '@simdeck/contract/schema-example.ts'
import { hostileTexts } from '../../testing/hostile.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { type Sample, samples } from './hostile-samples.fixture.ts'

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
const malformed = ['SQL that ends a string', 'U+0000', 'half a surrogate pair', 'a prototype key', 'a number too large']
const texts = process.env['TESTS'] === 'usual' ? malformed : Object.keys(hostileTexts)
/** A server answers 6,000 requests of one address in a minute, and all texts together may be more. Another server starts at these texts. */
const restarts = [1, 2, 3].map((quarter) => texts[Math.floor((quarter * texts.length) / 4)])

test.each(texts)('%s, as each text of each call, is stored as text or refused with a message', async (name) => {
  if (restarts.includes(name)) {
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
