import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { pollKeys } from '@simdeck/protocol/ota/keys.ts'
import { begin, minute } from './fleet.fixture.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { sampleProfile } from './testing/profiles.ts'

const storeData = 0xe2
const faults: Misbehaviour[][] = [
  [],
  [{ kind: 'powerLoss', before: true, ins: storeData }],
  [{ kind: 'powerLoss', ins: storeData }],
  [{ kind: 'cardReset', ins: storeData }],
]

test.each(faults)('a card takes new keys in whole, and polls with them from its next POLL on', (...misbehaviours) => {
  const profile = sampleProfile(1, { misbehaviours })
  const iccid = iccidToBytes(profile.iccid)
  const keys = { capAuthKey: new Uint8Array(16).fill(7), encryptKey: new Uint8Array(32).fill(8) }
  const job = { kind: 'poller-keys', pollerAid: fromHex(fixedAids.pollerA.moduleAid), iccid, keys, dek: profile.scp03.dek } as const
  const { clock, server, fleet } = begin([profile], [{ ...job, areProven: false }], { checksInvariants: true })
  const known = server.sim(profile.iccid)
  clock.advance(20 * minute)
  const { capAuthKey, encryptKey } = fleet.sims[0]!.pollerKeys
  expect([toHex(capAuthKey), toHex(encryptKey)]).toEqual([toHex(keys.capAuthKey), toHex(keys.encryptKey)])
  expect(fleet.stats().connectionsLost).toBeGreaterThan(0)
  expect(known.ends.size).toBe(0)

  // The server makes the new keys those of the SIM.
  known.keys = { ...known.keys, poller: keys, pollKeys: pollKeys(keys, iccid) }
  known.storedCounter = -1
  for (const open of known.jobs) open.job = { ...job, areProven: true }
  clock.advance(20 * minute)
  expect([...known.ends.values()]).toEqual(['Succeeded'])
  expect(fleet.violations()).toEqual([])
})
