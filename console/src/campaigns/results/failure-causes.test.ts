import { expect, test } from 'vitest'
import { failureCauses, outcomeOf } from './failure-causes.ts'

type Ended = { code: number | null; sw?: string; reason?: string }

/** A group of this number of SIMs that ended like this. */
const failed = (sims: number, { code, sw, reason }: Ended) => ({ sims, code, sw: sw ?? null, reason: reason ?? null })
const outcome = (ended: Ended) => outcomeOf({ progress: failed(1, ended) })

test('a card that refuses a command on its files has another cause than one that refuses an installation', () => {
  const refused = [failed(1, { code: 500, sw: '6982' })]
  expect(failureCauses(refused, 4)[0]?.likelyCause?.en).toContain('right to read or write this file')
  expect(failureCauses(refused)[0]?.likelyCause?.en).toContain('secure channel')
})

test('SIMs with the same code and status word form one cause, the most frequent first', () => {
  const causes = failureCauses([
    failed(3, { code: 402 }),
    failed(2, { code: 500, sw: '6a84' }),
    failed(2, { code: 500, sw: '6A84' }),
    failed(1, { code: 500, sw: '6985', reason: 'imported' }),
  ])
  expect(causes.map(({ code, sims, name }) => [code, sims, name])).toEqual([
    ['500 · 6A84', 4, '500-6A84'],
    ['402', 3, '402'],
    ['500 · 6985', 1, '500-6985-imported'],
  ])
  expect(causes[0]?.meaning.ja).toBe('カードの空き容量が不足')
})

test('an unsupported security level is a separate cause from other missing settings', () => {
  const causes = failureCauses([failed(2, { code: 101, reason: 'securityLevel' }), failed(1, { code: 101 })])
  expect(causes.map(({ code, meaning }) => [code, meaning.ja])).toEqual([
    ['101', 'カードがSCP03セキュリティレベルに非対応'],
    ['101', 'OTAの設定が不足'],
  ])
})

test('failures with the same status word but a different reason (imported library, too little memory in the POLL) are separate causes', () => {
  const causes = failureCauses([
    failed(4, { code: 500, sw: '6985', reason: 'imported' }),
    failed(3, { code: 500, sw: '6985' }),
    failed(2, { code: 500, sw: '6A84', reason: 'notEnoughMemory' }),
    failed(1, { code: 500, sw: '6A84' }),
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
  expect(outcome({ code: null })).toBeNull()
  expect(outcome({ code: 0 })).toBeNull()
  expect(failureCauses([failed(1, { code: null })])[0]).toMatchObject({ name: null, meaning: { en: 'No cause recorded' } })
})

test('a refusal without a valid status word is shown with its code only', () => {
  expect(outcome({ code: 500, sw: 'zz' })?.code).toBe('500')
  expect(outcome({ code: 999 })?.code).toBe('999')
})
