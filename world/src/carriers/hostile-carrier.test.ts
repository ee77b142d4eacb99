import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { addAccount, apiKey, carrierEnvironment, letTimePass } from './carrier.fixture.ts'

/** Begins an answer of JSON. */
const json = (status: number, text: string): RequestListener => {
  return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
const hundredMegabytes = 100_000_000

/** Writes parts until the connection is closed or `octets` are written. */
const stream = (part: string, octets: number): RequestListener => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let left = octets
    const go = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= part.length
        if (!response.write(part)) return void response.once('drain', go)
      }
      response.end()
    }
    go()
  }
}

const page = (devices: unknown, lastPage: unknown = true) => json(200, JSON.stringify({ pageNumber: 1, devices, lastPage }))
const depth = 400_000

/** Answers to the list of devices, each with the failure that they are. */
const answers: Record<string, [RequestListener, string]> = {
  'a hundred megabytes': [stream('x'.repeat(65_536), hundredMegabytes), 'invalid'],
  'a hundred megabytes of devices': [stream('{"iccid":"8981400000000000001","status":"ACTIVATED"},', hundredMegabytes), 'invalid'],
  'an announced length that does not come': [
    (_, response) =>
      void response.writeHead(200, { 'content-length': String(hundredMegabytes) }).write('{"devices":[', () => response.destroy()),
    'invalid',
  ],
  'arrays in arrays': [json(200, '['.repeat(depth) + ']'.repeat(depth)), 'invalid'],
  'devices in arrays in arrays': [json(200, `{"devices":[${'['.repeat(depth)}${']'.repeat(depth)}],"lastPage":true}`), 'invalid'],
  'objects in objects': [json(200, '{"devices":'.repeat(50_000) + '1' + '}'.repeat(50_000)), 'invalid'],
  null: [json(200, 'null'), 'invalid'],
  'an array': [json(200, '[]'), 'invalid'],
  'a text in place of the devices': [page('8981400000000000001'), 'invalid'],
  'an object in place of the devices': [page({ length: 1, 0: { iccid: '8981400000000000001', status: 'ACTIVATED' } }), 'invalid'],
  'a number as ICCID': [page([{ iccid: 8981400000000000, status: 'ACTIVATED' }]), 'invalid'],
  'an ICCID of a hundred thousand digits': [page([{ iccid: '8'.repeat(100_000), status: 'ACTIVATED' }]), 'invalid'],
  'more devices than a page has': [
    page(Array.from({ length: 1001 }, (_, at) => ({ iccid: `89814000000000${at}`, status: 'RETIRED' }))),
    'invalid',
  ],
  'a text that tells of the last page': [page([], 'true'), 'invalid'],
  'a key of the prototype': [json(200, '{"__proto__":{"devices":[],"lastPage":true}}'), 'invalid'],
  'an error page for a wrong path': [(_, response) => void response.writeHead(404).end('<html>Not found</html>'), 'invalid'],
  'no content': [(_, response) => void response.writeHead(204).end(), 'invalid'],
  'headers without an end': [
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const go = (): void =>
        void (socket.destroyed || (socket.write(`x: ${'y'.repeat(1000)}\r\n`) ? setImmediate(go) : socket.once('drain', go)))
      go()
    },
    'unreachable',
  ],
  'another protocol': [({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'unreachable'],
}

describe('a carrier whose answers are none of its API', () => {
  let server: TestServer
  let admin: TestCall
  let id: number
  let answer: RequestListener = json(200, '{}')
  const carrier = createServer((request, response) => answer(request, response))
  beforeAll(async () => {
    carrier.listen(0, '127.0.0.1')
    await once(carrier, 'listening')
    server = await startTestServer({ ...carrierEnvironment, SERVICES: 'ota,device' })
    admin = await server.signIn('ADMIN')
    id = (await addAccount(admin, `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`)).id
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    carrier.closeAllConnections()
    carrier.close()
  })

  const ask = async () => (await admin(endpoints.testConnector, { params: { id } })).failure
  const account = async () => (await admin(endpoints.listConnectors, {}))[0]!

  test.each(Object.entries(answers))('%s is refused, and closes the account at the third time', async (_, [listener, failure]) => {
    await letTimePass(server)
    answer = page([])
    expect(await ask()).toBeNull()
    answer = listener
    expect([await ask(), await ask(), await ask()]).toEqual([failure, failure, failure])
    expect(await account()).toMatchObject({ failure, closedUntil: expect.any(String) as string })
  })

  test('its words appear in the raw proxy log without the credentials, however they are written', async () => {
    await letTimePass(server)
    const pair = `simdeck-operator:${apiKey}`
    const echoes = [apiKey, pair, Buffer.from(pair).toString('base64'), encodeURIComponent(pair), '8981400000000000001']
    answer = json(400, JSON.stringify({ errorCode: '10000003', errorMessage: `Wrong: ${echoes.join(' , ')}` }))
    expect(await ask()).toBe('invalid')
    const rows = await until(async () => {
      const found = await server.db.selectFrom('raw_proxy_logs').selectAll().where('answer', 'like', '%Wrong%').execute()
      return found.length > 0 && found
    })
    const written = JSON.stringify(rows) + server.logged()
    for (const echo of echoes) expect(written).not.toContain(echo)
  })

  test('a key that begins with its user is no word of the log either', async () => {
    await letTimePass(server)
    const { platform, name, baseUrl, callsPerSecond } = await account()
    const shortKey = 'ops-7f3a9'
    const body = { platform, name: `${name} 2`, baseUrl, callsPerSecond, username: 'ops', apiKey: shortKey }
    const params = { id: (await admin(endpoints.createConnector, { body })).id }
    answer = json(400, JSON.stringify({ errorCode: '10000003', errorMessage: `Unknown: ${shortKey}` }))
    expect(await admin(endpoints.testConnector, { params })).toEqual({ failure: 'invalid' })
    const rows = await until(async () => {
      const found = await server.db.selectFrom('raw_proxy_logs').select('answer').where('answer', 'like', '%Unknown%').execute()
      return found.length > 0 && found
    })
    expect(rows).toEqual([{ answer: '400 10000003 Unknown: ***' }])
  })
})

describe('addresses inside the network', () => {
  let server: TestServer
  let admin: TestCall
  let visits = 0
  const inner = createServer((_, response) => {
    visits++
    response.end('{"devices":[],"lastPage":true}')
  })
  beforeAll(async () => {
    inner.listen(0)
    await once(inner, 'listening')
    server = await startTestServer({ SERVICES: 'ota,device' })
    admin = await server.signIn('ADMIN')
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    inner.close()
  })

  test.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '169.254.169.254',
    '168.63.129.16',
    '１２７.０.０.１',
    '127。0。0。1',
  ])('%s is not called', async (host) => {
    const { id } = await addAccount(admin, `http://${host}:${(inner.address() as AddressInfo).port}`, { name: host })
    expect(await admin(endpoints.testConnector, { params: { id } })).toEqual({ failure: 'outOfReach' })
    expect(visits).toBe(0)
  })
})
