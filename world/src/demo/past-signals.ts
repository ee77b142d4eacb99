import { setTimeout as wait } from 'node:timers/promises'
import { signalHours } from '@simdeck/contract/sim-signal.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import type { Db } from '@simdeck/server/platform/db/database.ts'
import { Random } from '@simdeck/simulator/random.ts'

const stepMs = 30 * 60_000
const steps = (signalHours * 3_600_000) / stepMs - 1
const lookMs = 3_000
/** SIMs whose fault keeps them from polling get no past signal. */
const mostLooks = 60
const rowsAtOnce = 5_000

type Contact = { sim_id: number; rsrp: number; rsrq: number | null }

/** The signal of the hours before the present one: it varies around its present value, and some SIMs had a bad hour. */
export function pastSignal({ sim_id, rsrp, rsrq }: Contact, nowMs: number) {
  const random = new Random(`past signal ${sim_id}`)
  const bad = random.fraction() < 0.25 ? random.between(4, steps - 4) : -1
  let present = rsrp
  return Array.from({ length: steps }, (_, at) => {
    present = Math.max(-125, Math.min(-62, present + Math.round((rsrp - present) * 0.3) + random.between(-3, 3)))
    const dip = at === bad ? 18 : Math.abs(at - bad) === 1 && bad >= 0 ? 9 : 0
    return { sim_id, at: new Date(nowMs - (at + 1) * stepMs), rsrp: Math.max(-130, present - dip), rsrq: rsrq ?? -9 }
  })
}

async function fillOnce(db: Db, filled: Set<number>): Promise<void> {
  const contacts = await db.selectFrom('sim_contacts').select(['sim_id', 'rsrp', 'rsrq']).where('rsrp', 'is not', null).execute()
  const fresh = contacts.flatMap(({ rsrp, ...contact }) => (rsrp === null || filled.has(contact.sim_id) ? [] : [{ ...contact, rsrp }]))
  const rows = fresh.flatMap((contact) => pastSignal(contact, Date.now()))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('signal_samples')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  for (const { sim_id } of fresh) filled.add(sim_id)
}

/** Gives each SIM of a new demo the signal of a day, as soon as it has polled. Ends when all `sims` have one. */
export async function fillPastSignals(databaseUrl: string, { sims, closing }: { sims: number; closing: AbortSignal }): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const filled = new Set<number>()
  try {
    for (let looks = 0; looks < mostLooks; looks++) {
      await fillOnce(database.db, filled)
      if (filled.size >= sims) return
      await wait(lookMs, undefined, { signal: closing })
    }
  } finally {
    await database.close()
  }
}
