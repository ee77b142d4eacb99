import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'

test('unknown fields, wrong types, repeated query values and U+0000 are 400 in the language of the caller', async () => {
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

test('an object that cannot be compared or converted to text is refused at any depth', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const headers = { authorization: `Bearer ${root.accessToken}`, 'content-type': 'application/json', 'accept-language': 'en' }
  for (const field of ['toString', 'valueOf'])
    for (const alias of [{ length: [{ [field]: 'x' }] }, { length: { [field]: 1, valueOf: null } }, { [field]: 'x' }]) {
      const body = JSON.stringify({ iccid: '8981100000000000017', device_alias: alias })
      const response = await fetch(`${server.url}/v1/sims`, { method: 'POST', headers, body })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'invalidInput', fields: [{ message: 'Unknown field' }] },
      ])
    }
  expect(server.logged()).not.toContain('TypeError')
})

test('a name with invisible characters is refused with the reason, in either language', async () => {
  await using server = await startTestServer()
  for (const [language, message] of [
    ['ja', '制御文字や目に見えない文字は使えません'],
    ['en', 'Control characters and invisible characters cannot be used'],
  ] as const) {
    const admin = await server.signIn('ADMIN', language)
    await expect(admin(endpoints.createGroup, { body: { name: 'a\u202Egnp.exe' } })).rejects.toMatchObject({
      body: { code: 'invalidInput', fields: [{ path: 'name', message }] },
    })
  }
})

test('a time that PostgreSQL cannot store is refused in every filter', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const answer = async (path: string) =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${root.accessToken}` } })).status
  for (const at of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', `2026-01-01T00:00:00.${'9'.repeat(200)}Z`]) {
    const paths = [
      'sims?modified_start',
      'sims?last_poll_end',
      'member?created_start',
      'logs/system?created_end',
      'logs/security?created_start',
    ]
    const statuses = paths.map(async (path) => [path, await answer(`/v1/${path}=${encodeURIComponent(at)}`)])
    expect((await Promise.all(statuses)).filter(([, status]) => status !== 400)).toEqual([])
  }
})

test('a list longer than all valid values together is refused before it is split', async () => {
  await using server = await startTestServer()
  const member = await server.signIn('MEMBER')
  const body = { filter: { status: 'x,'.repeat(200_000), silent: '1h,24h,3d,7d,never' } }
  const fields = [{ path: 'filter.status', message: expect.stringMatching(/^At most \d+ characters$/) }]
  await expect(member(endpoints.createSimSelection, { body })).rejects.toMatchObject({ body: { code: 'invalidInput', fields } })
})

test('a malformed address and malformed keys get the messages of the specification', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  for (const email of ['nobody@nowhere', 'x'.repeat(101)])
    for (const refused of [
      () => server.anonymous(endpoints.register, { body: { email, name: 'Someone' } }),
      () => server.anonymous(endpoints.requestPasswordReset, { body: { email } }),
      () => admin(endpoints.createMember, { body: { email, name: 'Someone', role_id: 3 } }),
      () => admin(endpoints.requestEmailChange, { body: { email } }),
    ])
      await expect(refused()).rejects.toMatchObject({ body: { code: 'emailInvalid', fields: [{ path: 'email' }] } })
  const sim = await admin(endpoints.createSim, { body: { iccid: '8981100000000000017' } })
  const key = '00112233445566778899AABBCCDDEEFF'
  const keys = { cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key }
  for (const [name, code, message] of [
    ['cap_auth_key', 'invalidCapAuthKey', 'Invalid CAP_AUTH_KEY'],
    ['encrypt_key', 'invalidEncryptKey', 'Invalid ENCRYPT_KEY'],
  ] as const) {
    const body = { code, message, fields: [{ path: `keys.${name}`, message }] }
    for (const wrong of ['zz', key.slice(2), '']) {
      const given = { ...keys, [name]: wrong }
      const added = admin(endpoints.createSim, { body: { iccid: '8981100000000000025', keys: given } })
      await expect(added).rejects.toMatchObject({ body })
      await expect(admin(endpoints.updateSim, { params: { id: sim.id }, body: { keys: given } })).rejects.toMatchObject({ body })
    }
  }
})
