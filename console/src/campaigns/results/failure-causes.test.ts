import type { OtaLog } from '@simdeck/contract/ota.ts'
import { expect, test } from 'vitest'
import { failureCauses, outcomeOf } from './failure-causes.ts'

function failed(simId: number, ended: { code: number | null; sw?: string; reason?: string }): OtaLog {
  return {
    id: simId,
    campaign_id: 1,
    sim_id: simId,
    wave: 1,
    iccid: `8981100000000000${simId}`,
    device_alias: null,
    applet_type: 1,
    package: null,
    progress: {
      status: 'Failed',
      action_type: { type: 1 },
      ota_id: simId,
      acked: 3,
      total: 9,
      code: ended.code,
      sw: ended.sw ?? null,
      reason: ended.reason ?? null,
      updated_at: '2026-11-21T00:00:00Z',
    },
    created_at: '2026-11-21T00:00:00Z',
    polled_at: null,
    channel_at: null,
    started_at: null,
    finished_at: null,
    interruptions: 0,
    attempts: 0,
    retries: 3,
    not_before: null,
    failed_command: null,
    install: null,
  }
}

test('SIMs with the same code and status word form one cause, the most frequent first', () => {
  const causes = failureCauses([
    failed(1, { code: 402 }),
    failed(2, { code: 500, sw: '6a84' }),
    failed(3, { code: 500, sw: '6A84' }),
    failed(4, { code: 500, sw: '6985' }),
  ])
  expect(causes.map(({ code, sims }) => [code, sims.length])).toEqual([
    ['500 · 6A84', 2],
    ['402', 1],
    ['500 · 6985', 1],
  ])
  expect(causes[0]?.meaning.ja).toBe('カードの空き容量が不足')
})

test('a SIM whose removal and install were both cancelled counts once', () => {
  const [cause] = failureCauses([failed(7, { code: null, reason: 'cancelled' }), failed(7, { code: null, reason: 'cancelled' })])
  expect(cause).toMatchObject({ code: null, sims: [{ sim_id: 7 }] })
})

test('an unsupported security level is a separate cause from other missing settings', () => {
  const causes = failureCauses([failed(1, { code: 101, reason: 'securityLevel' }), failed(2, { code: 101 })])
  expect(causes.map(({ code, meaning }) => [code, meaning.ja])).toEqual([
    ['101', 'カードがSCP03セキュリティレベルに非対応'],
    ['101', 'OTAの設定が不足'],
  ])
})

test('failures with the same status word but a different reason (imported library, too little memory in the POLL) are separate causes', () => {
  const causes = failureCauses([
    failed(1, { code: 500, sw: '6985', reason: 'imported' }),
    failed(2, { code: 500, sw: '6985' }),
    failed(3, { code: 500, sw: '6A84', reason: 'notEnoughMemory' }),
    failed(4, { code: 500, sw: '6A84' }),
  ])
  expect(causes.map(({ code, meaning }) => [code, meaning.en])).toEqual([
    ['500 · 6985', 'Another package on the card imports it'],
    ['500 · 6985', 'Conditions of use not satisfied'],
    ['500 · 6A84', 'Not enough memory on the card'],
    ['500 · 6A84', 'Not enough memory on the card'],
  ])
  expect(causes[2]?.likelyCause?.en).toContain('Nothing was sent')
})

test('an OTA without code and reason has no outcome', () => {
  expect(outcomeOf(failed(1, { code: null }))).toBeNull()
  expect(outcomeOf(failed(1, { code: 0 }))).toBeNull()
  expect(failureCauses([failed(1, { code: null })])[0]?.meaning.en).toBe('No cause recorded')
})

test('a refusal without a valid status word is shown with its code only', () => {
  expect(outcomeOf(failed(1, { code: 500, sw: 'zz' }))?.code).toBe('500')
  expect(outcomeOf(failed(1, { code: 999 }))?.code).toBe('999')
})
