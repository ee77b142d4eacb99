import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { openKeySet } from '../../../key-sets/sms-key-sets.ts'
import { Sealer } from '../../../platform/crypto/seal.ts'
import { findAgent } from '../../../scp81/agents.ts'
import { iccid } from '../imports.fixture.ts'
import { keyImports, newKey, transportKey, wrapped } from './key-imports.fixture.ts'

const { imports, imported, addSim, stored } = keyImports()

test('SCP81 identities and keys are set, also wrapped ones, and an identity belongs to one SIM', async () => {
  const ids = [await addSim(81), await addSim(82), await addSim(83)]
  for (const n of [85, 86, 87]) await addSim(n)
  const other = await addSim(84)
  const taken = await imports.call(endpoints.putSimScp81Key, { params: { id: other }, body: { identity: 'taken', key: newKey() } })
  const columns = ['iccid', 'scp81_identity', 'scp81_key', 'kic', 'kid']
  const long = newKey(64)
  const lines = [
    ['ICCID', 'PSK_ID', 'PSK', 'KIC', 'KID'],
    [iccid(81), 'card-81', wrapped(long), '', ''],
    [iccid(82), 'taken', wrapped(newKey()), '', ''],
    [iccid(83), 'card-81', wrapped(newKey()), '', ''],
    [iccid(84), '', '', wrapped(newKey()), wrapped(newKey())],
    [iccid(85), 'card 85', wrapped(newKey()), '', ''],
    [iccid(86), '', wrapped(newKey()), '', ''],
    [iccid(87), 'card-87', newKey(15), '', ''],
  ]
  const { task, results } = await imported(lines, { columns, transport_key: transportKey })
  expect([task.succeeded, task.refused]).toEqual([2, 5])
  expect(results.filter(({ outcome }) => outcome === 'refused').map(({ line, message }) => [line, message])).toEqual([
    [3, 'Another SIM has this SCP81 identity'],
    [4, 'An earlier line has this SCP81 identity'],
    [6, 'An SCP81 identity has up to 128 visible characters of ASCII'],
    [7, 'Give both the SCP81 identity and its key or neither'],
    [8, 'A key under a transport key is a multiple of 8 bytes, from 24, in hex'],
  ])
  const identityOf = async (id: number) => (await imports.call(endpoints.getSimScp81, { params: { id } })).key?.identity
  expect(await Promise.all([...ids, other].map(identityOf))).toEqual(['card-81', undefined, undefined, taken.key?.identity])
  const agent = await findAgent({ db: imports.server.db, sealer: new Sealer(imports.server.masterKey) }, 'card-81')
  expect(agent && toHex(agent.psk).toUpperCase()).toBe(long)
  expect(await stored()).not.toContain(long)
})

test.each([
  ['semicolon', ';'],
  ['tab', '\t'],
])('the cells of a CSV may be separated by a %s', async (format, separator) => {
  const number = format === 'tab' ? 71 : 72
  const known = iccid(number)
  const id = await addSim(number)
  const [kic, kid] = [newKey(), newKey()]
  const text = [
    ['ICCID', 'Remark', 'KIC', 'KID'],
    [known, 'a,b', kic, `"${kid}"`],
  ]
    .map((cells) => cells.join(separator))
    .join('\n')
  const { task } = await imported(text, { format, columns: ['iccid', null, 'kic', 'kid'] })
  expect(task).toMatchObject({ state: 'completed', succeeded: 1, refused: 0 })
  const sealed = await imports.server.db.selectFrom('sim_sms_keys').selectAll().where('sim_id', '=', id).executeTakeFirstOrThrow()
  const keys = openKeySet(new Sealer(imports.server.masterKey), known, sealed)
  expect([keys?.kic, keys?.kid].map((key) => key && toHex(key).toUpperCase())).toEqual([kic, kid])
})
