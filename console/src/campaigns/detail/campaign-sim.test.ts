import type { CampaignSim } from '@simdeck/contract/campaign-report.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { expect, test } from 'vitest'
import { awaitsNewPoller, durationMs, endOf, withOta } from './campaign-sim.ts'

const ota = (id: number, status: OtaStatus, more: Partial<OtaLog> = {}): OtaLog => ({
  id,
  campaign_id: 1,
  sim_id: 7,
  iccid: '8981',
  device_alias: null,
  wave: 1,
  applet_type: 1,
  package: null,
  install: null,
  created_at: '2026-11-23T00:00:00.000Z',
  polled_at: null,
  channel_at: null,
  started_at: null,
  finished_at: null,
  interruptions: 0,
  attempts: 0,
  unanswered: 0,
  retries: 0,
  not_before: null,
  failed_command: null,
  ...more,
  progress: {
    status,
    action_type: { type: 1 },
    ota_id: id,
    acked: 0,
    total: 0,
    code: null,
    sw: null,
    reason: null,
    updated_at: '2026-11-23T00:00:00.000Z',
    ...more.progress,
  },
})
const removalOf = (id: number, status: OtaStatus): OtaLog => {
  const removal = ota(id, status)
  return { ...removal, progress: { ...removal.progress, action_type: { type: 2 } } }
}
const row = (...otas: OtaLog[]): CampaignSim => ({
  id: otas.at(-1)!.id,
  sim_id: 7,
  iccid: '8981',
  device_alias: null,
  wave: 1,
  status: 'Ready',
  cancelled: false,
  otas,
})

test('the status of a replacement follows its removal until the install begins', () => {
  const waiting = row(removalOf(1, 'Ready'), ota(2, 'Ready'))
  const statusAfter = (removal: OtaStatus, install: OtaStatus) => {
    const { status, id } = withOta(withOta(waiting, removalOf(1, removal)), ota(2, install))
    return [status, id]
  }
  expect(statusAfter('Started', 'Ready')).toEqual(['Started', 1])
  expect(statusAfter('Failed', 'Ready')).toEqual(['Failed', 1])
  expect(statusAfter('Succeeded', 'Ready')).toEqual(['Started', 2])
  expect(statusAfter('Succeeded', 'Failed')).toEqual(['Failed', 2])
  expect(withOta(row(ota(2, 'Ready')), ota(2, 'Succeeded')).status).toBe('Succeeded')
  expect(withOta(waiting, ota(3, 'Failed', { sim_id: 8 }))).toBe(waiting)
})

test('a SIM with a new poller is Started until that polls, and then has the status of the removal of the old one', () => {
  const installed = withOta(row(ota(1, 'Started')), ota(1, 'Succeeded'))
  const waiting = withOta(installed, removalOf(2, 'Ready'))
  expect([waiting.status, waiting.id, waiting.otas.length]).toEqual(['Started', 2, 2])
  expect([installed, waiting].map(awaitsNewPoller)).toEqual([false, true])
  for (const status of ['Started', 'Interrupted', 'Failed', 'Blocked'] as const)
    expect(withOta(waiting, removalOf(2, status))).toMatchObject({ id: 2, status })
  expect(withOta(waiting, removalOf(2, 'Succeeded'))).toMatchObject({ id: 1, status: 'Succeeded' })
})

test('the duration is that from the first script to the end, or until now', () => {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 23) + seconds * 1000).toISOString()
  const removal = ota(1, 'Succeeded', { channel_at: at(10), started_at: at(11), finished_at: at(12) })
  const install = ota(2, 'Succeeded', { channel_at: at(12), started_at: at(13), finished_at: at(40.5) })
  expect(durationMs({ ...row(removal, install), status: 'Succeeded' }, 0)).toBe(30_500)
  expect(durationMs({ ...row(removal, ota(2, 'Ready')), status: 'Started' }, Date.parse(at(70)))).toBe(60_000)
  expect(durationMs(row(ota(2, 'Ready')), Date.parse(at(70)))).toBeNull()
})

test('a replacement has no end before both of its OTAs have ended', () => {
  const removed = ota(1, 'Succeeded', { finished_at: '2026-11-23T00:00:05.000Z' })
  expect(endOf({ status: 'Started', otas: [removed, ota(2, 'Started')] })).toBeNull()
  const installed = ota(2, 'Succeeded', { finished_at: '2026-11-23T00:00:09.000Z' })
  expect(endOf({ status: 'Succeeded', otas: [removed, installed] })).toBe('2026-11-23T00:00:09.000Z')
})
