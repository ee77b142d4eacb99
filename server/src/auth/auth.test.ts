import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { makeAccount } from './first-member.ts'

const account = { email: 'Operator@example.com', name: 'Operator', role: 'ADMIN', password: 'Correct-horse-1' } as const

async function withAccount(): Promise<TestServer> {
  const server = await startTestServer()
  await makeAccount(server.db, account)
  return server
}

test('a member signs in with the e-mail address in any case and gets name, role and permissions', async () => {
  await using server = await withAccount()
  const tokens = tokensOf(await server.anonymous(endpoints.login, { body: { email: 'operator@EXAMPLE.com', password: account.password } }))
  const response = await fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })
  const { data } = (await response.json()) as { data: Record<string, unknown> & { role: { permissions: unknown[] } } }
  expect(data).toMatchObject({ name: 'Operator', Username: account.email, role_id: 2 })
  expect(data.role.permissions).toContainEqual({ permission: { name: 'OTA_CREATE' } })
  expect(data.role.permissions).not.toContainEqual({ permission: { name: 'OPENAPI_GENERATE' } })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a wrong password and an unknown address get the same answer', async () => {
  await using server = await withAccount()
  for (const email of [account.email, 'nobody@example.com']) {
    await expect(server.anonymous(endpoints.login, { body: { email, password: 'wrong-password' } })).rejects.toMatchObject({
      status: 401,
      body: { code: 'incorrectCredentials' },
    })
  }
})

test('ten wrong passwords lock an address, known or unknown, even when sent all at once; the right password is then refused', async () => {
  await using server = await withAccount()
  for (const email of [account.email, 'nobody@example.com']) {
    const tries = Array.from({ length: 14 }, () =>
      server
        .anonymous(endpoints.login, { body: { email, password: 'wrong-password' } })
        .catch((error: { body: { code: string } }) => error.body.code),
    )
    const codes = await Promise.all(tries)
    expect(codes.filter((code) => code === 'incorrectCredentials')).toHaveLength(10)
    expect(codes.filter((code) => code === 'accountLocked')).toHaveLength(4)
  }
  await expect(server.anonymous(endpoints.login, { body: { email: account.email, password: account.password } })).rejects.toMatchObject({
    status: 403,
    body: { code: 'accountLocked' },
  })
})

test('a refresh token works once, its predecessor works until the successor is used, and an older token ends the sign-in', async () => {
  await using server = await withAccount()
  const refresh = (refresh_token: string) => server.anonymous(endpoints.refreshToken, { body: { refresh_token } })
  const first = tokensOf(await server.anonymous(endpoints.login, { body: { email: account.email, password: account.password } }))
  const second = await refresh(first.refreshToken)
  const secondOfOtherTab = await refresh(first.refreshToken)
  expect(new Set([first.refreshToken, second.refreshToken, secondOfOtherTab.refreshToken]).size).toBe(3)
  const third = await refresh(secondOfOtherTab.refreshToken)
  await refresh(secondOfOtherTab.refreshToken)
  await expect(refresh(first.refreshToken)).rejects.toMatchObject({ status: 401, body: { code: 'sessionEnded' } })
  await expect(refresh(third.refreshToken)).rejects.toMatchObject({ status: 401 })
  const check = await fetch(`${server.url}/v1/check`, { headers: { authorization: `Bearer ${third.accessToken}` } })
  expect(check.status).toBe(401)
})

test('logout ends the sign-in with its access token, refresh token and websocket ticket', async () => {
  await using server = await withAccount()
  const tokens = tokensOf(await server.anonymous(endpoints.login, { body: { email: account.email, password: account.password } }))
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  expect((await fetch(`${server.url}/v1/logout`, { method: 'POST', headers })).status).toBe(200)
  expect((await fetch(`${server.url}/v1/check`, { headers })).status).toBe(401)
  await expect(server.anonymous(endpoints.refreshToken, { body: { refresh_token: tokens.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
})

test('tokens with another key, algorithm, audience or type are refused', async () => {
  await using server = await withAccount()
  const forged = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject('1')
    .setIssuer('simdeck')
    .setAudience('simdeck-api')
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode('a secret that is not the servers'))
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}.`
  for (const token of [forged, unsigned, 'x.y.z', '']) {
    const response = await fetch(`${server.url}/v1/check`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(401)
  }
})

test('a websocket opens with a ticket (once) or an access token, and with no other token', async () => {
  await using server = await withAccount()
  const member = await server.signIn('MEMBER')
  const { ticket } = await member(endpoints.wsTicket, {})
  const outcome = (token: string, origin?: string) =>
    new Promise<string>((done) => {
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/ws?token=${token}`,
        origin ? ({ headers: { origin } } as never) : undefined,
      )
      socket.addEventListener('message', (message) => {
        done(String(message.data))
        socket.close()
      })
      socket.addEventListener('close', (event) => done(`closed ${event.code}`))
    })
  expect(await outcome(ticket)).toBe('{"event":"PING"}')
  expect(await outcome(ticket)).toBe('closed 4401')
  expect(await outcome(member.accessToken)).toBe('{"event":"PING"}')
  expect(await outcome('nonsense')).toBe('closed 4401')
  expect(await outcome(member.accessToken, 'https://evil.example')).toBe('closed 4401')
})
