import type { OtaLog } from '@simdeck/contract/ota.ts'
import { expect, test } from 'vitest'
import { otaPercent, otaSteps } from './ota-steps.ts'

const log = (progress: Partial<OtaLog['progress']>, more: Partial<OtaLog> = {}): OtaLog => ({
  id: 7,
  campaign_id: 3,
  sim_id: 1,
  wave: 1,
  iccid: '8981100023451400208',
  device_alias: null,
  applet_type: 1,
  package: null,
  created_at: '2026-11-21T02:00:00.000Z',
  polled_at: null,
  channel_at: null,
  started_at: null,
  finished_at: null,
  interruptions: 0,
  attempts: 0,
  unanswered: 0,
  retries: 3,
  not_before: null,
  failed_command: null,
  install: null,
  ...more,
  progress: {
    status: 'Ready',
    action_type: { type: 1 },
    ota_id: 7,
    acked: 0,
    total: 0,
    code: null,
    sw: null,
    reason: null,
    updated_at: '2026-11-21T02:00:00.000Z',
    ...progress,
  },
})
const states = (of: OtaLog): string =>
  otaSteps(of)
    .map(({ id, state }) => `${id} ${state}`)
    .join(', ')
const underWay = { polled_at: '2026-11-21T02:01:00.000Z', channel_at: '2026-11-21T02:01:01.000Z', started_at: '2026-11-21T02:01:02.000Z' }
const ended = { ...underWay, finished_at: '2026-11-21T02:01:30.000Z' }

test('a waiting OTA is at its first step', () => {
  expect(states(log({}))).toBe('waiting now, polled todo, channel todo, transfer todo, finish todo')
})

test('a running transfer shows the share of acknowledged commands', () => {
  const running = log({ status: 'Started', acked: 5, total: 20 }, underWay)
  expect(states(running)).toBe('waiting done, polled done, channel done, transfer now, finish todo')
  expect(otaPercent(running)).toBe(25)
  expect(otaPercent(log({}))).toBe(0)
})

test('an OTA with only its last command left is installing', () => {
  expect(states(log({ status: 'Started', acked: 19, total: 20 }, underWay))).toContain('transfer done, finish now')
})

test('all steps of a success are done, even if the other OTA of the replacement received the poll', () => {
  const steps = otaSteps(log({ status: 'Succeeded', acked: 20, total: 20 }, { ...ended, polled_at: null }))
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(steps.at(-1)?.at).toBe(ended.finished_at)
})

test('a failure is at the step where it happened, with its end time', () => {
  const steps = otaSteps(log({ status: 'Failed', acked: 8, total: 17, code: 500, sw: '6A84' }, ended))
  expect(steps[3]).toEqual({ id: 'transfer', state: 'failed', at: ended.finished_at })
  expect(steps[4]?.state).toBe('todo')
  expect(states(log({ status: 'Failed', reason: 'cancelled' }))).toMatch(/^waiting failed/)
  expect(states(log({ status: 'Blocked', code: 501 }, { polled_at: underWay.polled_at }))).toContain('polled failed')
})

test('a refused last block fails the transfer, and a refused last command fails the installation', () => {
  const refused = { status: 'Failed', total: 48, code: 500, sw: '6A84' } as const
  const atLoad = log({ ...refused, acked: 47 }, { ...ended, failed_command: 'LOAD block 46' })
  expect(states(atLoad)).toContain('transfer failed, finish todo')
  const atInstall = log({ ...refused, acked: 48 }, { ...ended, failed_command: 'INSTALL [for install]' })
  expect(states(atInstall)).toContain('transfer done, finish failed')
  const atRemoval = log({ ...refused, acked: 1, total: 1 }, { ...ended, failed_command: 'DELETE' })
  expect(states(atRemoval)).toContain('transfer done, finish failed')
})

test('an interruption is at the step where the OTA resumes', () => {
  expect(states(log({ status: 'Interrupted', acked: 4, total: 20 }, underWay))).toContain('transfer interrupted')
})
