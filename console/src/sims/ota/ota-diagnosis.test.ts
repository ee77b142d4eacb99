import { otaErrorCodes } from '@simdeck/contract/ota.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { expect, test } from 'vitest'
import { diagnoseOta, memoryShortage } from './ota-diagnosis.ts'
import { rsrqClass } from '../status/rsrq.ts'

const failed = (code: number | null, sw: string | null = null, more: { reason?: string; failed_command?: string } = {}): OtaLog =>
  ({
    progress: { code, sw, reason: more.reason ?? null, action_type: { type: 1 } },
    failed_command: more.failed_command ?? null,
    channel_at: null,
  }) as unknown as OtaLog

test('every OTA code has a description, a cause and a next action in both languages', () => {
  for (const code of otaErrorCodes.filter((known) => known !== 500)) {
    for (const language of ['ja', 'en'] as const) {
      const { answer, cause, next } = diagnoseOta(failed(code), language)
      expect(answer).toMatch(language === 'ja' ? new RegExp(`（コード ${code}）$`) : new RegExp(` \\(code ${code}\\)$`))
      expect(cause).not.toBe('')
      expect(next).not.toBe('')
    }
  }
})

test('a status word has its own diagnosis, with the failed command', () => {
  const diagnosis = diagnoseOta(failed(500, '6a84', { failed_command: 'LOAD block 9' }), 'ja')
  expect(diagnosis.sw).toBe('6A84')
  expect(diagnosis.answer).toBe('カードの空き容量が不足')
  expect(diagnosis.cause).toContain('LOAD ブロック 9')
  expect(diagnosis.outOfMemory).toBe(true)
})

test('a known reason replaces the text of the status word, and an OTA that was never sent shows no status word', () => {
  const imported = diagnoseOta(failed(500, '6985', { reason: 'imported', failed_command: 'DELETE' }), 'en')
  expect(imported).toMatchObject({ sw: '6985', answer: 'Another package on the card imports it' })
  const memory = diagnoseOta(failed(500, '6A84', { reason: 'notEnoughMemory' }), 'en')
  expect(memory).toMatchObject({ sw: null, outOfMemory: true })
  expect(memory.cause).toContain('Nothing was sent')
})

test('every status word that fails an OTA has a text with cause and next action, in both languages', () => {
  const statusWords = [
    '6438',
    '6581',
    '6700',
    '6982',
    '6985',
    '6999',
    '6A80',
    '6A82',
    '6A84',
    '6A86',
    '6A88',
    '6C10',
    '6D00',
    '6E00',
    '6F00',
    '9484',
    '9485',
  ]
  for (const language of ['ja', 'en'] as const) {
    const diagnoses = statusWords.map((sw) => diagnoseOta(failed(500, sw), language))
    expect(diagnoses.flatMap(({ answer, cause, next }) => [answer, cause, next])).not.toContain('')
    expect(new Set(diagnoses.map(({ answer }) => answer)).size).toBe(statusWords.length)
  }
})

test('an unknown status word has a cause and a next action', () => {
  const diagnosis = diagnoseOta(failed(500, '6FEE'), 'en')
  expect(diagnosis.cause).not.toBe('')
  expect(diagnosis.next).toContain('trace')
})

test('a cancelled OTA is shown as cancelled, not as a failure of the card', () => {
  expect(diagnoseOta(failed(401, null, { reason: 'cancelled' }), 'en').answer).toBe('Cancelled')
})

test('memory is short only if the needed and the free size are known and the needed one is larger', () => {
  expect(memoryShortage(3912, 2148)).toEqual({ free: 2148, short: 1764 })
  expect(memoryShortage(3912, 3912)).toBeNull()
  expect(memoryShortage(undefined, 10)).toBeNull()
  expect(memoryShortage(10, null)).toBeNull()
})

test('RSRQ classes include their lower limits', () => {
  expect([-5, -6, -8, -9, -10, -11, -13, -14].map(rsrqClass)).toEqual([
    'excellent',
    'veryGood',
    'veryGood',
    'good',
    'good',
    'poor',
    'poor',
    'veryPoor',
  ])
})
