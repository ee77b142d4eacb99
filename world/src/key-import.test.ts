import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { wrapKey } from '@simdeck/protocol/crypto/key-wrap.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const columns = ['iccid', null, 'cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_enc_kcv', 'scp03_mac', 'scp03_dek']
const noKeys = { cap_auth_key: '', encrypt_key: '', scp03_enc: '', scp03_mac: '', scp03_dek: '' }
const transportKey = new Uint8Array(randomBytes(16))

/** The output file of a card vendor for these cards, with keys under the transport key. */
function vendorFile(profiles: readonly SimProfile[]): string {
  const wrapped = (key: Uint8Array) => toHex(wrapKey(transportKey, key)).toUpperCase()
  const lines = profiles.map(({ iccid, capAuthKey, encryptKey, scp03: { enc, mac, dek } }) =>
    [
      iccid,
      toHex(randomBytes(16)),
      wrapped(capAuthKey),
      wrapped(encryptKey),
      wrapped(enc),
      toHex(kcv(enc)),
      wrapped(mac),
      wrapped(dek),
    ].join(' '),
  )
  return ['Customer: Example', `Quantity: ${lines.length}`, 'Var_Out: ICCID/KI/CAP/ENCRYPT/KENC/KCV/KMAC/KDEK', ...lines, ''].join('\n')
}

async function imported(world: World, profiles: readonly SimProfile[]): Promise<void> {
  const body = { format: 'varOut', columns: JSON.stringify(columns), transport_key: toHex(transportKey), kvn: 48 } as const
  const file = new File([vendorFile(profiles)], 'vendor.out')
  const { id } = await world.admin(endpoints.checkKeyImport, { body, file })
  await world.admin(endpoints.startKeyImport, { params: { id } })
  const ended = await until(async () => {
    const task = await world.admin(endpoints.getTask, { params: { id } })
    return task.finishedAt !== null && task
  })
  expect(ended).toMatchObject({ state: 'completed', succeeded: profiles.length, refused: 0 })
}

const counters = async (world: World) =>
  (await world.server.db.selectFrom('poll_counters').select('poll_counter').orderBy('cap_auth_fingerprint').execute()).map(
    (row) => row.poll_counter,
  )

test('a SIM with the keys of a vendor’s file gets an OTA, and a SIM whose keys return goes on with its counter', async () => {
  await using world = await startWorld({ sims: 2, row: (index) => (index === 0 ? noKeys : {}) })
  const known = world.profiles[1]!
  const keyed = () => world.admin(endpoints.listSims, { query: { take: 10, has_keys: 'true' } })
  expect((await keyed()).data.map(({ iccid }) => iccid)).toEqual([known.iccid])
  const before = await until(async () => {
    const rows = await counters(world)
    return rows.length === 1 && rows
  })
  const other = () => new Uint8Array(randomBytes(16))
  await imported(world, [{ ...known, capAuthKey: other(), encryptKey: other() }])
  await imported(world, world.profiles)
  expect((await keyed()).totalItems).toBe(2)
  const campaign = await world.finished((await world.install(await world.upload(telemetryCap(1)))).id)
  expect(campaign.counts).toMatchObject({ Succeeded: 2 })
  const after = await counters(world)
  expect([after.length, Math.max(...after) > before[0]!]).toEqual([2, true])
})
