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
  ['a new OTA is not delayed', { created: 5, polled: null }, []],
  ['missing keys are the only reason given', { keys: false, polled: null, reasons: { mac: 9 } }, ['noKeys']],
  ['the SIM has never polled', { polled: null }, ['neverPolled']],
  ['the SIM has been silent for more than an hour while the OTA waits', { polled: 61 }, ['silent']],
  ['the SIM has been silent for more than an hour while the OTA is interrupted', { status: 'Interrupted', polled: 61 }, ['silent']],
  ['the SIM polls, but the OTA does not start', { waits: false }, ['notTaken']],
  ['an installation that waits for its removal is not delayed', { waits: true }, []],
  ['the card sends nothing in an open session', { status: 'Started', updated: 5 }, ['stalled']],
  ['a session with recent progress is not delayed', { status: 'Started', updated: 3 }, []],
  [
    'refused frames are counted by the action that they require',
    { reasons: { mac: 2, padding: 1, enc: 4, counter: 3, session: 7 } },
    ['refusedKeys 3', 'refusedPlain 4', 'refusedCounter 3'],
  ],
  ['one or two counter errors are normal', { reasons: { counter: 2 } }, []],
  ['an OTA that has ended is not delayed', { status: 'Failed', polled: null, keys: false }, []],
])('%s', (_, given, expected) => {
  expect(reasonsOf(given)).toEqual(expected)
})

test('every reason has a text with its amount, cause and next action, in both languages', () => {
  for (const { meaning, cause, next } of Object.values(stuckTexts)) {
    for (const language of ['ja', 'en'] as const) {
      for (const sentence of [meaning('3')[language], cause[language], next[language]])
        expect(sentence).toMatch(language === 'ja' ? /。$/ : /\.$/)
    }
  }
})
