import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { certificatesOf, issue, withCa } from './iot-safe-certificates.fixture.ts'

const storeData = 0xe2

test.each([256, 300, 512])('a card with a receive buffer of %d octets gets its certificate', async (receiveBuffer) => {
  await using made = await withCa({ profile: () => ({ receiveBuffer }) })
  const { world, addTemplate } = made
  const { log } = await issue(world, (await addTemplate({ label: 'l'.repeat(60) })).id)
  expect(log.progress).toMatchObject({ status: 'Succeeded', code: null })
})

test.each<[string, Misbehaviour]>([
  ['loses its power before it makes the key', { kind: 'powerLoss', before: true, ins: storeData }],
  ['makes the key and loses the answer', { kind: 'cardReset', ins: storeData }],
  ['reads its key and loses the answer', { kind: 'cardReset', ins: storeData, skip: 1 }],
  ['signs and loses the answer', { kind: 'cardReset', ins: storeData, skip: 2 }],
  ['ends its session while the file is written', { kind: 'giveUp', ins: storeData, skip: 5 }],
  ['loses its power after a part of the file', { kind: 'powerLoss', before: false, ins: storeData, skip: 6 }],
  ['loses the answer that reads the file back', { kind: 'cardReset', ins: storeData, skip: 8 }],
])('a card that %s gets one certificate, and only one is signed', async (_, misbehaviour) => {
  await using made = await withCa({ profile: () => ({ misbehaviours: [misbehaviour] }) })
  const { world, addTemplate } = made
  const { log } = await issue(world, (await addTemplate()).id)
  expect([log.progress.status, log.interruptions > 0]).toEqual(['Succeeded', true])
  const certificates = await certificatesOf(world)
  expect(certificates.map(({ certStatus }) => certStatus)).toEqual(['Active'])
  expect((await world.admin(endpoints.listSignings, { query: {} })).totalItems).toBe(1)
})
