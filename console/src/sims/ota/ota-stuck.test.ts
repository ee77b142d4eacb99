import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { SimRefusals } from '@simdeck/contract/sims.ts'
import { expect, test } from 'vitest'
import { stuckReasons } from './ota-stuck.ts'
import { stuckTexts } from './ota-stuck-text.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')
const ago = (minutes: number): string => new Date(nowMs - minutes * 60_000).toISOString()

interface Case {
  status?: OtaStatus
  created?: number
  updated?: number
  polled?: number | null
  keys?: boolean
  reasons?: SimRefusals['reasons']
  waits?: boolean
}
function reasonsOf({ status = 'Ready', created = 60, updated = 0, polled = 1, keys = true, reasons = {}, waits = true }: Case) {
  const log = { created_at: ago(created), progress: { status, updated_at: ago(updated) } } as Parameters<typeof stuckReasons>[0]
  const sim = { has_keys: keys, last_poll: polled === null ? null : ago(polled) }
  const refusals = { frames: 0, reasons, last_at: null }
  return stuckReasons(log, sim, { refusals, waits, nowMs }).map((stuck) => ('count' in stuck ? `${stuck.why} ${stuck.count}` : stuck.why))
}

test.each<[string, Case, string[]]>([
  ['an OTA that was just made has time', { created: 5, polled: null }, []],
  ['no keys come before all else', { keys: false, polled: null, reasons: { mac: 9 } }, ['noKeys']],
  ['a SIM that never polled', { polled: null }, ['neverPolled']],
  ['a SIM that is silent, whether the OTA waits or was interrupted', { polled: 61 }, ['silent']],
  ['an interrupted one too', { status: 'Interrupted', polled: 61 }, ['silent']],
  ['a SIM that polls without the OTA being taken up', { waits: false }, ['notTaken']],
  ['an installation that waits for its removal is not late', { waits: true }, []],
  ['a session in which nothing is heard', { status: 'Started', updated: 5 }, ['stalled']],
  ['a session that goes on', { status: 'Started', updated: 3 }, []],
  [
    'refused frames by what they ask of the operator',
    { reasons: { mac: 2, padding: 1, enc: 4, counter: 3, session: 7 } },
    ['refusedKeys 3', 'refusedPlain 4', 'refusedCounter 3'],
  ],
  ['a counter that was lost once or twice is nothing', { reasons: { counter: 2 } }, []],
  ['what has ended is not stuck', { status: 'Failed', polled: null, keys: false }, []],
])('%s', (_, given, expected) => {
  expect(reasonsOf(given)).toEqual(expected)
})

test('every reason has a text with its amount, cause and next action, in both languages', () => {
  for (const { meaning, cause, next } of Object.values(stuckTexts)) {
    for (const language of ['ja', 'en'] as const) {
      for (const words of [meaning('3')[language], cause[language], next[language]])
        expect(words).toMatch(language === 'ja' ? /。$/ : /\.$/)
    }
  }
})
