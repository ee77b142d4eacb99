import { expect, test } from 'vitest'
import type { Campaign } from './ota.ts'
import { type OtaStatus, otaStatuses } from './ota-progress.ts'
import { waitingNow } from './waiting-now.ts'

const counts = (some: Partial<Record<OtaStatus, number>>) =>
  Object.fromEntries(otaStatuses.map((status) => [status, some[status] ?? 0])) as Record<OtaStatus, number>
const wave = (number: number, ready: number, releasedAt: string | null) => ({
  wave: number,
  sims: ready,
  releasedAt,
  counts: counts({ Ready: ready }),
  cancelled: 0,
})
type Of = Parameters<typeof waitingNow>[0]
const running: Of = {
  state: 'running',
  paused: null,
  stopRequested: null,
  setup: null,
  counts: counts({ Ready: 7, Succeeded: 2 }),
  waves: [wave(1, 3, '2026-01-01T00:00:00Z'), wave(2, 4, null)],
}
const pause = (cause: 'member' | 'window'): NonNullable<Campaign['paused']> => ({
  cause,
  by: '',
  at: '2026-01-01T00:00:00Z',
  wave: null,
  failed: null,
  ended: null,
})
const counted = [
  { reason: 'soon', sims: 2 },
  { reason: 'silent', sims: 1 },
  { reason: 'wave', sims: 5 },
] as const

test('the state of a campaign decides why its SIMs wait, before they are counted again', () => {
  const now = (change: Partial<Of>) => waitingNow({ ...running, ...change }, [...counted])
  expect(now({ state: 'paused', paused: pause('member') })).toEqual([
    { reason: 'wave', sims: 4 },
    { reason: 'paused', sims: 3 },
  ])
  expect(now({ state: 'paused', paused: pause('window'), waves: [] })).toEqual([{ reason: 'window', sims: 7 }])
  expect(now({ state: 'stopping', stopRequested: { by: 'Ken', at: '2026-01-01T00:00:00Z' } })).toEqual([{ reason: 'stopping', sims: 7 }])
  expect(now({ state: 'scheduled' })).toEqual([{ reason: 'scheduled', sims: 7 }])
  expect(now({ state: 'awaitingApproval' })).toEqual([{ reason: 'approval', sims: 7 }])
  expect(now({ setup: { written: 0, otas: null, problem: null } })).toEqual(counted)
})

test('the reasons of the SIMs of a campaign that runs again are those of the count, without those of the pause', () => {
  expect(waitingNow(running, [{ reason: 'paused', sims: 3 }, ...counted])).toEqual([
    { reason: 'wave', sims: 4 },
    { reason: 'soon', sims: 2 },
    { reason: 'silent', sims: 1 },
  ])
})
