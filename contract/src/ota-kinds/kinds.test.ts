import { expect, test } from 'vitest'
import { dryRunBulkOta, putBulkOta } from '../bulk-ota.ts'
import { actionTypeOfKind, kindOfAction, otaKindNames, otaKinds } from './kinds.ts'

test.each([
  ['dry run', dryRunBulkOta.body!],
  ['start', putBulkOta.body!],
])('the %s of a campaign accepts the parameters of every kind, and each may be left out', (_, body) => {
  for (const name of otaKindNames) {
    const taken = Object.keys(otaKinds[name].parameters.shape).filter((parameter) => parameter in body.shape)
    expect([name, taken]).toEqual([name, Object.keys(otaKinds[name].parameters.shape)])
  }
  expect(body.safeParse({ snapshotId: 1 }).success).toBe(true)
  expect(body.safeParse({ snapshotId: 1, unknown: [] }).success).toBe(false)
})

test('each kind has a number of its own, also a kind that is not implemented', () => {
  expect(actionTypeOfKind).toMatchObject({ install: 1, remove: 2, 'store-data': 3, rfm: 4, inventory: 5, 'iot-safe': 6 })
  expect(otaKindNames.map((name) => kindOfAction(actionTypeOfKind[name]))).toEqual(otaKindNames)
})
