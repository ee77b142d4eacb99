import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simdeck-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Simdeck</title>')
  await writeFile(join(folder, 'assets/index-4f2a9c.js'), 'export {}')
  server = await startTestServer({}, folder)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (path: string) => fetch(server.url + path)

test.each(['/', '/sims/12?tab=ota', '/index.html', '/otas/package/detail/F0/1.0/stable', '/%', '/%FF/%', '/100%25'])(
  'the page at %s is revalidated each time',
  async (path) => {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(response.headers.get('etag')).toBeTruthy()
  },
)

test('a file with a hash in its name is cached permanently, a missing one not at all', async () => {
  const asset = await get('/assets/index-4f2a9c.js')
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['/assets/index-000000.js', '/assets/', '/assets', '/assets/%', '/assets/../index.html%']) {
    const missing = await get(path)
    expect([path, missing.status === 404 || missing.headers.get('cache-control') === 'no-cache']).toEqual([path, true])
    expect(missing.headers.get('cache-control')).not.toContain('immutable')
  }
  expect((await get('/assets/index-000000.js')).headers.get('cache-control')).toBe('no-store')
})

test('an unknown URL is answered from the catalogue in the language of the caller', async () => {
  for (const path of ['/v1/nothing', '/v1/%', '/v1/%E3%81', '/ota-api/%', `/v1/member/${'a'.repeat(300)}`, '/%', '/a%ZZ']) {
    for (const [language, message] of [
      ['ja', '見つかりません'],
      ['en', 'Not found'],
    ] as const) {
      const response = await fetch(server.url + path, { method: 'DELETE', headers: { 'accept-language': language } })
      expect([path, response.status, await response.json()]).toEqual([path, 404, { message, code: 'notFound' }])
    }
  }
})

test('input that is not HTTP is answered with the body and headers of other failures', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
  expect(answer).toContain("\r\ncontent-security-policy: default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'\r\n")
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ message: '入力内容が正しくありません', code: 'invalidInput' })
})

test('a page may load from its own server only, and use no browser feature that the console does not need', async () => {
  const { headers } = await get('/')
  expect(headers.get('content-security-policy')?.split(';')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
  expect(headers.get('permissions-policy')).toContain('camera=(), ')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('with a key of Google Maps a page may also load what these maps need, and an answer of the API still may not', async () => {
  const root = await server.signIn('ROOT')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_config_google_maps_api_key', value: 'AIza-Example_1' }] })
  const { headers } = await get('/map')
  const policy = headers.get('content-security-policy')?.split(';')
  expect(policy).toContain("script-src 'self' https://maps.googleapis.com https://maps.gstatic.com")
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toHaveLength(12)
  expect(headers.get('referrer-policy')).toBe('strict-origin')
  expect((await get('/v1/init')).headers.get('content-security-policy')).not.toContain('google')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_config_google_maps_api_key', value: '' }] })
  expect((await get('/map')).headers.get('content-security-policy')).not.toContain('google')
})

test('an answer that asks for a retry later contains the time to wait', async () => {
  const refresh = () =>
    fetch(`${server.url}/v1/refresh-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: crypto.randomUUID() }),
    })
  const answers = await Promise.all(Array.from({ length: 100 }, refresh))
  expect(answers.map(({ status }) => status)).not.toContain(429)
  const refused = await refresh()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
})
