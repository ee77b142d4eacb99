import { expect, test } from 'vitest'
import { Dice } from '../questions.fixture.ts'
import { indexedFields } from './fields.ts'
import { FleetData } from './fleet-data.ts'

test('silences stay right while the moments of many SIMs come, and while SIMs poll', () => {
  const sims = 40_000
  const dice = new Dice(24)
  const index = new FleetData({ expected: sims })
  const polls = new Map<number, number>()
  const intervals = new Map<number, number>()
  const set = (ids: readonly number[], poll: () => number) => {
    const rows = [...new Set(ids)].map((id) => {
      const values: Partial<Record<string, number>> = { last_poll: poll(), poll_seconds: dice.of([300, 600]) }
      polls.set(id, values['last_poll']!)
      intervals.set(id, values['poll_seconds']! * 1e6)
      return { id, values: indexedFields.map((name) => values[name] ?? null) }
    })
    index.set(rows)
  }
  let now = 1.8e15
  const start = now
  // All of them become silent within about a minute.
  set(
    Array.from({ length: sims }, (_, at) => at + 1),
    () => start - 1800e6 + dice.below(80e6),
  )
  while (now < start + 120e6) {
    now += dice.below(4e6)
    set(
      Array.from({ length: 40 }, () => 1 + dice.below(sims)),
      () => (dice.isOneIn(2) ? now : now - 1800e6 + dice.below(20e6)),
    )
    const ages = [...polls].map(([id, poll]) => ({ age: now - poll, interval: intervals.get(id)! }))
    expect(index.list({ filter: { silent: ['30m'] }, sort: undefined, skip: 0, take: 1, now }).total).toBe(
      ages.filter(({ age }) => age > 1800e6).length,
    )
    expect(index.list({ filter: { silent: ['3-5x'] }, sort: undefined, skip: 0, take: 1, now }).total).toBe(
      ages.filter(({ age, interval }) => age > 3 * interval && age <= 5 * interval).length,
    )
  }
})
