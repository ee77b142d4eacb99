import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { importRawSim, posted, rawPoll, rawSimKeys } from '../../testing/raw-card.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

test('POLLs are answered under the present keys of their SIM: with keys of each length, and after one of the keys changes', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  const { id } = (await admin(endpoints.listSims, { query: {} })).data[0]!
  let counter = 0
  const code = async (keys: { key?: Uint8Array; encryptKey?: Uint8Array }) => {
    const poll = rawPoll(++counter, keys)
    const answer = await posted(server.devicePort, poll.frame)
    return answer && poll.read(answer).close.code
  }
  const key = (length: number) => new Uint8Array(randomBytes(length))
  await until(async () => (await code({})) === 0)
  let keys: { key?: Uint8Array; encryptKey?: Uint8Array } = {}
  for (const change of [{ encryptKey: key(16) }, { encryptKey: key(32) }, { key: key(32) }, { encryptKey: key(16) }]) {
    keys = { ...keys, ...change }
    const given = { ...rawSimKeys(keys.key), encrypt_key: toHex(keys.encryptKey!) }
    await admin(endpoints.updateSim, { params: { id }, body: { keys: given } })
    await until(async () => (await code(keys)) === 0)
    for (let again = 0; again < 3; again++) expect(await code(keys)).toBe(0)
  }
})
