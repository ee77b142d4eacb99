import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '../../auth/first-member.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

const account = { email: 'two.browsers@example.com', name: 'Two Browsers', role: 'ADMIN', password: 'Correct-horse-1' } as const

/** Signs in and opens a websocket, as another browser does. Returns the calls of that browser and the events that it receives. */
async function browser(server: TestServer) {
  const { accessToken } = tokensOf(await server.anonymous(endpoints.login, { body: { email: account.email, password: account.password } }))
  const call = createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${accessToken}` }),
  })
  const received: { event: string; me?: unknown }[] = []
  const { ticket } = await call(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  socket.addEventListener('message', (message) => void received.push(JSON.parse(String(message.data)) as { event: string }))
  socket.addEventListener('close', (event) => void received.push({ event: `closed ${event.code}` }))
  await until(() => received.some(({ event }) => event === 'PING'))
  const receives = (event: string) => until(() => received.find((one) => one.event === event))
  return { call, receives, received, [Symbol.dispose]: () => socket.close() }
}

test('a new name, a new role and a required second factor are sent to every browser of the member, and to no other', async () => {
  await using server = await startTestServer()
  await makeAccount(server.db, account)
  using one = await browser(server)
  using two = await browser(server)
  const root = await server.signIn('ROOT')

  await one.call(endpoints.putMe, { body: { name: '山田 花子' } })
  expect(await two.receives('ME_UPDATED')).toMatchObject({ me: { name: '山田 花子', role_id: 2 } })

  await root(endpoints.updateMember, { params: { email: account.email }, body: { role_id: 3 } })
  await until(() => two.received.some(({ me }) => (me as { role_id?: number } | undefined)?.role_id === 3))
  await expect(two.call(endpoints.listRawOtaServiceLogs, { query: {} })).rejects.toMatchObject({ body: { code: 'noPermission' } })

  await root(endpoints.postUserConfig, { body: [{ key: 'system_mfa_required_roles', value: '3' }] })
  await two.receives('closed 4401')
  expect(two.received.at(-2)).toMatchObject({ event: 'ME_UPDATED', me: { mfaSetupRequired: true } })
  await expect(two.call(endpoints.wsTicket, {})).rejects.toMatchObject({ status: 403, body: { code: 'mfaRequired' } })
})

test('a websocket closes at once when its sign-in is ended elsewhere, or its member is deactivated or deleted', async () => {
  await using server = await startTestServer()
  await makeAccount(server.db, account)
  const root = await server.signIn('ROOT')
  using one = await browser(server)
  {
    using two = await browser(server)
    await one.call(endpoints.endOtherSignIns, {})
    await two.receives('closed 4401')
    expect(one.received.map(({ event }) => event)).not.toContain('closed 4401')
  }
  await root(endpoints.updateMember, { params: { email: account.email }, body: { activation: 1 } })
  await one.receives('closed 4401')
  await root(endpoints.updateMember, { params: { email: account.email }, body: { activation: 2 } })
  using three = await browser(server)
  await root(endpoints.deleteMembers, { body: { emails: [account.email] } })
  await three.receives('closed 4401')
  await expect(three.call(endpoints.check, {})).rejects.toMatchObject({ status: 401 })
})

test('a member has at most fifty websockets: another one is closed with "try again later", and the others stay open', async () => {
  await using server = await startTestServer()
  const closed: number[] = []
  /** Opens a websocket. `first` is 'admitted' if an event arrives, or the code with which the socket closes. */
  async function open(call: TestCall): Promise<{ first: string | number; socket: WebSocket }> {
    const { ticket } = await call(endpoints.wsTicket, {})
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
    const first = await new Promise<string | number>((done) => {
      socket.addEventListener('message', () => done('admitted'), { once: true })
      socket.addEventListener('close', ({ code }) => {
        closed.push(code)
        done(code)
      })
    })
    return { first, socket }
  }
  const call = await server.signIn('MEMBER')
  const windows = await Promise.all(Array.from({ length: 50 }, () => open(call)))
  expect(windows.every(({ first }) => first === 'admitted')).toBe(true)
  expect((await open(call)).first).toBe(1013)
  expect((await open(await server.signIn('MEMBER'))).first).toBe('admitted')
  expect(closed).toEqual([1013])
  windows[0]!.socket.close()
  await until(async () => (await open(call)).first === 'admitted')
})
