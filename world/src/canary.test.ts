import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { csvRowOf, writeKeysCsv } from '@simdeck/simulator/keys-csv.ts'
import { customCap } from './testing/recipes.ts'
import { makeProfiles, startWorld, type World } from './testing/start-world.ts'
import { until } from '@simdeck/server/testing/until.ts'

const password = 'Canary-password-8842'
const identities = { email: 'canary.person@example.com', imsi: '440108842884201', msisdn: '08088428842', imei: '358842088420884' }

/** Causes every failure that involves secrets, and collects the bodies of the answers. */
async function provoke(world: World): Promise<{ secrets: Record<string, string>; bodies: string[] }> {
  const { server } = world
  await makeAccount(server.db, { email: identities.email, name: 'Canary', role: 'ADMIN', password })
  const tokens = tokensOf(await server.anonymous(endpoints.login, { body: { email: identities.email, password } }))
  const bodies: string[] = []
  const send = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: BodyInit } = {}) => {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${tokens.accessToken}`, ...init.headers },
    })
    if (!response.ok) bodies.push(await response.text())
  }
  const json = { 'content-type': 'application/json' }
  await send('/v1/login', { method: 'POST', headers: json, body: JSON.stringify({ email: identities.email, password: `${password}x` }) })
  await send('/v1/login', { method: 'POST', headers: json, body: JSON.stringify({ email: identities.email, password, wrong: password }) })
  await send('/v1/refresh-token', { method: 'POST', headers: json, body: JSON.stringify({ refresh_token: `${tokens.refreshToken}x` }) })
  await send(`/v1/sims?search=${tokens.accessToken}`)
  await send(`/ws?token=${tokens.accessToken}`)
  const call = createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${tokens.accessToken}` }),
  })
  const { ticket } = await call(endpoints.wsTicket, {})
  const [profile] = makeProfiles({ sims: 1, profile: () => ({ iccid: '8981100099999999999' }) })
  const row = csvRowOf(profile!)
  for (const column of ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const) {
    const broken = writeKeysCsv([{ ...row, [column]: `${row[column]}ff` }])
    const form = new FormData()
    form.set('file', new File([broken], 'broken.csv'))
    await send('/v1/sims/import', { method: 'POST', body: form })
  }
  const [{ capAuthKey, encryptKey, scp03 } = profile!] = world.profiles
  const brokenKeys = [profile!.capAuthKey, profile!.encryptKey, profile!.scp03.enc, profile!.scp03.mac, profile!.scp03.dek]
  const secrets = {
    password,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    ticket,
    masterKey: server.masterKey,
    capAuthKey: toHex(capAuthKey),
    encryptKey: toHex(encryptKey),
    enc: toHex(scp03.enc),
    mac: toHex(scp03.mac),
    dek: toHex(scp03.dek),
    ...Object.fromEntries(brokenKeys.map((key, index) => [`key of a refused line ${index}`, toHex(key)])),
  }
  return { secrets, bodies }
}

/** Encodings in which a secret could appear. */
const formsOf = (secret: string) => {
  const forms = [secret, Buffer.from(secret).toString('base64')]
  return /^[0-9a-f]+$/.test(secret) ? [...forms, secret.toUpperCase(), Buffer.from(secret, 'hex').toString('base64')] : forms
}

test('logs, errors, metrics and the result CSV contain no key, token or password; the process log also contains no ICCID or other identity', async () => {
  await using world = await startWorld({
    sims: 2,
    row: (index) => (index === 0 ? { imsi: identities.imsi, msisdn: identities.msisdn } : {}),
    profile: (index) => (index === 0 ? { imei: identities.imei } : {}),
  })
  const { secrets, bodies } = await provoke(world)
  world.fleet.sims[1]!.card.nvm.securityDomain.keys[1]!.value = '00'.repeat(16)
  const started = await world.install(await world.upload(customCap()))
  expect((await world.finished(started.id)).counts).toMatchObject({ Succeeded: 1, Failed: 1 })

  const { url } = await world.admin(endpoints.getResultCsvUrl, { params: { id: started.id } })
  const csv = await (await fetch(world.server.url + url)).text()
  expect(csv.split('\n')[0]).toContain('iccid')
  const tables = ['raw_ota_service_logs', 'ota_jobs', 'ota_sessions', 'campaigns', 'sign_in_attempts', 'settings'] as const
  const rows = await until(async () => {
    const read = await Promise.all(tables.map((table) => world.server.db.selectFrom(table).selectAll().execute()))
    return read[0]!.some(({ code, session_id }) => code === 7 && session_id !== 0) && read
  })

  const places = {
    'process log': world.server.logged(),
    'log tables': JSON.stringify(rows),
    'error bodies': bodies.join('\n'),
    metrics: await (await fetch(world.server.metricsUrl)).text(),
    'result CSV': csv,
  }
  expect(bodies.length).toBeGreaterThan(8)
  expect(places['process log'].split('\n').length).toBeGreaterThan(20)
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      for (const form of formsOf(secret)) expect(text.includes(form), `${name} in ${place}`).toBe(false)
    }
  }
  for (const identity of [...Object.values(identities), world.profiles[0]!.iccid]) {
    expect(places['process log'].includes(identity), `${identity} in the process log`).toBe(false)
    expect(places.metrics.includes(identity), `${identity} in the metrics`).toBe(false)
  }
})
