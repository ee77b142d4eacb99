import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { PollSlots } from './poll-slots.ts'

const iccidOf = (simId: number) => iccidToBytes(`8981${String(simId * 7919).padStart(15, '0')}`)
const key = (simId: number, name: string, length: number) => createHash('sha512').update(`${simId} ${name}`).digest().subarray(0, length)
const rowOf = (simId: number, more: { counter?: number; length?: number; key?: string } = {}) => ({
  simId,
  counter: more.counter ?? simId % 5,
  fingerprint: key(simId, more.key ?? 'cap', 16),
  capAuthKey: key(simId, 'cap', more.length ?? 45),
  encryptKey: key(simId, 'enc', 45),
  hasDueOta: simId % 3 === 0,
  dueAtMs: null,
  limitedBy: null,
  encRequired: simId % 2 === 0,
  awaitsKeys: simId % 3 === 0,
})

test('a new key has the counter that was read with it, the same key keeps the highest counter, and an entry of a former key has no effect', () => {
  const slots = new PollSlots()
  slots.put(iccidOf(1), rowOf(1, { counter: 0xffffffff }))
  slots.put(iccidOf(1), rowOf(1, { counter: -1 }))
  expect(slots.get(iccidOf(1))!.counter).toBe(0xffffffff)
  slots.put(iccidOf(1), { ...rowOf(1, { counter: 3 }), capAuthKey: key(1, 'sealed again', 45) })
  const before = slots.get(iccidOf(1))!
  expect(before.counter).toBe(0xffffffff)
  slots.put(iccidOf(1), rowOf(1, { counter: 3, key: 'other' }))
  before.counter = 9
  expect(before.counter).toBe(-1)
  expect(slots.get(iccidOf(1))!.counter).toBe(3)
})

test('every SIM is found with its values, also with many SIMs, longer keys, and SIMs that are removed and added', () => {
  const slots = new PollSlots()
  const sims = 2_000
  for (let simId = 1; simId <= sims; simId++) slots.put(iccidOf(simId), rowOf(simId))
  const early = slots.get(iccidOf(7))!
  early.counter = 90
  early.idleLoggedAtMs = 1_800_000_000_000
  slots.put(iccidOf(8), rowOf(8, { length: 61 }))

  slots.beginRound()
  for (let simId = 1; simId <= sims; simId++)
    if (simId % 10 !== 0) slots.put(iccidOf(simId), rowOf(simId, { length: simId === 8 ? 61 : 45 }))
  slots.dropUnread()
  slots.dropSims(new Set([11, 12]))
  for (let simId = sims + 1; simId <= sims + 800; simId++) slots.put(iccidOf(simId), rowOf(simId))
  slots.setDueSims(new Set([1, 2]), new Map())

  let present = 0
  for (let simId = 1; simId <= sims + 800; simId++) {
    const entry = slots.get(iccidOf(simId))
    const dropped = (simId <= sims && simId % 10 === 0) || simId === 11 || simId === 12
    expect(entry === undefined, `SIM ${simId}`).toBe(dropped)
    if (!entry) continue
    present++
    const sealed = entry.sealedKeys!
    const { capAuthKey, encryptKey, fingerprint, dueAtMs: _, limitedBy: __, ...row } = rowOf(simId, { length: simId === 8 ? 61 : 45 })
    expect([Buffer.compare(sealed.capAuthKey, capAuthKey), Buffer.compare(sealed.encryptKey, encryptKey)], `keys of SIM ${simId}`).toEqual([
      0, 0,
    ])
    expect(Buffer.compare(entry.fingerprint, fingerprint), `fingerprint of SIM ${simId}`).toBe(0)
    const { counter, hasDueOta, encRequired, awaitsKeys } = entry
    expect({ simId: entry.simId, counter, hasDueOta, encRequired, awaitsKeys }).toEqual({
      ...row,
      counter: simId === 7 ? 90 : row.counter,
      hasDueOta: simId < 3,
    })
  }
  expect(slots.size).toBe(present)
  expect(slots.get(iccidOf(7))!.idleLoggedAtMs).toBe(1_800_000_000_000)

  const removed = slots.get(iccidOf(13))!
  slots.dropSims(new Set([13]))
  slots.put(iccidOf(90_000), rowOf(90_000, { counter: 3 }))
  removed.counter = 4_000
  expect(slots.get(iccidOf(90_000))!.counter).toBe(3)

  // The search for an absent SIM ends even after many SIMs were added and removed.
  const few = new PollSlots()
  for (let simId = 1; simId < 3_000; simId++) {
    few.put(iccidOf(simId), rowOf(1))
    few.dropSims(new Set([1]))
    expect(few.get(iccidOf(simId))).toBeUndefined()
  }
})

test('kept keys replace the sealed ones until the SIM gets other sealed keys, also after keys of other lengths are added', () => {
  const slots = new PollSlots()
  slots.put(iccidOf(1), rowOf(1))
  slots.put(iccidOf(2), rowOf(2))
  const octets = key(1, 'kept', 64)
  slots.get(iccidOf(1))!.keepKeys(octets, 16)
  slots.put(iccidOf(1), { ...rowOf(1), hasDueOta: true })
  slots.put(iccidOf(3), rowOf(3, { length: 61 }))
  const { keptKeys, sealedKeys, hasDueOta } = slots.get(iccidOf(1))!
  expect(hasDueOta && sealedKeys === null && Buffer.compare(keptKeys!.octets, octets)).toBe(0)
  expect(keptKeys!.capAuthKeyLength).toBe(16)
  expect(Buffer.compare(slots.get(iccidOf(2))!.sealedKeys!.encryptKey, rowOf(2).encryptKey)).toBe(0)

  const other = { ...rowOf(1), encryptKey: key(1, 'other', 45) }
  slots.put(iccidOf(1), other)
  expect(slots.get(iccidOf(1))!.keptKeys).toBeNull()
  expect(Buffer.compare(slots.get(iccidOf(1))!.sealedKeys!.encryptKey, other.encryptKey)).toBe(0)
})
